import { keepTabToken } from './tab-token.ts';

/** Pages whose secret stays with the tab, because they use it again after a reload or after signing in. */
const tabPages = /^\/(tools\/.|gift$|invitation$)/;

let token: string | null = null;

/**
 * Moves the secret of a mailed link or a tool out of the address bar. The caller must call it before the first request.
 */
export function hideAddressToken(): void {
  const address = new URL(location.href);
  const { pathname, searchParams } = address;
  const given = searchParams.get('token') ?? searchParams.get('secret');
  if (!given) return;
  searchParams.delete('token');
  searchParams.delete('secret');
  history.replaceState(history.state, '', address);
  if (tabPages.test(pathname)) keepTabToken(given);
  else token = given;
}

/**
 * Returns the secret that this page was opened with; null if there was none, if it was used, or if the tab keeps it
 * (`tabPages`).
 */
export function addressToken(): string | null {
  return token;
}

export function forgetAddressToken(): void {
  token = null;
}
