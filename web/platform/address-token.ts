import { keepTabToken } from './tab-token.ts';

/** Pages whose address carries the secret of a mailed link. */
const linkPages = ['/reset-password', '/verify-email', '/settings', '/unsubscribe'];

/** Pages of tools: their secret is used as long as the tab shows the tool, also after a reload. */
const toolPages = /^\/tools\/./;

let token: string | null = null;

/** Moves the secret of a link or a tool out of the address bar. To be called before anything is requested. */
export function hideAddressToken(): void {
  const address = new URL(location.href);
  const given = address.searchParams.get('token');
  const isTool = toolPages.test(address.pathname);
  if (!given || !(isTool || linkPages.includes(address.pathname))) return;
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address.pathname + address.search + address.hash);
  if (isTool) keepTabToken(given);
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
