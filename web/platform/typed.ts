import { pageMember, signedOutKey } from './page-member.ts';
import { kept } from './tab-token.ts';

/** Whether the last member of this page signed out, unlike a member whose session ended. */
let isSignedOut = false;

/**
 * Keys of drafts, unsent answers and secrets of links. A visitor's answers are excluded, because they belong to no
 * member.
 */
const ofMember = /^(resource-draft:|assessment (?!visitor)|check |tool-token )/;

/**
 * Stores text that a member typed and the portal does not have yet; null removes it. Stores nothing after the member
 * signed out, because a screen that closes then stores its text once more.
 * @returns false when it was not stored
 */
export function keepTyped(storage: 'localStorage' | 'sessionStorage', name: string, value: object | null): boolean {
  if (pageMember() !== null) isSignedOut = false;
  if (value && isSignedOut) return false;
  try {
    if (value) window[storage].setItem(name, JSON.stringify(value));
    else window[storage].removeItem(name);
    return true;
  } catch {
    return false;
  }
}

/** Informs the other tabs of this browser that a member signed out (AUTH-28). The page must have no member by now. */
export function tellSignedOut(id: number | null): void {
  try {
    if (id !== null) localStorage.setItem(signedOutKey, String(id));
  } catch {
    // The browser may block storage.
  }
}

/**
 * Removes from this browser everything that members typed and did not send, because its next user may be another
 * person.
 */
export function forgetTyped(): void {
  isSignedOut = true;
  kept.clear();
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[name];
      for (const key of Object.keys(storage)) if (ofMember.test(key)) storage.removeItem(key);
    } catch {
      // A browser that closes its storage to the page holds nothing.
    }
  }
}
