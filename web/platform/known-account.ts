const storageKey = 'has-account';

/** Whether a member has ever signed in with this browser; true where storage is closed to the page. */
export function hasKnownAccount(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return true;
  }
}

/** Notes that a member has signed in with this browser; it stays after signing out. */
export function noteAccount(): void {
  try {
    localStorage.setItem(storageKey, 'true');
  } catch {
    // Storage may be closed to the page.
  }
}
