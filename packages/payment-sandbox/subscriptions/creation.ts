import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, missingParameter } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { cardOf, finalizeInvoice } from '../invoices/collecting.ts';
import { idOf } from '../lists.ts';
import { mergeMetadata } from '../parameters.ts';
import { referredCustomer } from '../resources/customer-lookup.ts';
import { createSetupIntent } from '../resources/setup-intent-states.ts';
import { schedule } from '../tasks.ts';
import { checkTaxPlace, subscriptionTaxOf } from '../tax/invoice-taxes.ts';
import { scheduledCancellation } from './cancellation.ts';
import { attemptPayment, noCard, ownCard } from './cards.ts';
import { redeemDiscounts } from './discounts.ts';
import { periodInvoice } from './invoicing.ts';
import { checkItemsFit, cycleOf, inPeriod, itemList, newItem } from './items.ts';
import { hasEnded } from './status.ts';
import { periodFrom, planCancellation, planExpiry, planPeriod } from './timetable.ts';
import { trialEndOf } from './trial.ts';

/** Parameters that decide what a new subscription is like; the operation ignores or rejects all others. */
export type NewSubscription = Pick<
  Stripe.SubscriptionCreateParams,
  | 'automatic_tax'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'collection_method'
  | 'customer'
  | 'days_until_due'
  | 'default_payment_method'
  | 'description'
  | 'discounts'
  | 'items'
  | 'metadata'
  | 'off_session'
  | 'payment_behavior'
  | 'payment_settings'
  | 'trial_end'
  | 'trial_period_days'
  | 'trial_settings'
>;

/**
 * Creates a subscription and its first invoice.
 * @returns trialing, or active when nothing is due, it was paid at once or its invoice is sent, otherwise incomplete
 * @throws ApiError 400 for invalid parameters; 402 for a declined card with `error_if_incomplete`
 */
export function createSubscription(context: Context, sent: NewSubscription): Stripe.Subscription {
  const { store } = context;
  const behaviour = sent.payment_behavior ?? 'allow_incomplete';
  if (behaviour === 'pending_if_incomplete') {
    throw invalidRequest('`pending_if_incomplete` can only be used when updating a subscription.', {
      param: 'payment_behavior',
    });
  }
  const made = newSubscription(context, sent);
  const isSent = made.collection_method === 'send_invoice';
  const about = { reason: 'subscription_create', autoAdvance: isSent } as const;
  const { invoice: draft, left } = periodInvoice(context, made, about);
  const card = cardOf(context, made.customer, made);
  const waits = draft.amount_due > 0 && !isSent;
  if (waits && card === null && behaviour !== 'default_incomplete') throw noCard();
  const collectsCard = !waits && !isSent && card === null && behaviour === 'default_incomplete';
  const setup = collectsCard ? createSetupIntent(context, { customer: made.customer }).id : null;
  const started: Stripe.Subscription = { ...left, latest_invoice: draft.id, pending_setup_intent: setup };
  const status = made.status === 'trialing' ? made.status : waits ? 'incomplete' : 'active';
  const stored = store.put('subscription', { ...started, status });
  emit(context, 'invoice.created', draft);
  // An invoice that is sent stays a draft for an hour, and the subscription does not wait for its payment.
  if (isSent) schedule(context, 'invoice.finalize', draft.id, draft.automatically_finalizes_at ?? context.now);
  const invoice = isSent ? draft : finalizeInvoice(context, draft);
  emit(context, 'customer.subscription.created', stored);
  planPeriod(context, stored);
  planCancellation(context, stored);
  if (!waits) return store.get('subscription', stored.id);
  planExpiry(context, stored);
  if (behaviour !== 'default_incomplete' && card !== null) attemptPayment(context, invoice, { ...sent, card });
  return store.get('subscription', stored.id);
}

function newSubscription(context: Context, sent: NewSubscription): Stripe.Subscription & { customer: string } {
  const { now } = context;
  if (!sent.customer) throw missingParameter('customer');
  if (!sent.items) throw missingParameter('items');
  const customer = referredCustomer(context, sent.customer);
  if (sent.automatic_tax?.enabled) checkTaxPlace(context, customer);
  const id = newId('sub');
  const items = sent.items.map((item, index) => newItem(context, id, item, `items[${index}]`));
  checkItemsFit(items);
  const trialEnd = trialEndOf(sent, now);
  const card = sent.default_payment_method;
  const currency = items[0]?.price.currency ?? '';
  checkOneCurrency(context, customer.id, currency);
  const blank: Stripe.Subscription = {
    ...blankSubscription(),
    id,
    automatic_tax: subscriptionTaxOf(sent.automatic_tax?.enabled ?? false),
    billing_cycle_anchor: trialEnd ?? now,
    collection_method: sent.collection_method ?? 'charge_automatically',
    days_until_due: daysUntilDue(sent),
    created: now,
    currency,
    customer: customer.id,
    default_payment_method: card ? ownCard(context, customer.id, card, 'default_payment_method') : null,
    description: sent.description || null,
    discounts: redeemDiscounts(context, sent.discounts || [], { customer: customer.id, subscription: id, currency }),
    items: itemList(id, items),
    latest_invoice: null,
    metadata: mergeMetadata({}, sent.metadata),
    payment_settings: paymentSettingsOf(null, sent.payment_settings),
    start_date: now,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: null,
    trial_end: trialEnd,
    trial_settings: trialSettingsOf(null, sent.trial_settings),
    trial_start: trialEnd === null ? null : now,
  };
  const period = trialEnd === null ? periodFrom(now, cycleOf(items), now) : { start: now, end: trialEnd };
  return { ...scheduledCancellation(context, inPeriod(blank, period), sent), customer: customer.id };
}

/**
 * Returns the days a customer has to pay a sent invoice; null for invoices that are charged.
 * @throws ApiError 400 when a sent invoice has none, or a charged one has some
 */
function daysUntilDue(sent: NewSubscription): number | null {
  const { collection_method: method, days_until_due: days } = sent;
  if (method === 'send_invoice') {
    if (days === undefined) throw missingParameter('days_until_due');
    return days;
  }
  if (days === undefined) return null;
  throw invalidRequest('days_until_due can only be set when collection_method is send_invoice.', {
    param: 'days_until_due',
  });
}

/** Checks that the customer is billed in no other currency at the same time. @throws ApiError 400 */
function checkOneCurrency({ store }: Context, customer: string, currency: string): void {
  const subscription = store.all('subscription').find((one) => idOf(one.customer) === customer && !hasEnded(one));
  const item = store.all('invoiceitem').find((one) => idOf(one.customer) === customer && one.invoice === null);
  const other = [subscription?.currency, item?.currency].find((one) => one !== undefined && one !== currency);
  if (other === undefined) return;
  throw invalidRequest(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${other}.`,
  );
}

/** Returns the first state of every subscription: nothing scheduled, nothing paused, charged automatically. */
function blankSubscription(): Stripe.Subscription {
  return {
    ...exampleOf('subscription'),
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    ended_at: null,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    pause_collection: null,
    pending_invoice_item_interval: null,
    pending_update: null,
    trial_end: null,
    trial_start: null,
  };
}

type SentPaymentSettings = Stripe.SubscriptionCreateParams.PaymentSettings | undefined;

export function paymentSettingsOf(
  current: Stripe.Subscription.PaymentSettings | null,
  sent: SentPaymentSettings,
): Stripe.Subscription.PaymentSettings {
  return {
    payment_method_options: null,
    // Safe: the parameter and the field list the same kinds.
    payment_method_types: (sent?.payment_method_types ||
      current?.payment_method_types ||
      null) as Stripe.Subscription.PaymentSettings['payment_method_types'],
    save_default_payment_method: sent?.save_default_payment_method ?? current?.save_default_payment_method ?? 'off',
  };
}

type SentTrialSettings = Stripe.SubscriptionCreateParams.TrialSettings | undefined;

export function trialSettingsOf(
  current: Stripe.Subscription.TrialSettings | null,
  sent: SentTrialSettings,
): Stripe.Subscription.TrialSettings {
  const missing = sent?.end_behavior.missing_payment_method ?? current?.end_behavior.missing_payment_method;
  return { end_behavior: { billing_cycle_anchor: null, missing_payment_method: missing ?? 'create_invoice' } };
}
