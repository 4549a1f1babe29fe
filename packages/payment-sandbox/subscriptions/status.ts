import type Stripe from 'stripe';
import { type Context, settingsOf } from '../context.ts';
import { emit } from '../events.ts';
import { subscriptionOf } from '../invoices/draft.ts';
import { markUncollectible } from '../invoices/ending.ts';
import { idOf } from '../lists.ts';
import { endSubscription, hasEnded } from './ending.ts';
import { itemList } from './items.ts';
import { forgetExpiry, planPeriod } from './timetable.ts';

/** Paused, while the invoice that resumes it waits to be paid: such a one no longer says why it is paused. */
export function waitsForResumption({ status, status_details: details }: Stripe.Subscription): boolean {
  return status === 'paused' && details === undefined;
}

const revivedByPayment: readonly Stripe.Subscription.Status[] = ['incomplete', 'past_due', 'unpaid'];

/**
 * What a payment does to the subscription it was for.
 * @param methodId the card that paid; null when nothing was charged
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

/** The subscription as its pending change makes it; the items carry their own periods. */
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

/** What a failed payment does: the first one leaves the subscription incomplete, later ones past due. */
export function afterInvoiceFailed(context: Context, invoice: Stripe.Invoice): void {
  const before = subscriptionOf(context, invoice);
  // A change that waits for its payment changes nothing when that fails.
  if (!before || before.pending_update) return;
  if (before.status === 'active' || before.status === 'trialing') {
    changeSubscription(context, before, { ...before, status: 'past_due' });
  }
}

/** What happens when the last retry failed, which is a setting of the account. */
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

/** Stores a subscription and sends an event when anything about it changed. */
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
