import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, missingParameter, noSuchReference } from '../errors.ts';
import { randomText } from '../ids.ts';
import { idOf } from '../lists.ts';
import { mergeMetadata } from '../parameters.ts';
import { newPrice } from '../resources/prices.ts';
import type { Period } from './timetable.ts';

type SentItem = Pick<Stripe.SubscriptionCreateParams.Item, 'metadata' | 'price' | 'price_data' | 'quantity'>;

/** Finds the recurring, active price that a parameter names, or makes one from `price_data`. @throws ApiError 400 */
export function priceFor(context: Context, sent: Pick<SentItem, 'price' | 'price_data'>, param: string): Stripe.Price {
  if (sent.price_data) return newPrice(context, { ...sent.price_data, active: false });
  if (!sent.price) throw missingParameter(`${param}[price]`);
  const price = context.store.find('price', sent.price);
  if (!price) throw noSuchReference('price', sent.price, `${param}[price]`);
  if (!price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: `${param}[price]`,
    });
  }
  if (!price.recurring) {
    throw invalidRequest(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param: `${param}[price]` },
    );
  }
  return price;
}

/** Builds one item of a subscription; the caller sets its period. */
export function newItem(
  context: Context,
  subscriptionId: string,
  sent: SentItem,
  param: string,
): Stripe.SubscriptionItem {
  const price = priceFor(context, sent, param);
  return {
    ...exampleOf('subscription_item'),
    id: `si_${randomText(14)}`,
    billing_thresholds: null,
    created: context.now,
    current_period_end: context.now,
    current_period_start: context.now,
    metadata: mergeMetadata({}, sent.metadata),
    plan: planOf(price),
    price,
    quantity: sent.quantity ?? 1,
    subscription: subscriptionId,
  };
}

/** Builds the older form of a price, which items still show. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    ...exampleOf('plan'),
    id: price.id,
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    created: price.created,
    currency: price.currency,
    interval: recurringOf(price).interval,
    interval_count: recurringOf(price).interval_count,
    metadata: price.metadata,
    nickname: price.nickname,
    product: idOf(price.product),
    transform_usage: null,
    trial_period_days: recurringOf(price).trial_period_days,
  };
}

/** Checks that items share a currency and an interval and have different prices. @throws ApiError 400 */
export function checkItemsFit(items: readonly Stripe.SubscriptionItem[]): void {
  const [first] = items;
  if (!first) throw missingParameter('items');
  const kinds = new Set(items.map(({ price }) => `${price.currency} ${intervalOf(price)}`));
  if (kinds.size > 1) {
    throw invalidRequest('Currency and interval fields must match across all plans on this subscription.', {
      param: 'items',
    });
  }
  if (new Set(items.map(({ price }) => price.id)).size < items.length) {
    throw invalidRequest('Subscription Item: a price can be on a subscription only once.', { param: 'items' });
  }
}

/** Whether a change of items leaves the length of the period as it is. */
export function haveSameInterval(
  [old]: readonly Stripe.SubscriptionItem[],
  [fresh]: readonly Stripe.SubscriptionItem[],
): boolean {
  return !old || !fresh || intervalOf(old.price) === intervalOf(fresh.price);
}

function intervalOf(price: Stripe.Price): string {
  const { interval, interval_count: count } = recurringOf(price);
  return `${count} ${interval}`;
}

/** Returns the interval of an item's price; priceFor accepts only recurring prices. */
function recurringOf(price: Stripe.Price): Stripe.Price.Recurring {
  if (!price.recurring) throw new Error(`${price.id} is not a recurring price`);
  return price.recurring;
}

/** Returns the price interval that all items share. */
export function cycleOf(items: readonly Stripe.SubscriptionItem[]): Stripe.Price.Recurring {
  const [first] = items;
  if (!first) throw new Error('a subscription has at least one item');
  return recurringOf(first.price);
}

/** Wraps items in the list form they have inside a subscription. */
export function itemList(
  subscriptionId: string,
  items: readonly Stripe.SubscriptionItem[],
): Stripe.Subscription['items'] {
  const url = `/v1/subscription_items?subscription=${subscriptionId}`;
  return { object: 'list', data: [...items], has_more: false, url };
}

/** Returns the subscription with all its items in another period; a cancellation by the flag moves to its end. */
export function inPeriod(subscription: Stripe.Subscription, period: Period): Stripe.Subscription {
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_end: period.end,
    current_period_start: period.start,
  }));
  const cancelAt = subscription.cancel_at_period_end ? period.end : subscription.cancel_at;
  return { ...subscription, cancel_at: cancelAt, items: itemList(subscription.id, items) };
}

export function periodOf(subscription: Stripe.Subscription): Period {
  const [first] = subscription.items.data;
  if (!first) throw new Error('a subscription has at least one item');
  return { start: first.current_period_start, end: first.current_period_end };
}
