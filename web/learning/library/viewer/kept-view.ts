const name = 'reads-as-text';

/** Whether the member last read a file as text in this browser. Storage may be blocked: then nothing is known. */
export function readsAsText(): boolean {
  try {
    return localStorage.getItem(name) === 'true';
  } catch {
    return false;
  }
}

/** Keeps the choice for other files and visits. */
export function keepReadsAsText(isText: boolean): void {
  try {
    localStorage.setItem(name, String(isText));
  } catch {
    // The choice holds until the page is left.
  }
}
