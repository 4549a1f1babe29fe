import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { chargeInvoice } from '../invoices/collecting.ts';
import { needsAction } from './cards.ts';

/** How a call wants an invoice of its subscription paid. */
export type PaymentAttempt = Pick<Stripe.SubscriptionUpdateParams, 'off_session' | 'payment_behavior'> & {
  card: string;
};

/**
 * Charges the invoice of a subscription that a call has just made or changed. A refusal is a state of the invoice.
 * @throws ApiError 402 with `error_if_incomplete`: what the call wrote is undone
 */
export function attemptPayment(context: Context, invoice: Stripe.Invoice, how: PaymentAttempt): void {
  const insists = how.payment_behavior === 'error_if_incomplete';
  try {
    const { status } = chargeInvoice(context, invoice, { card: how.card, offSession: how.off_session ?? false });
    if (status !== 'paid' && insists) throw needsAction();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 402)) throw error;
    // A new error, as the old one would keep what was written.
    if (insists) throw new ApiError(402, error.body);
  }
}
