import { isIP } from 'node:net';

/** The relying party of the portal's passkeys: its host as browsers name it, and the origin of its pages. */
export type RelyingParty = { id: string; origin: string };

/** The relying party of a portal, or the sentence that says why browsers would make no passkeys for it. */
export type PasskeySupport = { party: RelyingParty; problem: null } | { party: null; problem: string };

/**
 * Returns the relying party of a portal at this URL (PASS-04). Browsers take host names alone, over https or on
 * localhost (WebAuthn, sections 5.1.3 and 13.4.9).
 */
export function passkeySupportOf(publicUrl: string): PasskeySupport {
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    return off(origin, 'passkeys need a host name instead of an IP address');
  }
  if (protocol !== 'https:' && !/^(.+\.)?localhost$/.test(hostname)) {
    return off(origin, 'passkeys need https, except at localhost');
  }
  return { party: { id: hostname, origin }, problem: null };
}

function off(origin: string, reason: string): PasskeySupport {
  return { party: null, problem: `Passkeys are off: the address of this portal is ${origin}, and ${reason}.` };
}
