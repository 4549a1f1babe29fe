import * as z from 'zod/mini';
import { optionalText, requiredText } from './text.ts';

/**
 * Parts of an address that mail programs make links of: a scheme, "www.", an @, or a domain with a path, a query or a
 * port.
 */
const address = /:\/\/|www\.|@|[\p{L}\p{N}]\.\p{L}{2,}\.?(?:[/\\?#]\S|:\d)/iu;

/**
 * Whether a name contains a web or email address, also in full-width characters that look like one, and with the
 * ideographic full stop, which browsers read as a dot.
 */
export function holdsAddress(name: string): boolean {
  return address.test(name.normalize('NFKC').replaceAll('\u3002', '.'));
}

/**
 * Builds the schema of a name of a person or an organisation: one line, without an address, because mails to other
 * people show the name.
 */
export function nameText(limits: { field: string; max: number }) {
  return requiredText(limits).check(
    z.refine((name) => !holdsAddress(name), `${limits.field} must not contain a web or email address`),
  );
}

/** A person's own words in a mail to others: optional, several lines, without an address. */
export function messageText(limits: { field: string; max: number }) {
  return optionalText({ ...limits, lines: true }).check(
    z.refine((text) => text === null || !holdsAddress(text), `${limits.field} must not contain a web or email address`),
  );
}
