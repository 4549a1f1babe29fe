/** What a browser keeps from the first sign-in on, also after signing out. */
export const accountKey = 'has-account';

/** Whether a member has ever signed in with this browser; true where storage is closed to the page. */
export function hasKnownAccount(): boolean {
  try {
    return localStorage.getItem(accountKey) !== null;
  } catch {
    return true;
  }
}
