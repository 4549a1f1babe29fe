import { keepTabToken } from './tab-token.ts';

/** Pages whose address carries the secret of a mailed link. */
const linkPages = ['/reset-password', '/verify-email', '/settings', '/unsubscribe'];

/**
 * Pages whose secret stays with the tab: tools use it as long as they are shown, gifts and invitations also after a reload
 * and after signing in.
 */
const tabPages = /^\/(tools\/.|(gift|invitation)$)/;

let token: string | null = null;

/** Moves the secret of a link or a tool out of the address bar. To be called before anything is requested. */
export function hideAddressToken(): void {
  const address = new URL(location.href);
  const name = address.pathname === '/gift' ? 'secret' : 'token';
  const given = address.searchParams.get(name);
  const isOfTab = tabPages.test(address.pathname);
  if (!given || !(isOfTab || linkPages.includes(address.pathname))) return;
  address.searchParams.delete(name);
  history.replaceState(history.state, '', address.pathname + address.search + address.hash);
  if (isOfTab) keepTabToken(given);
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
