import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { noSuchReference, noSuchResource } from '../errors.ts';

/** Returns a customer of the path that was not deleted. @throws ApiError 404 */
export function liveCustomer({ store }: Context, id: string): Stripe.Customer {
  const customer = store.find('customer', id);
  if (!customer || customer.deleted) throw noSuchResource('customer', id);
  return customer;
}

/** Returns a customer that a parameter names. @throws ApiError 400 */
export function referredCustomer({ store }: Context, id: string, param = 'customer'): Stripe.Customer {
  const customer = store.find('customer', id);
  if (!customer || customer.deleted) throw noSuchReference('customer', id, param);
  return customer;
}
