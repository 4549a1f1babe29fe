import { pageMemberHeader } from '#contract/endpoint.ts';

let member: number | null = null;
let isLeaving = false;

const reasonKey = 'reloaded-for-other-account';

/** Sets the member whose data the page shows; null for a visitor. */
export function setPageMember(id: number | null): void {
  member = id;
}

/** Returns the member whose data the page shows; null for a visitor. */
export const pageMember = () => member;

/**
 * Returns headers that name the page's member. The portal rejects the call after another account has signed in
 * (AUTH-27).
 */
export const pageMemberHeaders = (): Record<string, string> =>
  member === null ? {} : { [pageMemberHeader]: String(member) };

/**
 * Reloads the page for the account that is signed in now. Unsaved input is lost, because it belongs to the other
 * account.
 */
export function reloadForOtherAccount(): void {
  if (isLeaving) return;
  isLeaving = true;
  try {
    sessionStorage.setItem(reasonKey, 'true');
  } catch {
    // Without storage the page reloads without an explanation.
  }
  location.reload();
}

/**
 * Storage key of the id of the member who signed out last in this browser. A session that ends by itself does not set
 * it.
 */
export const signedOutKey = 'signed-out';

/** Leads to the sign-in screen, and no dialog asks before. */
export function leaveForSignIn(): void {
  isLeaving = true;
  location.assign('/');
}

/** Whether the page is being left for another account or after a sign-out; then no dialog may ask before it is left. */
export const isLeavingToOther = () => isLeaving;

/**
 * Returns whether this page was reloaded for another account, and clears the mark, so that only the first call returns
 * true.
 */
export function takeReloadReason(): boolean {
  try {
    const isReloaded = sessionStorage.getItem(reasonKey) !== null;
    sessionStorage.removeItem(reasonKey);
    return isReloaded;
  } catch {
    return false;
  }
}
