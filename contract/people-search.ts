import * as z from 'zod/mini';
import { asciiDomain } from './email-addresses.ts';
import { soughtText } from './text.ts';

/** A part of a name or address that a list of people is searched for; empty when it is left out. */
export const soughtPerson = z.pipe(soughtText, z.transform(withAsciiDomain));

/** Addresses are stored with their domain in ASCII, and looked for as people write them. */
function withAsciiDomain(text: string): string {
  const [local = '', domain, ...rest] = text.split('@');
  if (domain === undefined || rest.length > 0) return text;
  return `${local}@${asciiDomain(domain) ?? domain}`;
}
