/** Tokens in memory, because the browser may block storage. `forgetTyped` empties the map. */
export const kept = new Map<string, string>();

const nameOf = () => `tool-token ${location.pathname}${location.search}`;

/** Returns the token of this page in this tab; null if the page was opened without one. */
export function tabToken(): string | null {
  const name = nameOf();
  try {
    return sessionStorage.getItem(name) ?? kept.get(name) ?? null;
  } catch {
    return kept.get(name) ?? null;
  }
}

/** Stores the token of this page for its tab only (TOOL-17): no URL and no other tab has it. */
export function keepTabToken(token: string): void {
  const name = nameOf();
  kept.set(name, token);
  try {
    sessionStorage.setItem(name, token);
  } catch {
    // Without storage, or with a full one, the page still has the token in `kept`.
  }
}
