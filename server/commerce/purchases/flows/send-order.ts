import type Stripe from 'stripe';
import type { TaxMode } from '#contract/tax.ts';
import { customerBilled } from '#server/commerce/payments/flows/customers.ts';
import { finalizeInvoice, mailInvoice } from '#server/commerce/payments/flows/sent-invoice.ts';
import { taxesOfInvoice, taxRejectionOf } from '#server/commerce/payments/flows/tax.ts';
import type { Tax } from '#server/commerce/payments/tax-rules.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { nullIfMissing, StripeOutage, StripeRejection } from '#server/platform/stripe/errors.ts';
import { idOf } from '#server/platform/stripe/fields.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { describeOrder, dropOrder, recordDraft, recordSent } from '../order-actions.ts';
import { type Attempt, metadataOf, type OrderInvoice } from '../rules.ts';

/** Dependencies of sending an invoice. `graceDays` is PAST_DUE_GRACE_DAYS. */
export type InvoiceDeps = { stripe: StripeGateway; portal: Portal; taxMode: TaxMode; graceDays: number };

/**
 * Makes and sends the invoice of an order (SEAT-02). Each step may be repeated: the reconciler continues after a crash
 * or an outage. The invoice's payment gets the metadata of the order, so that everything after the payment works as
 * with a card.
 * @throws payments.place-unknown, payments.tax-failed, payments.tax-id-refused, purchases.provider-failed
 */
export async function sendOrder(ctx: FlowContext, deps: InvoiceDeps, attempt: Attempt): Promise<void> {
  const invoice = await orClose(ctx, attempt, async () => {
    const made = await ensureDraft(ctx, deps, attempt);
    if (made?.status !== 'draft') return made;
    if (made.lines.data.length === 0) await addLine(ctx, deps, attempt, made);
    return finalizeInvoice(ctx, deps.stripe, { invoiceId: made.id, key: await keyFor(ctx, attempt) });
  });
  if (invoice) await deliver(ctx, deps, attempt, invoice);
  else await ctx.transaction((inner) => dropOrder(inner, attempt.id));
}

/** Runs `make`. When Stripe rejects the invoice, ends the order and throws the reason. */
async function orClose<Result>(ctx: FlowContext, { id }: Attempt, make: () => Promise<Result>): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof StripeRejection)) throw error;
    await ctx.transaction((inner) => dropOrder(inner, id));
    if (error.code === 'tax_id_invalid') throw fail('payments.tax-id-refused');
    throw taxRejectionOf(error) ?? error;
  }
}

/** Returns the invoice of an order at Stripe, new or made before; null when it was deleted or voided there. */
async function ensureDraft(
  ctx: FlowContext,
  { stripe, taxMode }: InvoiceDeps,
  attempt: Attempt,
): Promise<Stripe.Invoice | null> {
  const { invoice } = attempt;
  if (!invoice) return null;
  const known = invoice.stripeInvoiceId;
  if (known !== null) {
    const found = await nullIfMissing(stripe.call(ctx, (api) => api.invoices.retrieve(known)));
    return found?.status === 'void' ? null : found;
  }
  const { id: installation } = await getInstallation(ctx.db);
  const metadata = metadataOf(attempt, installation);
  const key = `${keyOf(installation, attempt)}:customer`;
  const customer = await customerBilled(ctx, stripe, { billing: invoice.billing, metadata, key });
  const { poNumber, dueDays } = invoice.billing;
  const parameters: Stripe.InvoiceCreateParams = {
    customer,
    collection_method: 'send_invoice',
    days_until_due: dueDays,
    currency: attempt.currency.toLowerCase(),
    auto_advance: false,
    automatic_tax: { enabled: taxMode !== 'none' },
    pending_invoice_items_behavior: 'exclude',
    metadata,
    ...(poNumber !== null && { custom_fields: [{ name: 'Purchase order', value: poNumber }] }),
  };
  const idempotencyKey = `${keyOf(installation, attempt)}:invoice`;
  const made = await stripe.callOnce(ctx, idempotencyKey, (api) => api.invoices.create(parameters, { idempotencyKey }));
  await ctx.transaction((inner) => recordDraft(inner, attempt.id, made.id));
  return made;
}

const keyOf = (installation: string, { id }: Attempt) => `${installation}:order:${id}`;

async function keyFor(ctx: FlowContext, attempt: Attempt): Promise<string> {
  const { id: installation } = await getInstallation(ctx.db);
  return keyOf(installation, attempt);
}

async function addLine(
  ctx: FlowContext,
  { stripe, taxMode }: InvoiceDeps,
  attempt: Attempt,
  draft: Stripe.Invoice,
): Promise<void> {
  const { id: installation } = await getInstallation(ctx.db);
  const parameters: Stripe.InvoiceItemCreateParams = {
    customer: idOf(draft.customer) ?? '',
    invoice: draft.id,
    amount: attempt.amountMinor,
    currency: attempt.currency.toLowerCase(),
    description: await describeOrder(ctx, attempt),
    ...(taxMode !== 'none' && { tax_behavior: taxMode }),
  };
  const key = `${keyOf(installation, attempt)}:line`;
  await stripe.callOnce(ctx, key, (api) => api.invoiceItems.create(parameters, { idempotencyKey: key }));
}

/** Binds the payment of a final invoice to the order, has Stripe mail the invoice if it is unpaid, and records it. */
async function deliver(
  ctx: FlowContext,
  { stripe, portal, taxMode, graceDays }: InvoiceDeps,
  attempt: Attempt,
  invoice: Stripe.Invoice,
): Promise<void> {
  const { id, hosted_invoice_url: url, due_date: due } = invoice;
  const { data } = await stripe.call(ctx, (api) => api.invoicePayments.list({ invoice: id, limit: 1 }));
  const intentId = idOf(data[0]?.payment.payment_intent);
  if (!intentId || !url || !due) throw new StripeOutage({ wasAnswered: true });
  const { id: installation } = await getInstallation(ctx.db);
  const metadata = metadataOf(attempt, installation);
  await stripe.call(ctx, (api) => api.paymentIntents.update(intentId, { metadata }));
  if (invoice.status === 'open') await mailInvoice(ctx, stripe, { invoiceId: id, key: keyOf(installation, attempt) });
  const tax = await readTax(ctx, { stripe, taxMode }, invoice);
  const sent = { intentId, url, dueAt: new Date(due * 1000), amountMinor: invoice.total, tax };
  await ctx.transaction((inner) => recordSent(inner, attempt, sent, { graceDays, portal }));
}

/**
 * Returns the tax that Stripe put on an invoice. The tax belongs to the invoice, so there is no calculation of the
 * portal whose id could be recorded.
 */
async function readTax(
  ctx: FlowContext,
  { stripe, taxMode }: Pick<InvoiceDeps, 'stripe' | 'taxMode'>,
  invoice: Stripe.Invoice,
): Promise<Tax | null> {
  if (taxMode === 'none') return null;
  return {
    calculationId: '',
    basis: '',
    isIncluded: taxMode === 'inclusive',
    country: invoice.customer_address?.country ?? '',
    taxes: await taxesOfInvoice(ctx, stripe, invoice),
  };
}

/**
 * Voids an invoice, so that it can no longer be paid. Stripe cancels its payment with it.
 * @returns false when Stripe rejects the call, because the invoice was paid just before or its payment is under way
 */
export async function voidInvoice(ctx: FlowContext, stripe: StripeGateway, invoice: OrderInvoice): Promise<boolean> {
  const { stripeInvoiceId: id } = invoice;
  // Without a recorded id, at most a draft exists, which was never sent and is never finalised automatically.
  if (id === null) return true;
  try {
    const found = await nullIfMissing(stripe.call(ctx, (api) => api.invoices.retrieve(id)));
    if (!found || found.status === 'draft' || found.status === 'void') return true;
    await stripe.call(ctx, (api) => api.invoices.voidInvoice(id));
    return true;
  } catch (error) {
    if (!(error instanceof StripeRejection)) throw error;
    return false;
  }
}

/** Whether Stripe's invoice is paid, through Stripe or by being marked as paid there. */
export async function isPaid(ctx: FlowContext, stripe: StripeGateway, invoice: OrderInvoice | null): Promise<boolean> {
  const id = invoice?.stripeInvoiceId;
  const found = id ? await nullIfMissing(stripe.call(ctx, (api) => api.invoices.retrieve(id))) : null;
  return found?.status === 'paid';
}
