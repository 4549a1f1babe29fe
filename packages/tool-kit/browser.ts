/**
 * Removes the token from the address bar, so that no bookmark, history entry or copied link contains it, and keeps it
 * for this tab, so that a reload works. Call it before the page loads anything else.
 * @returns null when the tool was opened without a token: send the visitor to the portal then
 */
export function takeToken(): string | null {
  const address = new URL(location.href);
  const given = address.searchParams.get('token');
  if (given === null) return kept();
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address.pathname + address.search + address.hash);
  keep(given);
  return given;
}

const name = 'tool-token';

function kept(): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(token: string): void {
  try {
    sessionStorage.setItem(name, token);
  } catch {
    // A sandboxed frame has no storage, so the portal's page passes the token again on a reload.
  }
}
