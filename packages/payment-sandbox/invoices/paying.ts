import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest } from '../errors.ts';
import { cardOfInvoice, chargeInvoice } from './collecting.ts';
import { dropPayment } from './ending.ts';
import { finalizeInvoice } from './finalizing.ts';
import { settleInvoice } from './outcome.ts';

type Sent = Pick<Stripe.InvoicePayParams, 'off_session' | 'paid_out_of_band' | 'payment_method'>;

/**
 * Pays an invoice now, or notes that it was paid elsewhere; a draft becomes final first.
 * @throws ApiError 402 declined (the attempt stays on record); 400 without a card, or when there is nothing to pay
 */
export function payInvoice(context: Context, before: Stripe.Invoice, sent: Sent = {}): Stripe.Invoice {
  if (before.status === 'paid') throw invalidRequest('Invoice is already paid');
  if (before.status === 'void') throw invalidRequest('This invoice can no longer be paid: it is void.');
  const invoice = before.status === 'draft' ? finalizeInvoice(context, before) : before;
  if (invoice.status === 'paid') return invoice;
  if (sent.paid_out_of_band) {
    dropPayment(context, invoice, 'automatic');
    return settleInvoice(context, invoice, { amountPaid: invoice.amount_due, method: null, outOfBand: true });
  }
  const card = sent.payment_method || cardOfInvoice(context, invoice);
  if (card === null) {
    throw invalidRequest(
      'There is no default_payment_method set on this Customer or Invoice. Please set a default_payment_method.',
    );
  }
  return chargeInvoice(context, invoice, { card, offSession: sent.off_session ?? true });
}
