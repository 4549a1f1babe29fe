import type Stripe from 'stripe';
import type { DocumentLine, DocumentTax } from '#server/commerce/payments/document-rules.ts';
import { fetchPayment } from '#server/commerce/payments/flows/payment.ts';
import { taxesOfInvoice } from '#server/commerce/payments/flows/tax.ts';
import { syncPayment } from '#server/commerce/purchases/flows/sync-payment.ts';
import { type SubscriptionDeps, syncSubscription } from '#server/commerce/subscriptions/flows/sync-subscription.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { nullIfMissing } from '#server/platform/stripe/errors.ts';
import { dateOf, idOf } from '#server/platform/stripe/fields.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as actions from '../invoice-actions.ts';
import { type InvoiceState, type OpenPayment, orderName, type RecordedInvoice } from '../invoice-rules.ts';

/**
 * Syncs an invoice and its subscription with Stripe, for webhooks, the reconciler and refunds.
 * @returns the invoice after the sync; null when it belongs to no subscription of this portal
 * @throws StripeOutage when Stripe does not respond
 */
export async function syncInvoice(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  stripeInvoiceId: string,
): Promise<RecordedInvoice | null> {
  const { snapshotNumber, mayHaveReturns } = await ctx.transaction((inner) =>
    actions.beginSnapshot(inner, stripeInvoiceId),
  );
  const seen = await fetchInvoice(ctx, deps.stripe, { id: stripeInvoiceId, mayHaveReturns });
  if (!seen) return null;
  const { stripeSubscriptionId, state } = seen;
  const subscription = await syncSubscription(ctx, deps, stripeSubscriptionId);
  if (!subscription) return null;
  const description = orderName(subscription, (await deps.portal.site(ctx)).productName);
  return ctx.transaction((inner) =>
    actions.applyInvoice(inner, {
      state,
      snapshotNumber,
      stripeSubscriptionId,
      description,
      subscription,
      portal: deps.portal,
    }),
  );
}

/**
 * Syncs a payment, with the purchase or the invoice that it pays.
 * @returns false for a payment that the portal did not make
 * @throws StripeOutage when Stripe does not respond
 */
export async function syncPaid(ctx: FlowContext, deps: SubscriptionDeps, intentId: string): Promise<boolean> {
  if (await syncPayment(ctx, deps, intentId)) return true;
  const invoiceId = await invoiceOfPayment(ctx, deps.stripe, intentId);
  return invoiceId !== null && (await syncInvoice(ctx, deps, invoiceId)) !== null;
}

/** Finds the invoice that a payment paid; null when it paid none. */
async function invoiceOfPayment(ctx: FlowContext, stripe: StripeGateway, intentId: string): Promise<string | null> {
  const known = await actions.findInvoiceOfPayment(ctx, intentId);
  if (known) return known;
  const payment = { type: 'payment_intent' as const, payment_intent: intentId };
  const found = await nullIfMissing(stripe.call(ctx, (api) => api.invoicePayments.list({ payment, limit: 1 })));
  const invoice = found?.data[0]?.invoice;
  return invoice ? idOf(invoice) : null;
}

/**
 * Finds the subscription's last invoice for which Stripe charged money.
 * @returns Stripe's id; null when no invoice was paid
 */
export async function latestPaidInvoice(
  ctx: FlowContext,
  stripe: StripeGateway,
  stripeSubscriptionId: string,
): Promise<string | null> {
  const paid = { subscription: stripeSubscriptionId, status: 'paid' as const, limit: 20 };
  const { data } = await stripe.call(ctx, (api) => api.invoices.list(paid));
  const newest = data
    .filter(({ amount_paid }) => amount_paid > 0)
    .toSorted((one, other) => paidAtOf(other) - paidAtOf(one));
  return newest[0]?.id ?? null;
}

function paidAtOf({ status_transitions, created }: Stripe.Invoice): number {
  return status_transitions.paid_at ?? created;
}

type InvoiceSnapshot = { stripeSubscriptionId: string; state: InvoiceState };

/** Fetches an invoice; null when it is unknown or belongs to no subscription. */
async function fetchInvoice(
  ctx: FlowContext,
  stripe: StripeGateway,
  { id, mayHaveReturns }: { id: string; mayHaveReturns: boolean },
): Promise<InvoiceSnapshot | null> {
  const invoice = await findInvoice(ctx, stripe, id);
  const subscription = invoice?.parent?.subscription_details?.subscription;
  if (!invoice || !subscription) return null;
  const { openPayment, ...taken } = await findPayment(ctx, stripe, invoice);
  const { intentId } = taken;
  const payment = intentId === null ? null : await fetchPayment(ctx, stripe, { intentId, mayHaveReturns });
  const { refunds = [], disputes = [], fees = [] } = payment ?? {};
  return {
    stripeSubscriptionId: idOf(subscription),
    state: {
      ...stateOf(invoice, await taxesOfInvoice(ctx, stripe, invoice)),
      ...taken,
      openPayment,
      refunds,
      disputes,
      fees,
    },
  };
}

async function findInvoice(ctx: FlowContext, stripe: StripeGateway, id: string): Promise<Stripe.Invoice | null> {
  return nullIfMissing(stripe.call(ctx, (api) => api.invoices.retrieve(id)));
}

type InvoicePayment = Pick<InvoiceState, 'intentId' | 'paidMinor' | 'paidAt' | 'openPayment'>;

/** Returns the money that Stripe charged for an invoice, and the outcome of the last attempt to pay it. */
async function findPayment(ctx: FlowContext, stripe: StripeGateway, invoice: Stripe.Invoice): Promise<InvoicePayment> {
  const { id, amount_paid: amountMinor, status } = invoice;
  const paidAt = dateOf(invoice.status_transitions.paid_at);
  if (status === 'void') return findLatePayment(ctx, stripe, id);
  const intentId = amountMinor > 0 ? await findIntent(ctx, stripe, { invoice: id, status: 'paid' }) : null;
  const openPayment = status === 'open' ? await findOpenPayment(ctx, stripe, invoice) : null;
  // Stripe did not charge an invoice that was marked as paid outside Stripe, or paid from a credit.
  return { intentId, paidMinor: intentId === null ? 0 : amountMinor, paidAt, openPayment };
}

/**
 * Returns the payment of a void invoice: a debit that was under way at the bank cannot be called back and may still
 * succeed (SUBSCR-20). Only the payment intent says so for certain, not the invoice or the state of its payment.
 */
async function findLatePayment(ctx: FlowContext, stripe: StripeGateway, invoice: string): Promise<InvoicePayment> {
  const wanted = { invoice, limit: 100, expand: ['data.payment.payment_intent'] };
  const { data } = await stripe.call(ctx, (api) => api.invoicePayments.list(wanted));
  let isProcessing = false;
  for (const { payment, status_transitions: transitions } of data) {
    const { payment_intent: intent } = payment;
    if (typeof intent !== 'object') continue;
    const paidAt = dateOf(transitions.paid_at ?? intent.created);
    if (intent.status === 'succeeded') {
      return { intentId: intent.id, paidMinor: intent.amount_received, paidAt, openPayment: null };
    }
    isProcessing ||= intent.status === 'processing';
  }
  return { intentId: null, paidMinor: 0, paidAt: null, openPayment: isProcessing ? 'processing' : null };
}

/** Finds the payment intent of an invoice. In this version of Stripe's API, only the invoice's payments name it. */
async function findIntent(
  ctx: FlowContext,
  stripe: StripeGateway,
  { invoice, status }: { invoice: string; status: 'open' | 'paid' },
): Promise<string | null> {
  const { data } = await stripe.call(ctx, (api) => api.invoicePayments.list({ invoice, status, limit: 1 }));
  const intent = data[0]?.payment.payment_intent;
  return intent ? idOf(intent) : null;
}

/** Returns the outcome of the last attempt to pay an open invoice; null when there was none. */
async function findOpenPayment(
  ctx: FlowContext,
  stripe: StripeGateway,
  { id: invoice, attempted: wasTried }: Stripe.Invoice,
): Promise<OpenPayment | null> {
  const id = await findIntent(ctx, stripe, { invoice, status: 'open' });
  // Without a payment method, Stripe had nothing to charge.
  if (id === null) return wasTried ? 'failed' : null;
  const { status, last_payment_error: error } = await stripe.call(ctx, (api) => api.paymentIntents.retrieve(id));
  if (status === 'processing') return 'processing';
  if (status === 'requires_action' || error?.code === 'authentication_required') return 'authentication';
  return wasTried || error ? 'failed' : null;
}

const knownStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

function stateOf(
  invoice: Stripe.Invoice,
  taxes: DocumentTax[],
): Omit<InvoiceState, keyof InvoicePayment | 'refunds' | 'disputes' | 'fees'> {
  const periods = invoice.lines.data.map(({ period }) => period);
  return {
    stripeInvoiceId: invoice.id,
    number: invoice.number,
    status: knownStatuses.find((status) => status === invoice.status) ?? 'draft',
    billingReason: invoice.billing_reason,
    totalMinor: invoice.total,
    taxMinor: taxes.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    lines: invoice.lines.data.map(lineOf),
    taxes,
    dueMinor: invoice.amount_remaining,
    currency: invoice.currency.toUpperCase(),
    periodStart: periods.length > 0 ? dateOf(Math.min(...periods.map(({ start }) => start))) : null,
    periodEnd: periods.length > 0 ? dateOf(Math.max(...periods.map(({ end }) => end))) : null,
    isSent: invoice.collection_method === 'send_invoice',
    hostedUrl: invoice.hosted_invoice_url ?? null,
    attemptCount: invoice.attempt_count,
    nextAttemptAt: dateOf(invoice.next_payment_attempt),
    issuedAt: new Date((invoice.status_transitions.finalized_at ?? invoice.created) * 1000),
  };
}

function lineOf({ description, amount, discount_amounts, taxes }: Stripe.InvoiceLineItem): DocumentLine {
  const discount = (discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0);
  const included = (taxes ?? []).filter(({ tax_behavior }) => tax_behavior === 'inclusive');
  const tax = included.reduce((sum, one) => sum + one.amount, 0);
  return { description: description ?? '', amountMinor: amount - discount - tax };
}
