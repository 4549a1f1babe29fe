import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import { StripeOutage } from '#server/platform/stripe/errors.ts';

/**
 * Works through a list. An item that fails does not block the others.
 * @param nameOf names an item by its id, for the message of the error
 * @param failure beginning of the message when items failed
 * @throws StripeOutage when Stripe does not respond, so that the next run continues; AggregateError at the end when
 * items failed
 */
export async function workThrough<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  { nameOf, failure }: { nameOf: (item: Item) => string; failure: string },
): Promise<void> {
  const failures = new ItemFailures(failure, isOutage);
  for (const item of items) await failures.attempt(nameOf(item), () => work(item));
  failures.throwAny();
}

/**
 * Whether every further call to Stripe would fail, too. A status of 500 may concern a single object, and Stripe repeats
 * it for its idempotency key; after five in a row the gateway stops calling, which is an outage.
 */
export const isOutage = (error: unknown) => error instanceof StripeOutage && !error.wasAnswered;
