import type Stripe from 'stripe';
import { type Context, settingsOf } from '../context.ts';
import { emit } from '../events.ts';
import { subscriptionOf } from '../invoices/draft.ts';
import { markUncollectible } from '../invoices/ending.ts';
import { idOf } from '../lists.ts';
import { endSubscription, hasEnded } from './ending.ts';
import { forgetExpiry } from './timetable.ts';

const revivedByPayment: readonly Stripe.Subscription.Status[] = ['incomplete', 'past_due', 'unpaid'];

/**
 * What a payment does to the subscription it was for.
 * @param methodId the card that paid; null when nothing was charged
 */
export function afterInvoicePaid(context: Context, invoice: Stripe.Invoice, methodId: string | null): void {
  const before = subscriptionOf(context, invoice);
  if (!before || hasEnded(before)) return;
  const isLatest = idOf(before.latest_invoice) === invoice.id;
  const revived = isLatest && revivedByPayment.includes(before.status);
  const keepsCard = before.payment_settings?.save_default_payment_method === 'on_subscription' && methodId !== null;
  const after: Stripe.Subscription = {
    ...before,
    default_payment_method: keepsCard ? methodId : before.default_payment_method,
    status: revived ? 'active' : before.status,
  };
  if (revived) forgetExpiry(context, before);
  changeSubscription(context, before, after);
}

/** What a failed payment does: the first one leaves the subscription incomplete, later ones past due. */
export function afterInvoiceFailed(context: Context, invoice: Stripe.Invoice): void {
  const before = subscriptionOf(context, invoice);
  if (before && (before.status === 'active' || before.status === 'trialing')) {
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

/** Stores a subscription and tells the world when anything about it differs. */
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
