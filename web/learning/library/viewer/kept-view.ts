const name = 'reads-as-text';

/** Whether the member last read a file as text in this browser; false when storage is blocked. */
export function readsAsText(): boolean {
  try {
    return localStorage.getItem(name) === 'true';
  } catch {
    return false;
  }
}

/** Stores the choice for other files and visits. */
export function keepReadsAsText(isText: boolean): void {
  try {
    localStorage.setItem(name, String(isText));
  } catch {
    // Storage is blocked, so the choice holds until the page is left.
  }
}
