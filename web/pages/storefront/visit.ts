import { useEffect, useSyncExternalStore } from 'react';
import type { Arrival } from '#contract/identity/sign-in-forms.ts';
import type { Landing } from '#contract/landings.ts';
import { useCurrentUser } from '../../identity/accounts/api.ts';

/** Where this page's visitor came from. Only in memory: it is gone when another page is loaded. */
let arrival: Arrival | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes where the visitor came from; false when that was known. */
function note(found: Arrival): boolean {
  if (arrival) return false;
  arrival = found;
  for (const listener of listeners) listener();
  return true;
}

/** Where the visitor came from, for the way to registering; null while it is not known, and on the server. */
export function useArrival(): Arrival | null {
  return useSyncExternalStore(
    subscribe,
    () => arrival,
    () => null,
  );
}

/** Counts the visit of a public page, once for each page that is loaded, and not of members (FRONT-15). */
export function useVisit(landing: Landing): void {
  const { user, isLoading } = useCurrentUser();
  const isVisitor = !isLoading && !user;
  useEffect(() => {
    if (!isVisitor || arrival) return;
    // The page does not wait for what counts it, and a visit that is not counted is no matter for the visitor.
    void import('./count-visit.ts').then(({ countVisit }) => countVisit(landing, note)).catch(() => undefined);
  }, [landing, isVisitor]);
}
