import type Stripe from 'stripe';
import type { FlowContext } from '#server/platform/context.ts';
import { StripeRejection } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';

/** An invoice at Stripe, and the prefix of the idempotency keys of its calls. */
type Keyed = { invoiceId: string; key: string };

/**
 * Finalises a draft and lets Stripe advance the invoice automatically from then on. The draft of an order of a
 * resource's seats does not advance before, so an abandoned one is never finalised.
 */
export async function finalizeInvoice(
  ctx: FlowContext,
  stripe: StripeGateway,
  { invoiceId, key }: Keyed,
): Promise<Stripe.Invoice> {
  const idempotencyKey = hourly(ctx, `${key}:finalize`);
  try {
    const wanted = { auto_advance: true };
    return await stripe.call(ctx, (api) => api.invoices.finalizeInvoice(invoiceId, wanted, { idempotencyKey }));
  } catch (error) {
    if (!(error instanceof StripeRejection)) throw error;
    // An earlier call may have finalised the invoice although its response was lost.
    const found = await stripe.call(ctx, (api) => api.invoices.retrieve(invoiceId));
    if (found.status === 'draft') throw error;
    return found;
  }
}

/** Finalises the draft of a subscription, which Stripe would do in an hour, and has Stripe mail it. */
export async function sendNow(
  ctx: FlowContext,
  stripe: StripeGateway,
  invoice: Stripe.Invoice,
  key: string,
): Promise<void> {
  const keyed = { invoiceId: invoice.id, key };
  const final = invoice.status === 'draft' ? await finalizeInvoice(ctx, stripe, keyed) : invoice;
  if (final.status === 'open') await mailInvoice(ctx, stripe, keyed);
}

/** Has Stripe mail an invoice that can be paid to its customer. */
export async function mailInvoice(ctx: FlowContext, stripe: StripeGateway, { invoiceId, key }: Keyed): Promise<void> {
  const idempotencyKey = hourly(ctx, `${key}:send`);
  await stripe.call(ctx, (api) => api.invoices.sendInvoice(invoiceId, {}, { idempotencyKey }));
}

/**
 * Returns the idempotency key of this hour: two clicks share it, and the next hour has another, because Stripe repeats
 * a failure for a day.
 */
const hourly = ({ now }: FlowContext, key: string) => `${key}:${now.toISOString().slice(0, 13)}`;
