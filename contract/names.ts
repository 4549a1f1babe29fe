import * as z from 'zod/mini';
import { requiredText } from './text.ts';

/** A scheme, "www.", an @, or a domain with a path, a query or a port, which mail programs make links of. */
const address = /:\/\/|www\.|@|[\p{L}\p{N}]\.\p{L}{2,}\.?(?:[/\\?#]\S|:\d)/iu;

/** Whether a name holds a web or email address, also in full-width characters that look like it. */
export function holdsAddress(name: string): boolean {
  return address.test(name.normalize('NFKC'));
}

/** A name of a person or an organisation: one line that mails to others show, so that it must not hold an address. */
export function nameText(limits: { field: string; max: number }) {
  return requiredText(limits).check(
    z.refine((name) => !holdsAddress(name), `${limits.field} must not contain a web or email address`),
  );
}
