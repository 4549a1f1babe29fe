import type Stripe from 'stripe';
import { pageAddress } from '../addresses.ts';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { idOf } from '../lists.ts';
import { referredCustomer } from '../resources/customer-lookup.ts';
import { blankIntent } from '../resources/new-payment-intent.ts';
import { unschedule } from '../tasks.ts';
import { settleInvoice } from './outcome.ts';
import { newInvoicePayment } from './payments.ts';
import { amountDue } from './totals.ts';

/**
 * Makes a draft final: it gets its number and an intent to pay it with.
 * @returns the open invoice; a paid one when nothing is due
 */
export function finalizeInvoice(context: Context, draft: Stripe.Invoice): Stripe.Invoice {
  const open = numberedInvoice(context, draft);
  emit(context, 'invoice.finalized', open);
  if (open.amount_due === 0) return settleInvoice(context, open, { amountPaid: 0, method: null });
  const intent = context.store.put('payment_intent', intentFor(context, open));
  newInvoicePayment(context, open, intent);
  emit(context, 'payment_intent.created', intent);
  return open;
}

/** The invoice as an open one, stored; the customer's balance is what it leaves of it. */
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
    description: descriptions[invoice.billing_reason ?? ''] ?? `Payment for Invoice ${invoice.number}`,
    setup_future_usage: invoice.parent === null ? null : 'off_session',
  };
}
