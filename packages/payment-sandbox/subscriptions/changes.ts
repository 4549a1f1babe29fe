import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest, missingParameter, noSuchReference } from '../errors.ts';
import { idOf } from '../lists.ts';
import { mergeMetadata, textOf } from '../parameters.ts';
import { referredCustomer } from '../resources/customer-lookup.ts';
import { checkTaxPlace, subscriptionTaxOf } from '../tax/invoice-taxes.ts';
import { cancellationDetails, scheduledCancellation } from './cancellation.ts';
import { ownCard } from './cards.ts';
import { paymentSettingsOf, trialSettingsOf } from './creation.ts';
import { endDiscounts, redeemDiscounts } from './discounts.ts';
import { invoiceChange, prorate } from './invoicing.ts';
import {
  checkItemsFit,
  cycleOf,
  haveSameInterval,
  inPeriod,
  itemList,
  newItem,
  periodOf,
  planOf,
  priceFor,
} from './items.ts';
import { changeSubscription, hasEnded } from './status.ts';
import { periodFrom, planCancellation, planCollection } from './timetable.ts';
import { changeTrial } from './trial.ts';

/**
 * Changes a subscription.
 * @throws ApiError 400 for a change it does not allow; 402 when a payment fails and `error_if_incomplete` was sent
 */
export function updateSubscription(
  context: Context,
  before: Stripe.Subscription,
  sent: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription {
  if (hasEnded(before)) refuseEnded(sent);
  const described = withFields(context, before, sent);
  const scheduled = scheduledCancellation(context, described, sent);
  const after = store(context, before, scheduled, sent);
  endDiscounts(context, droppedDiscounts(before, after));
  if (after.cancel_at !== before.cancel_at) planCancellation(context, after);
  if (sent.pause_collection !== undefined) planCollection(context, after);
  return after;
}

function store(
  context: Context,
  before: Stripe.Subscription,
  described: Stripe.Subscription,
  sent: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription {
  if (sent.items || sent.billing_cycle_anchor?.type === 'now') return changeItems(context, before, described, sent);
  if (sent.trial_end !== undefined) return changeTrial(context, before, described, sent);
  return changeSubscription(context, before, described);
}

function droppedDiscounts(before: Stripe.Subscription, after: Stripe.Subscription): string[] {
  const kept = after.discounts.map(idOf);
  return before.discounts.map((one) => idOf(one) ?? '').filter((id) => !kept.includes(id));
}

/** Rejects changes of an ended subscription except of its metadata and cancellation details. */
function refuseEnded(sent: Stripe.SubscriptionUpdateParams): void {
  const { metadata: _, cancellation_details: __, expand: ___, ...other } = sent;
  if (Object.keys(other).length === 0) return;
  throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
    code: 'invalid_canceled_subscription_fields',
  });
}

function withFields(
  context: Context,
  before: Stripe.Subscription,
  sent: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription {
  const card = sent.default_payment_method;
  const details = sent.cancellation_details && cancellationDetails(before, sent.cancellation_details);
  return {
    ...before,
    automatic_tax: automaticTax(context, before, sent),
    ...collectionOf(before, sent),
    cancellation_details: details
      ? { ...details, reason: before.cancellation_details?.reason ?? null }
      : before.cancellation_details,
    default_payment_method: defaultCard(context, before, card),
    description: textOf(sent.description, before.description),
    discounts: changedDiscounts(context, before, sent.discounts),
    metadata: mergeMetadata(before.metadata, sent.metadata),
    pause_collection: pauseOf(context, before, sent.pause_collection),
    payment_settings: sent.payment_settings
      ? paymentSettingsOf(before.payment_settings, sent.payment_settings)
      : before.payment_settings,
    trial_settings: sent.trial_settings
      ? trialSettingsOf(before.trial_settings, sent.trial_settings)
      : before.trial_settings,
  };
}

/** Returns the discounts after the call: a list replaces them, an empty text clears them, an empty list keeps them. */
function changedDiscounts(
  context: Context,
  before: Stripe.Subscription,
  sent: Stripe.SubscriptionUpdateParams['discounts'],
): Stripe.Subscription['discounts'] {
  if (sent === '') return [];
  if (!sent || sent.length === 0) return before.discounts;
  const customer = idOf(before.customer) ?? '';
  return redeemDiscounts(context, sent, { customer, subscription: before.id, currency: before.currency });
}

/**
 * Returns the collection method of the next invoices, and the days to pay them.
 * @throws ApiError 400 for invoices sent to the customer without a number of days to pay
 */
function collectionOf(
  before: Stripe.Subscription,
  { collection_method: method = before.collection_method, days_until_due: days }: Stripe.SubscriptionUpdateParams,
): Pick<Stripe.Subscription, 'collection_method' | 'days_until_due'> {
  if (method !== 'send_invoice') return { collection_method: method, days_until_due: null };
  const daysUntilDue = days ?? before.days_until_due;
  if (daysUntilDue === null) throw missingParameter('days_until_due');
  return { collection_method: method, days_until_due: daysUntilDue };
}

function automaticTax(
  context: Context,
  before: Stripe.Subscription,
  { automatic_tax: sent }: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription.AutomaticTax {
  if (!sent) return before.automatic_tax;
  if (sent.enabled) checkTaxPlace(context, referredCustomer(context, idOf(before.customer) ?? ''));
  return subscriptionTaxOf(sent.enabled);
}

function defaultCard(
  context: Context,
  before: Stripe.Subscription,
  sent: string | undefined,
): Stripe.Subscription['default_payment_method'] {
  if (sent === undefined) return before.default_payment_method;
  return sent === '' ? null : ownCard(context, idOf(before.customer) ?? '', sent, 'default_payment_method');
}

/** Returns the pause of collection after the call. @throws ApiError 400 for a pause that would end in the past */
function pauseOf(
  { now }: Context,
  before: Stripe.Subscription,
  sent: Stripe.SubscriptionUpdateParams['pause_collection'],
): Stripe.Subscription.PauseCollection | null {
  if (sent === undefined) return before.pause_collection;
  if (!sent) return null;
  const { behavior, resumes_at: resumesAt = null } = sent;
  if (resumesAt !== null && resumesAt <= now) {
    throw invalidRequest('The time to resume the collection must be in the future.', {
      param: 'pause_collection[resumes_at]',
    });
  }
  return { behavior, resumes_at: resumesAt };
}

type SentItem = Stripe.SubscriptionUpdateParams.Item;

/**
 * Changes the items of a subscription. Within the same interval the difference waits for the next invoice unless the
 * call asks to invoice it at once; another interval, or a cycle that is to begin now, begins a new period, which is
 * invoiced now. During a trial only the items change.
 * @param described the subscription with the call's other changes, not yet stored
 */
function changeItems(
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
  const keepsAnchor = sent.billing_cycle_anchor?.type !== 'now';
  if (before.status === 'trialing' || (keepsAnchor && haveSameInterval(before.items.data, items))) {
    if (prorates) prorate(context, before, items, at);
    if (!prorates || sent.proration_behavior !== 'always_invoice') return changeSubscription(context, before, after);
    return invoiceChange(context, before, after, { ...sent, chargesPeriod: false });
  }
  if (prorates) prorate(context, before, [], at);
  const { now } = context;
  const restarted = inPeriod({ ...after, billing_cycle_anchor: now }, periodFrom(now, cycleOf(items), now));
  return invoiceChange(context, before, restarted, { ...sent, chargesPeriod: true });
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
