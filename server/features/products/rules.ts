import { isSecureAddress } from '#server/features/catalogue/rules.ts';

type Surroundings = { portalOrigin: string; isDemo: boolean };

/**
 * An address that a tool may have (ADM-PROD-10): https, a path of the app, an address of the portal itself, and in demo
 * mode http on this very machine.
 */
export function isToolAddress(address: string, { portalOrigin, isDemo }: Surroundings): boolean {
  if (/[\\\s\p{C}]/u.test(address)) return false;
  const url = URL.parse(address, portalOrigin);
  if (url?.username !== '' || url.password !== '') return false;
  if (url.origin === portalOrigin) return address.startsWith(`${portalOrigin}/`) || /^\/(?!\/)/.test(address);
  if (!/^https?:\/\//.test(address)) return false;
  if (url.protocol === 'http:') return isDemo && isLoopback(url.hostname);
  return isSecureAddress(address);
}

const isLoopback = (host: string) => /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(host);
