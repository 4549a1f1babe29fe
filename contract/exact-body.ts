import * as z from 'zod/mini';
import { firstCharacters } from './characters.ts';

/**
 * Builds the schema of a body about money. Rejects unknown fields, because a misspelt amount that is dropped would
 * charge or refund another sum (API-62). Bodies in which the server decides the amount may have more fields
 * (SUBSCR-11).
 */
export function exactBody<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownField(issue.keys, Object.keys(shape)) : undefined),
  });
}

function unknownField(given: readonly string[], known: readonly string[]): string {
  const named = given.map((name) => firstCharacters(name, 40)).slice(0, 3);
  return `${named.join(', ')} ${given.length > 1 ? 'are no fields' : 'is no field'} of this call, which takes ${known.join(', ')}`;
}

/** An amount in whole minor units, such as 1999 for £19.99; null or absent for all that is left. */
export const AmountMinor = z._default(
  z.nullable(
    z
      .int('amountMinor must be a whole number of minor units, such as 1999 for 19.99')
      .check(z.gt(0, 'Amount must be more than zero')),
  ),
  null,
);

/** Rejects a body with both `amount` and `amountMinor`. */
export const namesOneAmount = z.refine<{ amount?: unknown; amountMinor?: unknown }>(
  ({ amount = null, amountMinor = null }) => amount === null || amountMinor === null,
  { path: ['amountMinor'], error: 'Send amountMinor or amount, not both' },
);
