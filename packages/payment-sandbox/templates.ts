import { readFileSync } from 'node:fs';
import type Stripe from 'stripe';
import type { Records, ResourceName } from './records.ts';

/** Objects that stand inside others only. */
type Parts = { line_item: Stripe.InvoiceLineItem; plan: Stripe.Plan; subscription_item: Stripe.SubscriptionItem };

type Templates = Pick<Records, ResourceName> & Parts;

// Safe: the file is part of this folder; the tests validate every object made from it.
const examples = JSON.parse(readFileSync(new URL('./stripe-examples.json', import.meta.url), 'utf8')) as Record<
  string,
  object
>;

/**
 * A fresh, complete object of a resource, copied from Stripe's published example. The maker overwrites what differs;
 * the copy gives the many fields a one-off purchase never touches.
 */
export function exampleOf<R extends keyof Templates>(resource: R): Templates[R] {
  const example = examples[resource];
  if (!example) throw new Error(`there is no example of ${resource}`);
  return structuredClone(example) as Templates[R];
}
