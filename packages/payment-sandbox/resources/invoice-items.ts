import type Stripe from 'stripe';
import { checkCurrency } from '../amounts.ts';
import { type Call, operation } from '../context.ts';
import { invalidRequest, missingParameter, noSuchReference, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { addToDraft } from '../invoices/draft.ts';
import { newInvoiceItem } from '../invoices/lines.ts';
import { inRange, pageOf, refersTo } from '../lists.ts';
import { mergeMetadata, textOf } from '../parameters.ts';
import { referredCustomer } from './customer-lookup.ts';
import { newPrice } from './prices.ts';

export const invoiceItemOperations = [
  operation<Stripe.InvoiceItemCreateParams>({
    method: 'post',
    path: '/v1/invoiceitems',
    accepts: [
      'amount',
      'currency',
      'customer',
      'description',
      'discountable',
      'invoice',
      'metadata',
      'period',
      'price_data',
      'pricing',
      'quantity',
      'subscription',
      'tax_behavior',
    ],
    run: createItem,
  }),
  operation<Stripe.InvoiceItemListParams>({
    method: 'get',
    path: '/v1/invoiceitems',
    accepts: ['created', 'customer', 'ending_before', 'invoice', 'limit', 'pending', 'starting_after'],
    run: ({ store, parameters }) => {
      const items = store
        .all('invoiceitem')
        .filter((item) => refersTo(item.customer, parameters.customer) && refersTo(item.invoice, parameters.invoice))
        .filter((item) => parameters.pending === undefined || (item.invoice === null) === parameters.pending)
        .filter((item) => inRange(item.date, parameters.created));
      return pageOf(items, parameters, { url: '/v1/invoiceitems', kind: 'invoiceitem' });
    },
  }),
  operation<Stripe.InvoiceItemRetrieveParams>({
    method: 'get',
    path: '/v1/invoiceitems/{id}',
    accepts: [],
    run: existing,
  }),
  operation<Stripe.InvoiceItemUpdateParams>({
    method: 'post',
    path: '/v1/invoiceitems/{id}',
    accepts: ['amount', 'description', 'discountable', 'metadata'],
    run: (call) => {
      const { amount, description, discountable, metadata } = call.parameters;
      const before = waiting(call);
      return call.store.put('invoiceitem', {
        ...before,
        amount: amount ?? before.amount,
        description: textOf(description, before.description),
        discountable: discountable ?? before.discountable,
        metadata: mergeMetadata(before.metadata ?? {}, metadata),
        net_amount: amount ?? before.amount,
      });
    },
  }),
  operation<Stripe.InvoiceItemDeleteParams>({
    method: 'delete',
    path: '/v1/invoiceitems/{id}',
    accepts: [],
    run: (call): Stripe.DeletedInvoiceItem => {
      const item = waiting(call);
      call.store.remove('invoiceitem', item.id);
      emit(call, 'invoiceitem.deleted', item);
      return { id: item.id, object: 'invoiceitem', deleted: true };
    },
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.InvoiceItem {
  const item = store.find('invoiceitem', id);
  if (!item) throw noSuchResource('invoiceitem', id);
  return item;
}

/** @throws ApiError 404 for an unknown item, 400 for one that is already on an invoice */
function waiting(call: Call<unknown>): Stripe.InvoiceItem {
  const item = existing(call);
  if (item.invoice === null) return item;
  throw invalidRequest('This invoice item is already attached to an invoice.', { code: 'invoice_not_editable' });
}

function createItem(call: Call<Stripe.InvoiceItemCreateParams>): Stripe.InvoiceItem {
  const { store, now, parameters } = call;
  if (!parameters.customer) throw missingParameter('customer');
  const customer = referredCustomer(call, parameters.customer).id;
  const draft = draftFor(call);
  const price = priceOf(call);
  const quantity = parameters.quantity ?? 1;
  const amount = parameters.amount ?? (price ? (price.unit_amount ?? 0) * quantity : undefined);
  if (amount === undefined) throw missingParameter('amount');
  const currency = parameters.currency ?? price?.currency ?? draft?.currency;
  if (!currency) throw missingParameter('currency');
  const subscription = parameters.subscription ?? null;
  if (subscription !== null && !store.find('subscription', subscription)) {
    throw noSuchReference('subscription', subscription, 'subscription');
  }
  const item = newInvoiceItem(call, {
    customer,
    amountMinor: amount,
    currency: checkCurrency(currency),
    description: parameters.description ?? null,
    discountable: parameters.discountable ?? amount >= 0,
    metadata: mergeMetadata({}, parameters.metadata),
    period: parameters.period ?? { start: now, end: now },
    price,
    quantity,
    subscription: subscription === null ? null : { id: subscription },
  });
  const behaviour = (['exclusive', 'inclusive'] as const).find((one) => one === parameters.tax_behavior);
  if (behaviour) store.put('invoiceitem_tax', { id: item.id, behaviour });
  if (!draft) return item;
  addToDraft(call, draft, item);
  return store.put('invoiceitem', { ...item, invoice: draft.id });
}

/** Returns the price of an item; null without one. As at Stripe, `price_data` creates a price for this item only. */
function priceOf(call: Call<Stripe.InvoiceItemCreateParams>): Stripe.Price | null {
  const { amount, price_data: data, pricing } = call.parameters;
  const named = [amount, data, pricing?.price].filter((one) => one !== undefined);
  if (named.length > 1) {
    throw invalidRequest('You may only specify one of these parameters: amount, price_data, pricing.', {
      code: 'parameters_exclusive',
      param: 'price_data',
    });
  }
  if (data) return newPrice(call, { ...data, active: false });
  if (!pricing?.price) return null;
  const price = call.store.find('price', pricing.price);
  if (!price) throw noSuchReference('price', pricing.price, 'pricing[price]');
  return price;
}

function draftFor({ store, parameters }: Call<Stripe.InvoiceItemCreateParams>): Stripe.Invoice | null {
  if (!parameters.invoice) return null;
  const invoice = store.find('invoice', parameters.invoice);
  if (!invoice) throw noSuchReference('invoice', parameters.invoice, 'invoice');
  if (invoice.status === 'draft') return invoice;
  throw invalidRequest(`This invoice is ${invoice.status} and takes no more items.`, { code: 'invoice_not_editable' });
}
