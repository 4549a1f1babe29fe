import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import { idOf } from '../lists.ts';
import type { Store } from '../store.ts';
import { exampleOf } from '../templates.ts';

/** Binds an intent to the invoice it is to pay. */
export function newInvoicePayment(
  { store, now }: Context,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): Stripe.InvoicePayment {
  return store.put('invoice_payment', {
    ...exampleOf('invoice_payment'),
    id: newId('inpay'),
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

/** The payment through which an invoice is to be paid, or was. */
export function paymentOfInvoice(store: Store, invoiceId: string): Stripe.InvoicePayment | undefined {
  return store.all('invoice_payment').findLast((payment) => idOf(payment.invoice) === invoiceId);
}

/** The invoice payment an intent belongs to: none for a one-off purchase. */
export function paymentOfIntent(store: Store, intentId: string): Stripe.InvoicePayment | undefined {
  return store.all('invoice_payment').findLast((one) => idOf(one.payment.payment_intent) === intentId);
}

/** The intent that pays an invoice; null when there was nothing to pay. */
export function intentOfInvoice(store: Store, invoiceId: string): Stripe.PaymentIntent | null {
  const id = idOf(paymentOfInvoice(store, invoiceId)?.payment.payment_intent);
  return id === null ? null : store.get('payment_intent', id);
}
