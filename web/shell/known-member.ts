import { hashKey, type QueryClient } from '@tanstack/react-query';
import { setReaderZone } from '../dates.ts';
import { currentUserQuery } from '../identity/accounts/api.ts';
import { knownBrowserKey } from '../identity/sign-in/known-browser-api.ts';
import {
  leaveForSignIn,
  pageMember,
  reloadForOtherAccount,
  setPageMember,
  signedOutKey,
  takeReloadReason,
} from '../platform/page-member.ts';
import { toast } from '../platform/toast.ts';

const storageKey = 'member';

/**
 * Whether a member was signed in when this browser last knew; also true if storage is blocked. Pages for visitors
 * request the user only then, because the API would reject the call of anyone else.
 */
export function mayBeMember(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    // The browser may block storage.
    return true;
  }
}

/**
 * Stores in this browser the member who is signed in, as soon as that is known, and sets the member's time zone for
 * dates. Reloads a page that was made for another member when its tab hears of the change or gets the focus again
 * (AUTH-27), and leaves one whose member signed out (AUTH-28).
 * @returns a function that stops listening to other tabs, for tests; a page follows as long as it is open
 */
export function followMember(client: QueryClient): () => void {
  let kept: number | null | undefined;
  const keep = () => {
    const user = client.getQueryData(currentUserQuery.queryKey);
    const id = user?.id ?? null;
    setReaderZone(user?.timeZone);
    // A page whose member has not changed must not overwrite the member who signed in elsewhere.
    if (user === undefined || id === kept) return;
    // Also at the sign-out, because the cache drops after minutes what no screen shows.
    if (user || kept) client.setQueryData(knownBrowserKey, true);
    kept = id;
    setPageMember(id);
    // The member's first sign-in, or the first one since accounts have a zone.
    if (user?.timeZone === null) void import('../identity/accounts/own-zone.ts').then((own) => own.sendOwnZone(client));
    try {
      if (user) {
        localStorage.setItem(storageKey, String(user.id));
        localStorage.removeItem(signedOutKey);
      } else localStorage.removeItem(storageKey);
    } catch {
      // The browser may block storage.
    }
  };
  keep();
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash === hashKey(currentUserQuery.queryKey)) keep();
  });
  if (takeReloadReason()) {
    toast({
      title: 'Another account is signed in',
      description: 'This page was open for another account, so it was loaded again.',
    });
  }
  const listening = new AbortController();
  const { signal } = listening;
  const otherTab = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey) leaveIfOther(newValue);
    if (key === signedOutKey) void leaveIfSignedOut(newValue);
  };
  window.addEventListener('storage', otherTab, { signal });
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, lookAgain, { signal });
  return () => listening.abort();
}

/** @param signedIn the id of the member who is signed in; earlier versions stored `true` */
function leaveIfOther(signedIn: string | null): void {
  const own = pageMember();
  if (own !== null && signedIn !== null && /^\d+$/.test(signedIn) && signedIn !== String(own)) reloadForOtherAccount();
}

async function leaveIfSignedOut(signedOut: string | null): Promise<void> {
  if (signedOut === null || signedOut !== String(pageMember())) return;
  // Without a member, a screen that closes does not store what was typed once more.
  setPageMember(null);
  (await import('../platform/typed.ts')).forgetTyped();
  leaveForSignIn();
}

/** Checks the stored member again, because a suspended tab misses storage events. */
function lookAgain(): void {
  const signedIn = readStored(storageKey);
  leaveIfOther(signedIn);
  if (signedIn === null) void leaveIfSignedOut(readStored(signedOutKey));
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
