import type Stripe from 'stripe';
import { type Context, settingsOf } from '../context.ts';
import { emit } from '../events.ts';
import { subscriptionOf } from '../invoices/draft.ts';
import { markUncollectible, stopAdvancing, voidInvoice } from '../invoices/ending.ts';
import { idOf } from '../lists.ts';
import type { Store } from '../store.ts';
import { unschedule } from '../tasks.ts';
import { itemList } from './items.ts';
import { forgetExpiry, planNothing, planPeriod } from './timetable.ts';

/**
 * Whether a paused subscription waits for its resuming invoice to be paid; it then has no reason for the pause.
 */
export function waitsForResumption({ status, status_details: details }: Stripe.Subscription): boolean {
  return status === 'paused' && details === undefined;
}

const revivedByPayment: readonly Stripe.Subscription.Status[] = ['incomplete', 'past_due', 'unpaid'];

/**
 * Applies a payment to the subscription of its invoice.
 * @param methodId the payment method that paid; null when none was used
 */
export function afterInvoicePaid(context: Context, invoice: Stripe.Invoice, methodId: string | null): void {
  const before = subscriptionOf(context, invoice);
  if (!before || hasEnded(before)) return;
  const isLatest = idOf(before.latest_invoice) === invoice.id;
  const isResumed = isLatest && waitsForResumption(before);
  const revived = isResumed || (isLatest && revivedByPayment.includes(before.status));
  const applies = isLatest && before.pending_update !== null;
  const keepsCard = before.payment_settings?.save_default_payment_method === 'on_subscription' && methodId !== null;
  const after: Stripe.Subscription = {
    ...(applies ? withPendingUpdate(before) : before),
    default_payment_method: keepsCard ? methodId : before.default_payment_method,
    status: revived ? 'active' : before.status,
  };
  if (revived || applies) forgetExpiry(context, before);
  if (isResumed) emit(context, 'customer.subscription.resumed', after);
  const stored = changeSubscription(context, before, after);
  if (!applies) return;
  planPeriod(context, stored);
  emit(context, 'customer.subscription.pending_update_applied', stored);
}

/** Returns the subscription with its pending change applied; the items carry their own periods. */
function withPendingUpdate(subscription: Stripe.Subscription): Stripe.Subscription {
  const { pending_update: pending } = subscription;
  const items = pending?.subscription_items ?? subscription.items.data;
  return {
    ...subscription,
    billing_cycle_anchor: pending?.billing_cycle_anchor ?? subscription.billing_cycle_anchor,
    items: itemList(subscription.id, items),
    pending_update: null,
  };
}

/**
 * Marks an active or trialing subscription as past due when a payment failed; one whose first payment failed stays
 * incomplete.
 */
export function afterInvoiceFailed(context: Context, invoice: Stripe.Invoice): void {
  const before = subscriptionOf(context, invoice);
  // A pending change takes effect only when it is paid, so a failure changes nothing.
  if (!before || before.pending_update) return;
  if (before.status === 'active' || before.status === 'trialing') {
    changeSubscription(context, before, { ...before, status: 'past_due' });
  }
}

/**
 * Ends the subscription after the last failed retry, marks it as unpaid or leaves it, and marks the invoice as
 * uncollectible, as the account's settings say.
 */
export function afterLastRetry(context: Context, invoice: Stripe.Invoice): void {
  const before = subscriptionOf(context, invoice);
  if (!before || hasEnded(before)) return;
  const { afterLastRetry: end = 'cancel', uncollectibleAfterLastRetry } = settingsOf(context.store);
  if (uncollectibleAfterLastRetry) markUncollectible(context, invoice);
  if (end === 'unpaid') changeSubscription(context, before, { ...before, status: 'unpaid' });
  if (end !== 'cancel') return;
  const none = { comment: null, feedback: null, feedback_option: null };
  endSubscription(context, before, { cancellation_details: { ...none, reason: 'payment_failed' } });
}

/** Stores a subscription and sends an event, only when something about it changed. */
export function changeSubscription(
  context: Context,
  before: Stripe.Subscription,
  after: Stripe.Subscription,
): Stripe.Subscription {
  if (JSON.stringify(before) === JSON.stringify(after)) return before;
  const stored = context.store.put('subscription', after);
  emit(context, 'customer.subscription.updated', stored, before);
  return stored;
}

/** Whether the subscription is in a state it can never leave. */
export function hasEnded({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/**
 * Ends a subscription now: open invoices stay open, but none is made or collected any more.
 * @param changes the cancellation details of this ending
 */
export function endSubscription(
  context: Context,
  subscription: Stripe.Subscription,
  changes: Partial<Pick<Stripe.Subscription, 'cancellation_details'>> = {},
): Stripe.Subscription {
  const { store, now } = context;
  for (const invoice of unpaidInvoices(store, subscription.id)) stopAdvancing(context, invoice);
  planNothing(context, subscription);
  const ended = store.put('subscription', {
    ...subscription,
    ...changes,
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    pending_update: null,
    status: 'canceled',
  });
  endSchedule(context, subscription);
  emit(context, 'customer.subscription.deleted', ended);
  return ended;
}

/** Cancels the schedule of a subscription that has ended. */
function endSchedule(context: Context, { schedule: id }: Stripe.Subscription): void {
  const { store, now } = context;
  const before = store.find('subscription_schedule', idOf(id) ?? '');
  if (before?.status !== 'active') return;
  unschedule(context, 'schedule.end', before.id);
  const over = { canceled_at: now, current_phase: null, status: 'canceled' } as const;
  emit(context, 'subscription_schedule.canceled', store.put('subscription_schedule', { ...before, ...over }));
}

/** Ends a subscription whose first payment never came, together with its invoice. */
export function expireSubscription(context: Context, subscription: Stripe.Subscription): Stripe.Subscription {
  const { store, now } = context;
  planNothing(context, subscription);
  const expired = store.put('subscription', { ...subscription, ended_at: now, status: 'incomplete_expired' });
  emit(context, 'customer.subscription.updated', expired, subscription);
  for (const invoice of unpaidInvoices(store, subscription.id)) voidInvoice(context, invoice);
  return expired;
}

/** Ends all subscriptions of a customer who is being deleted. */
export function endAllSubscriptions(context: Context, customerId: string): void {
  const own = context.store.all('subscription').filter(({ customer }) => idOf(customer) === customerId);
  for (const subscription of own.filter((one) => !hasEnded(one))) endSubscription(context, subscription);
}

/** Returns the draft and open invoices of a subscription, oldest first. */
function unpaidInvoices(store: Store, subscriptionId: string): Stripe.Invoice[] {
  return store
    .all('invoice')
    .filter((invoice) => idOf(invoice.parent?.subscription_details?.subscription) === subscriptionId)
    .filter(({ status }) => status === 'draft' || status === 'open');
}
