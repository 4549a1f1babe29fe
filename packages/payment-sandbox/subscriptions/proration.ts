import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { newInvoiceItem } from '../invoices/new-invoice-item.ts';
import { idOf } from '../lists.ts';
import { couponOf, runningDiscounts } from './discounts.ts';
import { periodOf } from './items.ts';

type Item = Stripe.SubscriptionItem;

/**
 * Credits the unused part of what an item change takes away and charges the rest of the period for what it brings, as
 * items that wait for the next invoice. Percentages the subscription has off are in the amounts.
 * @param at when the change counts from, seconds
 */
export function prorate(
  context: Context,
  before: Stripe.Subscription,
  after: readonly Item[],
  at: number,
): Stripe.InvoiceItem[] {
  const changed = (item: Item, others: readonly Item[]) => !others.some((other) => isSame(item, other));
  const old = before.items.data.filter((item) => changed(item, after));
  const fresh = after.filter((item) => changed(item, before.items.data));
  return [
    ...old.map((item) => prorationOf(context, before, item, { at, sign: -1 })),
    ...fresh.map((item) => prorationOf(context, before, item, { at, sign: 1 })),
  ];
}

function isSame(left: Item, right: Item): boolean {
  return left.id === right.id && left.price.id === right.price.id && left.quantity === right.quantity;
}

function prorationOf(
  context: Context,
  subscription: Stripe.Subscription,
  item: Item,
  { at, sign }: { at: number; sign: 1 | -1 },
): Stripe.InvoiceItem {
  const { start, end } = periodOf(subscription);
  const share = Math.min(1, Math.max(0, (end - at) / (end - start)));
  const { price, quantity = 1 } = item;
  const full = (price.unit_amount ?? 0) * quantity * leftAfterPercents(context, subscription);
  const product = context.store.find('product', idOf(price.product) ?? '')?.name ?? price.id;
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(at * 1000);
  return newInvoiceItem(context, {
    customer: idOf(subscription.customer) ?? '',
    amountMinor: sign * Math.round(full * share),
    currency: price.currency,
    description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${product} after ${day}`,
    period: { start: at, end },
    price,
    quantity,
    subscription: { id: subscription.id, item: item.id },
    proration: true,
  });
}

function leftAfterPercents(context: Context, subscription: Stripe.Subscription): number {
  const percents = runningDiscounts(context, subscription.discounts).map(
    (one) => couponOf(context, one).percent_off ?? 0,
  );
  return percents.reduce((left, percent) => (left * (100 - percent)) / 100, 1);
}
