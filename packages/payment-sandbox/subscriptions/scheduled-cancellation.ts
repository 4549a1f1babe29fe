import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest } from '../errors.ts';
import { periodOf } from './items.ts';

type Sent = {
  cancel_at?: Stripe.Emptyable<number | string>;
  cancel_at_period_end?: boolean;
};

/**
 * A subscription with its cancellation scheduled, moved or cleared: either by the flag, or at a set time.
 * @throws ApiError 400 for a time in the past, or both forms at once
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

export function detailsOf(subscription: Stripe.Subscription): Stripe.Subscription.CancellationDetails {
  return subscription.cancellation_details ?? { comment: null, feedback: null, feedback_option: null, reason: null };
}
