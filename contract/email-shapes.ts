// Apart from `text.ts`, because few screens read an address and all read texts.
import * as z from 'zod/mini';
import { emailAddressOf } from './email-addresses.ts';
import { inOneLine, isStorable } from './text.ts';

type Sentence = string | { error: (issue: { input?: unknown }) => string };

/** An email address in the form in which addresses are compared: trimmed, its domain in ASCII. */
export function emailAddress(error: Sentence, required: Sentence = error) {
  const sentence = typeof error === 'string' ? { error } : error;
  return z.string(sentence).check(
    // Cleaned of these characters it would be another address.
    z.refine(isStorable, { ...sentence, abort: true }),
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
 * An email address of a call that only looks an account up. Takes also what the rule refuses today and earlier versions
 * of the portal took, so that the owner of such an account still gets in.
 */
export function knownEmailAddress(error: string) {
  return z.string({ error }).check(
    z.refine(isStorable, { error, abort: true }),
    inOneLine,
    z.overwrite((text) => emailAddressOf(text) ?? text),
    z.refine((text) => text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text), { error }),
    z.meta({ format: 'email', maxLength: 254 }),
  );
}
