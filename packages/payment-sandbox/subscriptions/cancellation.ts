import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { collectInvoice } from '../invoices/collecting.ts';
import { finalizeInvoice } from '../invoices/finalizing.ts';
import { endSubscription, expireSubscription, hasEnded } from './ending.ts';
import { pendingInvoice } from './invoicing.ts';
import { prorate } from './proration.ts';
import { detailsOf } from './scheduled-cancellation.ts';

/**
 * Cancels a subscription now, without a refund; unused time can be credited, and what waits be invoiced.
 * @throws ApiError 404 for one that has ended already
 */
export function cancelSubscription(
  context: Context,
  subscription: Stripe.Subscription,
  sent: Pick<Stripe.SubscriptionCancelParams, 'cancellation_details' | 'invoice_now' | 'prorate'> = {},
): Stripe.Subscription {
  if (hasEnded(subscription)) throw noSuchResource('subscription', subscription.id);
  if (subscription.status === 'incomplete') return expireSubscription(context, subscription);
  if (sent.prorate && subscription.status !== 'trialing') prorate(context, subscription, [], context.now);
  const lastInvoice = sent.invoice_now ? invoiceWaiting(context, subscription) : null;
  const left = context.store.get('subscription', subscription.id);
  return endSubscription(context, lastInvoice ? { ...left, latest_invoice: lastInvoice } : left, {
    cancellation_details: cancellationDetails(subscription, sent.cancellation_details),
  });
}

/** Charges or credits what waited for an invoice that would not come any more. Returns its id; null without any. */
function invoiceWaiting(context: Context, subscription: Stripe.Subscription): string | null {
  const { invoice: draft } = pendingInvoice(context, subscription, {
    reason: 'subscription_update',
    autoAdvance: false,
  });
  if (draft.lines.data.length === 0) {
    context.store.remove('invoice', draft.id);
    return null;
  }
  emit(context, 'invoice.created', draft);
  const invoice = finalizeInvoice(context, draft);
  if (invoice.status === 'open') collectInvoice(context, invoice);
  return draft.id;
}

type SentDetails = Stripe.SubscriptionCancelParams.CancellationDetails | undefined;

/** What the customer said about leaving. */
export function cancellationDetails(
  subscription: Stripe.Subscription,
  sent: SentDetails,
): Stripe.Subscription.CancellationDetails {
  const current = detailsOf(subscription);
  return {
    comment: sent?.comment === undefined ? current.comment : sent.comment || null,
    // Safe: the parameter's list is the field's.
    feedback: (sent?.feedback === undefined
      ? current.feedback
      : sent.feedback || null) as Stripe.Subscription.CancellationDetails['feedback'],
    feedback_option: current.feedback_option,
    reason: 'cancellation_requested',
  };
}
