import type Stripe from 'stripe';
import { type Context, operation } from '../context.ts';
import { exampleOf } from '../document.ts';
import { noSuchResource } from '../errors.ts';
import { newId } from '../ids.ts';
import { idOf, inRange, pageOf, refersTo } from '../lists.ts';
import type { Store } from '../store.ts';

/** Finalising an invoice creates these, so there is no operation that creates them. */
export const invoicePaymentOperations = [
  operation<Stripe.InvoicePaymentListParams>({
    method: 'get',
    path: '/v1/invoice_payments',
    accepts: ['created', 'ending_before', 'invoice', 'limit', 'payment', 'starting_after', 'status'],
    run: ({ store, parameters }) => {
      const { invoice, payment: paidBy, status } = parameters;
      const payments = store
        .all('invoice_payment')
        .filter((payment) => refersTo(payment.invoice, invoice))
        .filter((payment) => refersTo(payment.payment.payment_intent ?? null, paidBy?.payment_intent))
        .filter((payment) => status === undefined || payment.status === status)
        .filter((payment) => inRange(payment.created, parameters.created));
      return pageOf(payments, parameters, { url: '/v1/invoice_payments', kind: 'invoice_payment' });
    },
  }),
  operation<Stripe.InvoicePaymentRetrieveParams>({
    method: 'get',
    path: '/v1/invoice_payments/{id}',
    accepts: [],
    run: ({ store, id }) => {
      const payment = store.find('invoice_payment', id);
      if (!payment) throw noSuchResource('invoice_payment', id);
      return payment;
    },
  }),
];

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

/** Returns the latest payment of an invoice. */
export function paymentOfInvoice(store: Store, invoiceId: string): Stripe.InvoicePayment | undefined {
  return store.all('invoice_payment').findLast((payment) => idOf(payment.invoice) === invoiceId);
}

/** Returns the invoice payment of an intent; undefined for a one-off purchase. */
export function paymentOfIntent(store: Store, intentId: string): Stripe.InvoicePayment | undefined {
  return store.all('invoice_payment').findLast((one) => idOf(one.payment.payment_intent) === intentId);
}

/** Whether a debit for an invoice is under way. */
export function isProcessing(store: Store, invoiceId: string): boolean {
  return intentOfInvoice(store, invoiceId)?.status === 'processing';
}

/** Returns the intent that pays an invoice; null for a draft, or when there was nothing to pay. */
export function intentOfInvoice(store: Store, invoiceId: string): Stripe.PaymentIntent | null {
  const id = idOf(paymentOfInvoice(store, invoiceId)?.payment.payment_intent);
  return id === null ? null : store.get('payment_intent', id);
}
