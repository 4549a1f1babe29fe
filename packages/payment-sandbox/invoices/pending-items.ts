import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { idOf } from '../lists.ts';

/** What waits to be put on the next invoice of a customer: the subscription's own, and what belongs to none. */
export function pendingItems(
  { store }: Context,
  of: { customer: string; subscription: string | null; currency: string },
): Stripe.InvoiceItem[] {
  return store
    .all('invoiceitem')
    .filter((item) => item.invoice === null && idOf(item.customer) === of.customer && item.currency === of.currency)
    .filter((item) => {
      const subscription = idOf(item.parent?.subscription_details?.subscription);
      return subscription === null || subscription === of.subscription;
    });
}

/** Binds items to the invoice that has taken them up. */
export function takeUpItems({ store }: Context, items: readonly Stripe.InvoiceItem[], invoice: Stripe.Invoice): void {
  for (const item of items) store.put('invoiceitem', { ...item, invoice: invoice.id });
}
