import type Stripe from 'stripe';
import { operation } from '../context.ts';
import { noSuchResource } from '../errors.ts';
import { inRange, pageOf, refersTo } from '../lists.ts';

/** Written when invoices are finalised, paid and voided, so there is nothing to create here. */
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
