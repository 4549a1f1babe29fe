// Apart from `text.ts`, because few screens read an address and all read texts.
import * as z from 'zod/mini';
import { becomesAscii, emailAddressOf } from './email-addresses.ts';
import { inOneLine, isStorable } from './text.ts';

type Sentence = string | { error: (issue: { input?: unknown }) => string };

/** Builds the schema of an email address in the form in which addresses are stored: trimmed, its domain in ASCII. */
export function emailAddress(error: Sentence, required: Sentence = error) {
  const sentence = typeof error === 'string' ? { error } : error;
  return z.string(sentence).check(
    // Rejected and not cleaned, because without these characters it would be another address.
    z.refine((text) => isStorable(text) && !becomesAscii(text), { ...sentence, abort: true }),
    inOneLine,
    z.refine((text) => text !== '', {
      ...(typeof required === 'string' ? { error: required } : required),
      abort: true,
    }),
    // Invalid addresses remain unchanged, so that the error can name them.
    z.overwrite((text) => emailAddressOf(text) ?? text),
    z.refine((text) => emailAddressOf(text) !== null, sentence),
    z.meta({ format: 'email', maxLength: 254 }),
  );
}

/**
 * Builds the schema of an email address that is only used to find an account. Also accepts addresses that the current
 * rule rejects but earlier versions of the portal accepted, so that the owners of such accounts can still sign in.
 */
export function knownEmailAddress(error: string) {
  return z.string({ error }).check(
    z.refine((text) => isStorable(text) && !becomesAscii(text), { error, abort: true }),
    inOneLine,
    z.overwrite((text) => emailAddressOf(text) ?? text),
    z.refine((text) => text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text), { error }),
    z.meta({ format: 'email', maxLength: 254 }),
  );
}
