import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { idOf } from '../lists.ts';
import { intentOfInvoice, paymentOfInvoice } from '../resources/invoice-payments.ts';
import { cancelIntent, openStates } from '../resources/payment-intent-states.ts';
import { unschedule } from '../tasks.ts';

/** Voids an unpaid invoice, cancels its payment and restores the customer's balance. */
export function voidInvoice(context: Context, invoice: Stripe.Invoice): Stripe.Invoice {
  const voided = context.store.put('invoice', {
    ...atRest(context, invoice),
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: context.now },
  });
  giveBackBalance(context, invoice);
  emit(context, 'invoice.voided', voided);
  dropPayment(context, invoice);
  return voided;
}

/** Restores the amount that the invoice took from the customer's balance, or added to it. */
function giveBackBalance({ store }: Context, invoice: Stripe.Invoice): void {
  const customer = store.find('customer', idOf(invoice.customer) ?? '');
  if (!customer || customer.deleted || invoice.ending_balance === null) return;
  const change = invoice.starting_balance - invoice.ending_balance;
  if (change !== 0) store.put('customer', { ...customer, balance: customer.balance + change });
}

/** Marks an invoice as uncollectible; it may still be paid. */
export function markUncollectible(context: Context, invoice: Stripe.Invoice): Stripe.Invoice {
  const given = context.store.put('invoice', {
    ...atRest(context, invoice),
    status: 'uncollectible',
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: context.now },
  });
  emit(context, 'invoice.marked_uncollectible', given);
  return given;
}

/** Stops all automatic steps of an invoice: it is no longer finalised, charged or retried. */
export function stopAdvancing(context: Context, invoice: Stripe.Invoice): Stripe.Invoice {
  return context.store.put('invoice', atRest(context, invoice));
}

function atRest(context: Context, invoice: Stripe.Invoice): Stripe.Invoice {
  unschedule(context, 'invoice.finalize', invoice.id);
  unschedule(context, 'invoice.retry', invoice.id);
  return { ...invoice, auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null };
}

/** Cancels the open payment of an invoice and its intent, if there is one. */
export function dropPayment(
  context: Context,
  invoice: Stripe.Invoice,
  reason: Stripe.PaymentIntent.CancellationReason = 'void_invoice',
): void {
  const { store, now } = context;
  const payment = paymentOfInvoice(store, invoice.id);
  if (payment?.status !== 'open') return;
  const transitions = { ...payment.status_transitions, canceled_at: now };
  store.put('invoice_payment', { ...payment, status: 'canceled', status_transitions: transitions });
  const intent = intentOfInvoice(store, invoice.id);
  if (intent && openStates.includes(intent.status)) cancelIntent(context, intent, reason);
}
