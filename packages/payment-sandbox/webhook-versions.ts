import type Stripe from 'stripe';
import { settingsOf } from './context.ts';
import { apiVersion } from './document.ts';
import type { Store } from './store.ts';

/** From this version on, periods are on subscription items, and an invoice names its subscription under `parent`. */
const movedFields = '2025-03-31.basil';

/** Returns the account's API version, which events and endpoints have unless they name another. */
export function accountVersion(store: Store): string {
  return settingsOf(store).accountApiVersion ?? apiVersion;
}

/**
 * Returns an event in the form of an API version. For older versions the sandbox changes only the fields that
 * integrations most often read: a subscription's period, and an invoice's subscription and `paid`.
 */
export function inVersion(event: Stripe.Event, version: string): object {
  if (version >= movedFields) return { ...event, api_version: version };
  return { ...event, api_version: version, data: { ...event.data, object: older(event.data.object) } };
}

function older(object: Stripe.Event['data']['object']): object {
  if (object.object === 'subscription') {
    const [first] = object.items.data;
    const data = object.items.data.map(({ current_period_end: _, current_period_start: __, ...item }) => item);
    return {
      ...object,
      current_period_end: first?.current_period_end,
      current_period_start: first?.current_period_start,
      items: { ...object.items, data },
    };
  }
  if (object.object === 'invoice') {
    const { parent, ...rest } = object;
    return {
      ...rest,
      paid: object.status === 'paid',
      subscription: parent?.subscription_details?.subscription ?? null,
    };
  }
  return object;
}
