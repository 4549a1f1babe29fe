import { pageMemberHeader } from '#contract/endpoint.ts';

let member: number | null = null;
let isLeaving = false;

const reasonKey = 'reloaded-for-other-account';

/** Sets the member whose data the page shows; null for a visitor. */
export function setPageMember(id: number | null): void {
  member = id;
}

/** The member whose data the page shows; null for a visitor. */
export const pageMember = () => member;

/** Names the page's member to the portal, which refuses the call after another account has signed in (AUTH-27). */
export const pageMemberHeaders = (): Record<string, string> =>
  member === null ? {} : { [pageMemberHeader]: String(member) };

/** Loads the page again for the account that is signed in now. Unsaved input goes: it belongs to the other account. */
export function reloadForOtherAccount(): void {
  if (isLeaving) return;
  isLeaving = true;
  try {
    sessionStorage.setItem(reasonKey, 'true');
  } catch {
    // Without storage the page loads again without a sentence.
  }
  location.reload();
}

/** Whether the page is being loaded again for another account: nothing may ask first. */
export const isLeavingToOther = () => isLeaving;

/** Whether this page was loaded again for another account; true once. */
export function takeReloadReason(): boolean {
  try {
    const isReloaded = sessionStorage.getItem(reasonKey) !== null;
    sessionStorage.removeItem(reasonKey);
    return isReloaded;
  } catch {
    return false;
  }
}
