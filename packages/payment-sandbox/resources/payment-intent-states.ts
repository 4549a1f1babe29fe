import type Stripe from 'stripe';
import { ApiError } from '../errors.ts';

/** What can still be paid, changed and cancelled. */
export const openStates: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/** The refusal of everything an intent's state does not allow. */
export function unexpectedState(
  intent: Stripe.PaymentIntent,
  verb: string,
  allowed: readonly Stripe.PaymentIntent.Status[],
): ApiError {
  const already = verb === 'confirm' && intent.status === 'succeeded';
  const message = already
    ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
    : `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb}ed: ${allowed.join(', ')}.`;
  const code = 'payment_intent_unexpected_state';
  return new ApiError(400, { type: 'invalid_request_error', code, message, payment_intent: intent });
}
