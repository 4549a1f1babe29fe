import type Stripe from 'stripe';
import { checkCharge } from '../amounts.ts';
import type { Context } from '../context.ts';
import { newClientSecret, newId } from '../ids.ts';
import { exampleOf } from '../templates.ts';
import { plainCardOptions } from './payment-intent-fields.ts';

/**
 * An intent without a card, not yet stored.
 * @param due.amountMinor minor units
 * @throws ApiError 400 for an amount or a currency that cannot be charged
 */
export function blankIntent(
  { now }: Context,
  due: { amountMinor: number; currency: string; customer: string | null },
): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    ...exampleOf('payment_intent'),
    id,
    amount: due.amountMinor,
    amount_details: { tip: {} },
    canceled_at: null,
    capture_method: 'automatic_async',
    client_secret: newClientSecret(id),
    created: now,
    currency: checkCharge(due.amountMinor, due.currency),
    customer: due.customer,
    last_payment_error: null,
    managed_payments: null,
    next_action: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: plainCardOptions },
    processing: null,
    shipping: null,
  };
}
