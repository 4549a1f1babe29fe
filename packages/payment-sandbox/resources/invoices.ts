import type Stripe from 'stripe';
import { type Call, operation } from '../context.ts';
import { invalidRequest, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import type { Inclusions } from '../expand.ts';
import { finalizeInvoice, payInvoice, sendInvoice } from '../invoices/collecting.ts';
import { createInvoice, recalculated, subscriptionOf } from '../invoices/draft.ts';
import { markUncollectible, stopAdvancing, voidInvoice } from '../invoices/ending.ts';
import { previewInvoice } from '../invoices/preview.ts';
import { paymentSettingsOf } from '../invoices/transfer-routes.ts';
import { idOf, inRange, pageOf, refersTo } from '../lists.ts';
import { mergeMetadata, textOf } from '../parameters.ts';
import { ownCard } from '../subscriptions/cards.ts';
import { expireSubscription } from '../subscriptions/status.ts';
import { schedule, unschedule } from '../tasks.ts';
import { automaticTaxOf } from '../tax/invoice-taxes.ts';
import { intentOfInvoice, isProcessing } from './invoice-payments.ts';

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

const writable = [
  'auto_advance',
  'automatic_tax',
  'custom_fields',
  'default_payment_method',
  'description',
  'footer',
  'metadata',
  'payment_settings',
] as const;

export const invoiceChangeOperations = [
  operation<Stripe.InvoiceCreateParams>({
    method: 'post',
    path: '/v1/invoices',
    accepts: [
      ...writable,
      'collection_method',
      'currency',
      'customer',
      'days_until_due',
      'discounts',
      'due_date',
      'pending_invoice_items_behavior',
      'subscription',
    ],
    run: (call) => createInvoice(call, call.parameters),
  }),
  operation<Stripe.InvoiceCreatePreviewParams>({
    method: 'post',
    path: '/v1/invoices/create_preview',
    accepts: ['automatic_tax', 'customer', 'customer_details', 'discounts', 'subscription', 'subscription_details'],
    run: (call) => previewInvoice(call, call.parameters),
  }),
  operation<Stripe.InvoiceUpdateParams>({
    method: 'post',
    path: '/v1/invoices/{id}',
    accepts: writable,
    run: updateInvoice,
  }),
  operation<Stripe.InvoiceDeleteParams>({
    method: 'delete',
    path: '/v1/invoices/{id}',
    accepts: [],
    run: (call): Stripe.DeletedInvoice => {
      const draft = inState(call, 'deleted', ['draft']);
      const { store, id } = call;
      if (draft.parent) throw invalidRequest('Invoices that belong to a subscription cannot be deleted.');
      stopAdvancing(call, draft);
      for (const item of store.all('invoiceitem')) if (idOf(item.invoice) === id) store.remove('invoiceitem', item.id);
      store.remove('invoice', id);
      emit(call, 'invoice.deleted', draft);
      return { id, object: 'invoice', deleted: true };
    },
  }),
  operation<Stripe.InvoiceFinalizeInvoiceParams>({
    method: 'post',
    path: '/v1/invoices/{id}/finalize',
    accepts: ['auto_advance'],
    run: (call) => {
      const draft = inState(call, 'finalized', ['draft']);
      return finalizeInvoice(call, { ...draft, auto_advance: call.parameters.auto_advance ?? draft.auto_advance });
    },
  }),
  operation<Stripe.InvoiceSendInvoiceParams>({
    method: 'post',
    path: '/v1/invoices/{id}/send',
    accepts: [],
    run: (call) => {
      const invoice = inState(call, 'sent', ['draft', 'open']);
      if (invoice.collection_method === 'send_invoice') return sendInvoice(call, invoice);
      throw invalidRequest('You can only manually send an invoice whose collection_method is send_invoice.');
    },
  }),
  operation<Stripe.InvoicePayParams>({
    method: 'post',
    path: '/v1/invoices/{id}/pay',
    accepts: ['off_session', 'paid_out_of_band', 'payment_method'],
    run: (call) => payInvoice(call, existing(call), call.parameters),
  }),
  operation<Stripe.InvoiceVoidInvoiceParams>({
    method: 'post',
    path: '/v1/invoices/{id}/void',
    accepts: [],
    run: (call) => {
      const invoice = inState(call, 'voided', ['open', 'uncollectible']);
      if (isProcessing(call.store, invoice.id)) {
        throw invalidRequest('You cannot void an invoice with a payment that is processing.');
      }
      const subscription = subscriptionOf(call, invoice);
      // Without its first invoice a subscription cannot begin any more.
      if (subscription?.status !== 'incomplete') return voidInvoice(call, invoice);
      expireSubscription(call, subscription);
      return existing(call);
    },
  }),
  operation<Stripe.InvoiceMarkUncollectibleParams>({
    method: 'post',
    path: '/v1/invoices/{id}/mark_uncollectible',
    accepts: [],
    run: (call) => markUncollectible(call, inState(call, 'marked uncollectible', ['open'])),
  }),
];

function inState(call: Call<unknown>, verb: string, states: readonly Stripe.Invoice.Status[]): Stripe.Invoice {
  const invoice = existing(call);
  if (invoice.status !== null && states.includes(invoice.status)) return invoice;
  throw invalidRequest(`This invoice is ${invoice.status}; only one that is ${states.join(' or ')} can be ${verb}.`, {
    code: 'invoice_not_editable',
  });
}

/** Returns a draft with automatic tax turned on or off. */
function withAutomaticTax(call: Call<Stripe.InvoiceUpdateParams>, before: Stripe.Invoice): Stripe.Invoice {
  const draft = inState(call, 'taxed', ['draft']);
  return recalculated(call, {
    ...draft,
    automatic_tax: automaticTaxOf(call.parameters.automatic_tax?.enabled ?? before.automatic_tax.enabled),
  });
}

function updateInvoice(call: Call<Stripe.InvoiceUpdateParams>): Stripe.Invoice {
  const { store, parameters, now } = call;
  const before = existing(call);
  const { auto_advance: autoAdvance, default_payment_method: card } = parameters;
  const customer = idOf(before.customer) ?? '';
  const finalizesAt = before.status === 'draft' && autoAdvance ? now + 3600 : null;
  const taxed = parameters.automatic_tax ? withAutomaticTax(call, before) : before;
  if (parameters.payment_settings) inState(call, 'given other ways to pay', ['draft']);
  const invoice = store.put('invoice', {
    ...taxed,
    auto_advance: autoAdvance ?? before.auto_advance,
    automatically_finalizes_at: autoAdvance === undefined ? before.automatically_finalizes_at : finalizesAt,
    custom_fields: parameters.custom_fields === undefined ? before.custom_fields : parameters.custom_fields || null,
    default_payment_method: card
      ? ownCard(call, customer, card, 'default_payment_method')
      : before.default_payment_method,
    description: textOf(parameters.description, before.description),
    footer: textOf(parameters.footer, before.footer),
    metadata: mergeMetadata(before.metadata ?? {}, parameters.metadata),
    payment_settings: paymentSettingsOf(call, before, parameters.payment_settings),
  });
  if (autoAdvance !== undefined) unschedule(call, 'invoice.finalize', invoice.id);
  if (finalizesAt !== null) schedule(call, 'invoice.finalize', invoice.id, finalizesAt);
  emit(call, 'invoice.updated', invoice, before);
  return invoice;
}
