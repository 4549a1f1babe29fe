/** Where storage is switched off, a reload needs a new token. */
const kept = new Map<string, string>();

const nameOf = () => `tool-token ${location.pathname}${location.search}`;

/** The token that the tool page of this tab was opened with, or was given since; null when it was opened without. */
export function tabToken(): string | null {
  const name = nameOf();
  try {
    return sessionStorage.getItem(name) ?? kept.get(name) ?? null;
  } catch {
    return kept.get(name) ?? null;
  }
}

/** Keeps a token for this page as long as its tab is open (TOOL-17): it is in no address and in no other tab. */
export function keepTabToken(token: string): void {
  const name = nameOf();
  kept.set(name, token);
  try {
    sessionStorage.setItem(name, token);
  } catch {
    // A browser without storage, or with a full one, still has the page's memory.
  }
}
