import { keepTabToken } from './tab-token.ts';

/**
 * Pages whose secret stays with the tab: tools use it as long as they are shown, gifts and invitations also after a reload
 * and after signing in.
 */
const tabPages = /^\/(tools\/.|gift$|invitation$)/;

let token: string | null = null;

/** Moves the secret of a mailed link or a tool out of the address bar. To be called before anything is requested. */
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

/** The secret that this page was opened with; null if there was none or it was used. */
export function addressToken(): string | null {
  return token;
}

/** Forgets the used secret. */
export function forgetAddressToken(): void {
  token = null;
}
