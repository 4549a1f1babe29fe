import type Stripe from 'stripe';
import { type Context, pageAddress } from '../context.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { emit } from '../events.ts';
import { idOf } from '../lists.ts';
import { referredCustomer } from '../resources/customer-lookup.ts';
import { intentOfInvoice, newInvoicePayment } from '../resources/invoice-payments.ts';
import { confirmIntent } from '../resources/payment-confirmation.ts';
import { blankIntent } from '../resources/payment-intent-states.ts';
import { afterInvoiceFailed, changeSubscription } from '../subscriptions/status.ts';
import { schedule, type TaskHandlers, unschedule } from '../tasks.ts';
import { noTaxPlace } from '../tax/places.ts';
import { awaitTransfer } from './bank-transfers.ts';
import { amountDue, recalculated, subscriptionOf } from './draft.ts';
import { dropPayment } from './ending.ts';
import { failWithoutCard, settleInvoice } from './outcome.ts';

/**
 * Returns the card for an invoice: its own, otherwise the subscription's, otherwise the customer's; null without any.
 */
export function cardOfInvoice(context: Context, invoice: Stripe.Invoice): string | null {
  const subscription = subscriptionOf(context, invoice);
  return idOf(invoice.default_payment_method) ?? cardOf(context, idOf(invoice.customer) ?? '', subscription);
}

/** Returns the card of a subscription, or otherwise of its customer; null without any. */
export function cardOf(
  context: Context,
  customerId: string,
  subscription: Pick<Stripe.Subscription, 'default_payment_method'> | null,
): string | null {
  const customer = referredCustomer(context, customerId);
  const preferred = [subscription?.default_payment_method, customer.invoice_settings.default_payment_method];
  const owned = preferred.map((method) => context.store.find('payment_method', idOf(method) ?? ''));
  return owned.find((method) => idOf(method?.customer) === customerId)?.id ?? null;
}

/**
 * Charges an open invoice to a card.
 * @param by `offSession` when the customer is not there to answer the bank
 * @throws ApiError 402 declined; the invoice and the intent keep the attempt
 */
export function chargeInvoice(
  context: Context,
  invoice: Stripe.Invoice,
  by: { card: string; offSession: boolean },
): Stripe.Invoice {
  const intent = intentOfInvoice(context.store, invoice.id);
  if (!intent) throw new Error(`${invoice.id} is open without an intent`);
  confirmIntent(context, intent, { payment_method: by.card, off_session: by.offSession });
  return context.store.get('invoice', invoice.id);
}

/**
 * Charges an open invoice, or sends one that is paid by its due date, without a request. A decline is then a state of
 * the invoice, not an error.
 */
export function collectInvoice(context: Context, invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.collection_method === 'send_invoice') return sendInvoice(context, invoice);
  const card = cardOfInvoice(context, invoice);
  if (card === null) failWithoutCard(context, invoice);
  else {
    try {
      chargeInvoice(context, invoice, { card, offSession: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.keepsChanges) failWithoutCard(context, invoice);
    }
  }
  return context.store.get('invoice', invoice.id);
}

/** Sends an open invoice to its customer, to be paid by its due date. A draft is finalised first. */
export function sendInvoice(context: Context, before: Stripe.Invoice): Stripe.Invoice {
  const invoice = before.status === 'draft' ? finalizeInvoice(context, before) : before;
  emit(context, 'invoice.sent', invoice);
  if (invoice.status !== 'open' || invoice.due_date === null) return invoice;
  unschedule(context, 'invoice.overdue', invoice.id);
  schedule(context, 'invoice.overdue', invoice.id, Math.max(invoice.due_date, context.now));
  return invoice;
}

/**
 * Finalises a draft: it gets its number and an intent to pay it with.
 * @returns the open invoice; a paid one when nothing is due or earlier money of the customer pays it
 * @throws ApiError 400 when it must be taxed and the customer's place is unknown
 */
export function finalizeInvoice(context: Context, draft: Stripe.Invoice): Stripe.Invoice {
  const open = numberedInvoice(context, taxedDraft(context, draft));
  emit(context, 'invoice.finalized', open);
  if (open.amount_due === 0) return settleInvoice(context, open, { amountPaid: 0, method: null });
  const intent = context.store.put('payment_intent', intentFor(context, open));
  newInvoicePayment(context, open, intent);
  emit(context, 'payment_intent.created', intent);
  awaitTransfer(context, open);
  return context.store.get('invoice', open.id);
}

/**
 * Returns the draft with the taxes of the customer's current place. Without a place, a subscription's invoice that the
 * clock finalises continues without taxes, and says so.
 */
function taxedDraft(context: Context, draft: Stripe.Invoice): Stripe.Invoice {
  if (!draft.automatic_tax.enabled) return draft;
  const taxed = recalculated(context, draft);
  if (taxed.automatic_tax.status === 'complete' || context.isPreview) return taxed;
  const subscription = subscriptionOf(context, draft);
  if (!subscription || !context.byClock) throw noTaxPlace();
  const untaxed = {
    ...subscription.automatic_tax,
    disabled_reason: 'requires_location_inputs',
    enabled: false,
  } as const;
  changeSubscription(context, subscription, { ...subscription, automatic_tax: untaxed });
  const reason = 'finalization_requires_location_inputs' as const;
  return { ...taxed, automatic_tax: { ...taxed.automatic_tax, disabled_reason: reason, enabled: false } };
}

/** Stores the invoice as an open one, and the rest of the customer's balance. */
export function numberedInvoice(context: Context, draft: Stripe.Invoice): Stripe.Invoice {
  const { store, now } = context;
  unschedule(context, 'invoice.finalize', draft.id);
  const customer = referredCustomer(context, idOf(draft.customer) ?? '');
  const due = amountDue(draft.currency, draft.total, customer.balance);
  const endingBalance = customer.balance + draft.total - due;
  const sequence = customer.next_invoice_sequence ?? 1;
  store.put('customer', { ...customer, balance: endingBalance, next_invoice_sequence: sequence + 1 });
  const address = pageAddress(context, `/invoices/${draft.id}`);
  return store.put('invoice', {
    ...draft,
    amount_due: due,
    amount_remaining: due,
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: endingBalance,
    hosted_invoice_url: address,
    invoice_pdf: `${address}/pdf`,
    starting_balance: customer.balance,
    number: draft.number ?? `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
    webhooks_delivered_at: now,
  });
}

const descriptions: Readonly<Record<string, string>> = {
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Subscription update',
  subscription_update: 'Subscription update',
};

function intentFor(context: Context, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const customer = idOf(invoice.customer);
  const intent = blankIntent(context, { amountMinor: invoice.amount_due, currency: invoice.currency, customer });
  return {
    ...intent,
    automatic_payment_methods: null,
    capture_method: 'automatic',
    payment_method_types: invoice.payment_settings.payment_method_types ?? intent.payment_method_types,
    description: descriptions[invoice.billing_reason ?? ''] ?? `Payment for Invoice ${invoice.number}`,
    setup_future_usage: invoice.parent === null ? null : 'off_session',
  };
}

export const invoiceTasks: TaskHandlers = {
  /** Finalises and charges a draft, which is open for changes for an hour. */
  'invoice.finalize': (context, subject) => {
    const draft = context.store.find('invoice', subject);
    if (draft?.status !== 'draft') return;
    try {
      const invoice = finalizeInvoice(context, draft);
      if (invoice.status === 'open') collectInvoice(context, invoice);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Safe because the body of an error has the fields of a finalization error, under the same names.
      const reason = error.body as Stripe.Invoice.LastFinalizationError;
      const failed = context.store.put('invoice', { ...draft, auto_advance: false, last_finalization_error: reason });
      emit(context, 'invoice.finalization_failed', failed);
    }
  },
  /** Marks a sent invoice that was not paid by its due date as overdue, and its subscription as past due. */
  'invoice.overdue': (context, subject) => {
    const invoice = context.store.get('invoice', subject);
    if (invoice.status !== 'open') return;
    emit(context, 'invoice.overdue', invoice);
    afterInvoiceFailed(context, invoice);
  },
  'invoice.retry': (context, subject) => {
    const invoice = context.store.get('invoice', subject);
    if (invoice.status === 'open') collectInvoice(context, invoice);
  },
};

type Sent = Pick<Stripe.InvoicePayParams, 'off_session' | 'paid_out_of_band' | 'payment_method'>;

/**
 * Pays an invoice now, or records that it was paid elsewhere. A draft is finalised first.
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
