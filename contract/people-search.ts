import * as z from 'zod/mini';
import { asciiDomain } from './email-addresses.ts';
import { soughtText } from './text.ts';

/** Part of a name or email address to search a list of people for; empty when it is left out. */
export const soughtPerson = z.pipe(soughtText, z.transform(withAsciiDomain));

/** Converts the domain to ASCII, because addresses are stored in that form and people type the other. */
function withAsciiDomain(text: string): string {
  const [local = '', domain, ...rest] = text.split('@');
  if (domain === undefined || rest.length > 0) return text;
  return `${local}@${asciiDomain(domain) ?? domain}`;
}
