import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest, noSuchReference } from '../errors.ts';
import { mergeMetadata } from '../metadata.ts';
import { invoiceChange } from './change-invoice.ts';
import {
  checkItemsFit,
  cycleOf,
  inPeriod,
  intervalOf,
  itemList,
  newItem,
  periodOf,
  planOf,
  priceFor,
} from './items.ts';
import { periodFrom } from './periods.ts';
import { prorate } from './proration.ts';
import { changeSubscription } from './status.ts';

type SentItem = Stripe.SubscriptionUpdateParams.Item;

/**
 * Changes what a subscription sells. Within the same interval the difference waits for the next invoice unless it is to
 * be invoiced at once; another interval begins a new period, which is invoiced now.
 * @param described the subscription with the call's other changes, not yet stored
 */
export function changeItems(
  context: Context,
  before: Stripe.Subscription,
  described: Stripe.Subscription,
  sent: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription {
  if (before.status === 'incomplete') {
    throw invalidRequest('This subscription cannot change its items before its first payment.', { param: 'items' });
  }
  const items = changedItems(context, before, sent.items ?? []);
  checkItemsFit(items);
  const prorates = before.status !== 'trialing' && sent.proration_behavior !== 'none';
  const at = sent.proration_date ?? context.now;
  const after = { ...described, items: itemList(before.id, items) };
  if (before.status === 'trialing' || hasInterval(before, items)) {
    if (prorates) prorate(context, before, items, at);
    if (!prorates || sent.proration_behavior !== 'always_invoice') return changeSubscription(context, before, after);
    return invoiceChange(context, before, after, { ...sent, chargesPeriod: false });
  }
  if (prorates) prorate(context, before, [], at);
  const { now } = context;
  const restarted = inPeriod({ ...after, billing_cycle_anchor: now }, periodFrom(now, cycleOf(items), now));
  return invoiceChange(context, before, restarted, { ...sent, chargesPeriod: true });
}

function hasInterval(before: Stripe.Subscription, items: readonly Stripe.SubscriptionItem[]): boolean {
  const [old] = before.items.data;
  const [fresh] = items;
  return !old || !fresh || intervalOf(old.price) === intervalOf(fresh.price);
}

function changedItems(
  context: Context,
  before: Stripe.Subscription,
  sent: readonly SentItem[],
): Stripe.SubscriptionItem[] {
  const { start, end } = periodOf(before);
  let items = [...before.items.data];
  for (const [index, one] of sent.entries()) {
    const param = `items[${index}]`;
    if (!one.id) {
      const added = newItem(context, before.id, { ...one, metadata: one.metadata || {} }, param);
      items.push({ ...added, current_period_end: end, current_period_start: start });
      continue;
    }
    const old = items.find(({ id }) => id === one.id);
    if (!old) throw noSuchReference('subscription_item', one.id, `${param}[id]`);
    items = one.deleted
      ? items.filter((item) => item !== old)
      : items.map((item) => (item === old ? changedItem(context, item, one, param) : item));
  }
  return items;
}

function changedItem(
  context: Context,
  item: Stripe.SubscriptionItem,
  sent: SentItem,
  param: string,
): Stripe.SubscriptionItem {
  const price = sent.price || sent.price_data ? priceFor(context, sent, param) : item.price;
  const metadata = mergeMetadata(item.metadata, sent.metadata);
  return { ...item, metadata, plan: planOf(price), price, quantity: sent.quantity ?? item.quantity };
}
