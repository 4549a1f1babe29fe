import { hashKey, type QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '../features/accounts/api.ts';

const storageKey = 'member';

/**
 * Whether a member has used this browser and not signed out. Pages for visitors ask who is signed in only then: for all
 * others the answer would be a refusal.
 */
export function mayBeMember(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    // Storage may be closed to the page.
    return true;
  }
}

/** Notes in this browser whether a member is signed in, as soon as that is known. */
export function noteMember(client: QueryClient): void {
  const note = () => {
    const user = client.getQueryData(currentUserQuery.queryKey);
    if (user === undefined) return;
    try {
      if (user) localStorage.setItem(storageKey, 'true');
      else localStorage.removeItem(storageKey);
    } catch {
      // See above.
    }
  };
  note();
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash === hashKey(currentUserQuery.queryKey)) note();
  });
}
