import type Stripe from 'stripe';
import { type DeclineReason, declines } from '../cards.ts';
import { ApiError } from '../errors.ts';

/** What a refusal names beside its reason. */
export type RefusalContext = {
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  setup_intent?: Stripe.SetupIntent;
};

/** The card error of a decline: HTTP 402. It keeps what was written, since a failed charge or attempt stays on record. */
export function cardRefusal(reason: DeclineReason, about: RefusalContext): ApiError {
  const keepsChanges = about.payment_intent !== undefined || about.setup_intent !== undefined;
  return new ApiError(402, { type: 'card_error', ...declines[reason], ...about }, { keepsChanges });
}
