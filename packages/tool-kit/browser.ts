/**
 * Takes the token out of the address bar, so that it is in no bookmark, no history and no copied link, and keeps it for
 * this tab, so that a reload finds it. To be called before anything else is loaded.
 * @returns null when the tool was opened without a token: it leads the visitor to the portal then
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
    // A frame without an origin of its own has no storage: the portal's page gives it the token again.
  }
}
