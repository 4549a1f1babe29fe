import type Stripe from 'stripe';
import { type Call, operation } from '../context.ts';
import { noSuchResource } from '../errors.ts';
import type { Inclusions } from '../expand.ts';
import { intentOfInvoice } from '../invoices/payments.ts';
import { idOf, inRange, pageOf, refersTo } from '../lists.ts';

export const invoiceOperations = [
  operation<Stripe.InvoiceListParams>({
    method: 'get',
    path: '/v1/invoices',
    accepts: [
      'collection_method',
      'created',
      'customer',
      'ending_before',
      'limit',
      'starting_after',
      'status',
      'subscription',
    ],
    run: ({ store, parameters }) => {
      const { collection_method: method, status, subscription } = parameters;
      const invoices = store
        .all('invoice')
        .filter((invoice) => refersTo(invoice.customer, parameters.customer))
        .filter((invoice) => refersTo(invoice.parent?.subscription_details?.subscription ?? null, subscription))
        .filter((invoice) => status === undefined || invoice.status === status)
        .filter((invoice) => method === undefined || invoice.collection_method === method)
        .filter((invoice) => inRange(invoice.created, parameters.created));
      return pageOf(invoices, parameters, { url: '/v1/invoices', kind: 'invoice' });
    },
  }),
  operation<Stripe.InvoiceRetrieveParams>({ method: 'get', path: '/v1/invoices/{id}', accepts: [], run: existing }),
  operation<Stripe.InvoiceListLineItemsParams>({
    method: 'get',
    path: '/v1/invoices/{id}/lines',
    accepts: ['ending_before', 'limit', 'starting_after'],
    run: (call) => {
      const { lines } = existing(call);
      return pageOf([...lines.data].reverse(), call.parameters, { url: lines.url, kind: 'line_item' });
    },
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.Invoice {
  const invoice = store.find('invoice', id);
  if (!invoice) throw noSuchResource('invoice', id);
  return invoice;
}

export const invoiceInclusions: Inclusions = {
  'invoice.confirmation_secret': (store, id) => {
    const secret = intentOfInvoice(store, id)?.client_secret;
    return secret ? { client_secret: secret, type: 'payment_intent' } : null;
  },
  'invoice.payments': (store, id) => {
    const payments = store.all('invoice_payment').filter((payment) => idOf(payment.invoice) === id);
    return pageOf(payments, {}, { url: `/v1/invoice_payments?invoice=${id}`, kind: 'invoice_payment' });
  },
};
