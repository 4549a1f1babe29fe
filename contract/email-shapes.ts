// Apart from `text.ts`, because few screens read an address and all read texts.
import * as z from 'zod/mini';
import { asciiDomain, emailAddressOf } from './email-addresses.ts';
import { inOneLine, soughtText } from './text.ts';

type Sentence = string | { error: (issue: { input?: unknown }) => string };

/** An email address in the form in which addresses are compared: trimmed, its domain in ASCII. */
export function emailAddress(error: Sentence, required: Sentence = error) {
  const sentence = typeof error === 'string' ? { error } : error;
  return z.string(sentence).check(
    inOneLine,
    z.refine((text) => text !== '', {
      ...(typeof required === 'string' ? { error: required } : required),
      abort: true,
    }),
    // An address that is none stays as it is, so that the sentence can name it.
    z.overwrite((text) => emailAddressOf(text) ?? text),
    z.refine((text) => emailAddressOf(text) !== null, sentence),
    z.meta({ format: 'email', maxLength: 254 }),
  );
}

/**
 * The same for calls that only look an account up: also an address that the rule refuses and earlier versions of the
 * portal took, so that its owner still gets in.
 */
export function knownEmailAddress(error: string) {
  return z.string({ error }).check(
    inOneLine,
    z.overwrite((text) => emailAddressOf(text) ?? text),
    z.refine((text) => text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text), { error }),
    z.meta({ format: 'email', maxLength: 254 }),
  );
}

/** A part of a name or address that a list of people is searched for; empty when it is left out. */
export const soughtPerson = z.pipe(soughtText, z.transform(withAsciiDomain));

/** Addresses are stored with their domain in ASCII, and looked for as people write them. */
function withAsciiDomain(text: string): string {
  const [local = '', domain, ...rest] = text.split('@');
  if (domain === undefined || rest.length > 0) return text;
  return `${local}@${asciiDomain(domain) ?? domain}`;
}
