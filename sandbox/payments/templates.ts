import { readFileSync } from 'node:fs';
import type { Records, ResourceName } from './records.ts';

// Safe: the file is part of this folder; the tests validate every object made from it.
const examples = JSON.parse(readFileSync(new URL('./stripe-examples.json', import.meta.url), 'utf8')) as Record<
  string,
  object
>;

/**
 * A fresh, complete object of a resource, copied from Stripe's published example. The maker overwrites what differs;
 * the copy gives the many fields a one-off purchase never touches.
 */
export function exampleOf<R extends ResourceName>(resource: R): Records[R] {
  const example = examples[resource];
  if (!example) throw new Error(`there is no example of ${resource}`);
  return structuredClone(example) as Records[R];
}
