import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { collectInvoice, finalizeInvoice } from '../invoices/collecting.ts';
import { pendingInvoice, prorate } from './invoicing.ts';
import { periodOf } from './items.ts';
import { refuseScheduled } from './schedules.ts';
import { endSubscription, expireSubscription, hasEnded } from './status.ts';

/**
 * Cancels a subscription now, without a refund; an incomplete one expires. Unused time can be credited, and waiting
 * items can be invoiced.
 * @throws ApiError 404 for a subscription that has already ended
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

/**
 * Invoices the items that wait for an invoice which will never come.
 * @returns the invoice's id; null when nothing waited
 */
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

/** Merges what the customer said about leaving into the subscription's details. */
export function cancellationDetails(
  subscription: Stripe.Subscription,
  sent: SentDetails,
): Stripe.Subscription.CancellationDetails {
  const current = detailsOf(subscription);
  return {
    comment: sent?.comment === undefined ? current.comment : sent.comment || null,
    // Safe: the parameter and the field list the same values.
    feedback: (sent?.feedback === undefined
      ? current.feedback
      : sent.feedback || null) as Stripe.Subscription.CancellationDetails['feedback'],
    feedback_option: current.feedback_option,
    reason: 'cancellation_requested',
  };
}

type Sent = {
  cancel_at?: Stripe.Emptyable<number | string>;
  cancel_at_period_end?: boolean;
};

/**
 * Returns the subscription with its cancellation scheduled, moved or cleared, by the flag or at a set time.
 * @throws ApiError 400 for a time in the past, when flag and time are both set, or when a schedule decides the end
 */
export function scheduledCancellation(
  { now }: Context,
  subscription: Stripe.Subscription,
  sent: Sent,
): Stripe.Subscription {
  if (sent.cancel_at && sent.cancel_at_period_end) {
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
      code: 'parameters_exclusive',
      param: 'cancel_at',
    });
  }
  if (sent.cancel_at_period_end || sent.cancel_at) refuseScheduled(subscription);
  const { end } = periodOf(subscription);
  if (sent.cancel_at_period_end) return scheduled(subscription, { at: end, byFlag: true, now });
  if (sent.cancel_at) {
    const at = typeof sent.cancel_at === 'number' ? sent.cancel_at : end;
    if (at <= now) throw invalidRequest('cancel_at must be in the future.', { param: 'cancel_at' });
    return scheduled(subscription, { at, byFlag: false, now });
  }
  const clearsFlag = sent.cancel_at_period_end === false && subscription.cancel_at_period_end;
  const clearsTime = sent.cancel_at === '' && !subscription.cancel_at_period_end;
  return clearsFlag || clearsTime ? cleared(subscription) : subscription;
}

function scheduled(
  subscription: Stripe.Subscription,
  { at, byFlag, now }: { at: number; byFlag: boolean; now: number },
): Stripe.Subscription {
  return {
    ...subscription,
    cancel_at: at,
    cancel_at_period_end: byFlag,
    canceled_at: now,
    cancellation_details: { ...detailsOf(subscription), reason: 'cancellation_requested' },
  };
}

function cleared(subscription: Stripe.Subscription): Stripe.Subscription {
  return {
    ...subscription,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  };
}

function detailsOf(subscription: Stripe.Subscription): Stripe.Subscription.CancellationDetails {
  return subscription.cancellation_details ?? { comment: null, feedback: null, feedback_option: null, reason: null };
}
