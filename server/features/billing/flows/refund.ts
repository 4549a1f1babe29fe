import type { DecideRefundRequest, RefundSubscription } from '#contract/billing.ts';
import { moneyText } from '#contract/money.ts';
import { workThrough } from '#server/features/payments/flows.ts';
import { getSubscription } from '#server/features/subscriptions/actions.ts';
import type { SubscriptionDeps } from '#server/features/subscriptions/flows/sync-subscription.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { fail } from '#server/platform/failure.ts';
import { StripeOutage, StripeRefusal } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as guarantee from '../guarantee-actions.ts';
import * as actions from '../invoice-actions.ts';
import { latestPaidInvoice, syncInvoice } from './sync-invoice.ts';

/** What member and administrator calls need; without Stripe paid actions are off. */
export type BillingCallDeps = Omit<SubscriptionDeps, 'stripe'> & { stripe: StripeGateway | null };

type Refund = RefundSubscription & { subscriptionId: number; reason: 'administrator' | 'guarantee' };

/**
 * Gives the latest payment of a subscription back, whole or in part (ADM-SUB-08). The order is committed before the
 * provider is asked; when it does not answer, a job makes the refund later.
 * @throws subscriptions.not-found, billing.nothing-to-refund, refund-too-large, refund-disputed, refund-under-way,
 *   refund-outdated, refund-refused, purchases.payments-off, purchases.provider-failed
 */
export async function refundSubscription(
  ctx: MemberFlowContext,
  { stripe, ...rest }: BillingCallDeps,
  { subscriptionId, amount, alreadyRefundedMinor, reason }: Refund,
): Promise<{ message: string }> {
  if (!stripe) throw fail('purchases.payments-off');
  const deps = { ...rest, stripe };
  const { stripeSubscriptionId } = await getSubscription(ctx, subscriptionId);
  const latest = stripeSubscriptionId && (await latestPaidInvoice(stripe, stripeSubscriptionId));
  // Sync first: an administrator may have refunded it in Stripe's dashboard.
  const invoice = latest ? await syncInvoice(ctx, deps, latest) : null;
  if (!invoice) throw fail('billing.nothing-to-refund');
  const order = { subscriptionId, invoiceId: invoice.id, amount, alreadyRefundedMinor, reason };
  const ordered = await ctx.transaction((inner) => actions.orderRefund(inner, order));
  const amountText = moneyText(ordered);
  try {
    await issueInvoiceRefund(ctx, deps, ordered.refundId);
  } catch (error) {
    if (!(error instanceof StripeOutage)) throw error;
    return { message: `${amountText} goes back as soon as the payment provider answers again.` };
  }
  return { message: `${amountText} has been refunded.` };
}

/**
 * Decides a money-back request. Granting records the decision and orders the refund in one transaction; jobs make the
 * refund and end the subscription when the provider does not answer now.
 * @throws billing.request-not-found, request-decided, and the refusals of a refund
 */
export async function decideRequest(
  ctx: MemberFlowContext,
  { stripe, ...rest }: BillingCallDeps,
  { id, decision, answer }: DecideRefundRequest & { id: number },
): Promise<{ message: string }> {
  const request = await guarantee.getOpenRequest(ctx, id);
  const { portal } = rest;
  if (decision === 'decline') {
    await ctx.transaction((inner) => guarantee.decide(inner, { request, status: 'declined', answer, portal }));
    return { message: 'The request is declined. The member gets an email with your answer.' };
  }
  if (!stripe) throw fail('purchases.payments-off');
  const deps = { ...rest, stripe };
  const invoice = await syncInvoice(ctx, deps, request.stripeInvoiceId);
  if (!invoice) throw fail('billing.nothing-to-refund');
  const { refundId } = await ctx.transaction(async (inner) => {
    const order = { invoiceId: invoice.id, amount: null, alreadyRefundedMinor: null, reason: 'guarantee' as const };
    const ordered = await actions.orderRefund(inner, { ...order, subscriptionId: null });
    await guarantee.decide(inner, { request, status: 'granted', answer, portal });
    return ordered;
  });
  try {
    await issueInvoiceRefund(ctx, deps, refundId);
  } catch (error) {
    if (!(error instanceof StripeOutage)) throw error;
  }
  return { message: 'The request is granted: the payment goes back and the subscription ends.' };
}

/**
 * Makes a due refund at the provider, once however often it is retried.
 * @throws StripeOutage, and billing.refund-refused when the provider will not refund
 */
export async function issueInvoiceRefund(ctx: FlowContext, deps: SubscriptionDeps, refundId: number): Promise<void> {
  const due = await actions.findDue(ctx, refundId);
  if (!due) return;
  const { id: installation } = await getInstallation(ctx.db);
  const { intentId, amountMinor, stripeInvoiceId } = due;
  const metadata = { installation, refundId: String(refundId) };
  const idempotencyKey = `${installation}:invoice-refund:${refundId}:${amountMinor}`;
  const wanted = { payment_intent: intentId, amount: amountMinor, reason: 'requested_by_customer' as const, metadata };
  try {
    await deps.stripe.call((api) => api.refunds.create(wanted, { idempotencyKey }));
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    await ctx.transaction((inner) => actions.refuseRefund(inner, refundId, error.message));
    await syncInvoice(ctx, deps, stripeInvoiceId);
    throw fail('billing.refund-refused', { reason: error.message });
  }
  await syncInvoice(ctx, deps, stripeInvoiceId);
}

/**
 * Syncs every invoice that waits for money, and makes the refunds that are due.
 * @param atStart also syncs invoices that were synced a moment ago: the portal was down
 * @throws StripeOutage when the provider does not answer: the next run continues
 */
export async function reconcileInvoices(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  { atStart }: { atStart: boolean },
): Promise<void> {
  const open = await actions.listOpen(ctx, atStart);
  const due = await actions.listDue(ctx);
  await workThrough(
    [
      ...open.map(
        ({ stripeInvoiceId }) =>
          () =>
            syncInvoice(ctx, deps, stripeInvoiceId),
      ),
      ...due.map(
        ({ id }) =>
          () =>
            issueInvoiceRefund(ctx, deps, id),
      ),
    ],
    (work: () => Promise<unknown>) => work(),
    'Some invoices could not be reconciled',
  );
}
