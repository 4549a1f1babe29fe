/** Pages whose address carries a secret. */
const tokenPages = ['/reset-password'];

let token: string | null = null;

/** Moves the secret of a mailed link from the address bar into memory. To be called before anything is requested. */
export function hideAddressToken(): void {
  const address = new URL(location.href);
  const given = address.searchParams.get('token');
  if (!given || !tokenPages.includes(address.pathname)) return;
  token = given;
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address.pathname + address.search + address.hash);
}

/** The secret this page was opened with, null when there was none or it was used. */
export function addressToken(): string | null {
  return token;
}

/** The secret has done its work. */
export function forgetAddressToken(): void {
  token = null;
}
