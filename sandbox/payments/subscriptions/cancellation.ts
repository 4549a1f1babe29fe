import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { noSuchResource } from '../errors.ts';
import { endSubscription, expireSubscription, hasEnded } from './ending.ts';
import { detailsOf } from './scheduled-cancellation.ts';

/**
 * Cancels a subscription now, without a refund.
 * @throws ApiError 404 for one that has ended already
 */
export function cancelSubscription(
  context: Context,
  subscription: Stripe.Subscription,
  sent: Pick<Stripe.SubscriptionCancelParams, 'cancellation_details' | 'invoice_now' | 'prorate'> = {},
): Stripe.Subscription {
  if (hasEnded(subscription)) throw noSuchResource('subscription', subscription.id);
  if (subscription.status === 'incomplete') return expireSubscription(context, subscription);
  return endSubscription(context, subscription, {
    cancellation_details: cancellationDetails(subscription, sent.cancellation_details),
  });
}

type SentDetails = Stripe.SubscriptionCancelParams.CancellationDetails | undefined;

/** What the customer said about leaving; whoever calls has asked for it. */
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
