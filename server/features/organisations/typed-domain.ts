import { domainToASCII } from 'node:url';
import providers from 'email-providers/all.json' with { type: 'json' };
import { parse } from 'tldts';

const ofProviders: ReadonlySet<string> = new Set(providers);

/** What a typed domain is: one that an organisation can prove, one that gives addresses to everybody, or none. */
export type TypedDomain = { kind: 'own' | 'public'; domain: string } | { kind: 'wrong' };

/** Reads a typed domain. Public ones are mail providers, and names such as co.uk below which everybody can register. */
export function readDomain(typed: string): TypedDomain {
  const name = domainToASCII(typed.trim());
  const { hostname, domain, isIp, publicSuffix } = parse(name, { allowPrivateDomains: true });
  if (name === '' || isIp || hostname !== name || publicSuffix === null) return { kind: 'wrong' };
  if (name === publicSuffix) return name.includes('.') ? { kind: 'public', domain: name } : { kind: 'wrong' };
  const isOfProvider = ofProviders.has(name) || (domain !== null && ofProviders.has(domain));
  return { kind: isOfProvider ? 'public' : 'own', domain: name };
}

/** The name of the DNS record that proves a domain. */
export const recordName = (domain: string) => `_portal-verification.${domain}`;
