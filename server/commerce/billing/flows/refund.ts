import type { DecideRefundRequest, RefundSubscription } from '#contract/commerce/billing.ts';
import type { RefundPurchase } from '#contract/commerce/purchases-admin.ts';
import { moneyText } from '#contract/money.ts';
import { issueRefund } from '#server/commerce/payments/flows/payment.ts';
import { type OrderedRefund, orderRefund } from '#server/commerce/payments/refund-actions.ts';
import { getPurchasePayment } from '#server/commerce/purchases/actions.ts';
import { getSubscription } from '#server/commerce/subscriptions/actions.ts';
import type { SubscriptionDeps } from '#server/commerce/subscriptions/flows/sync-subscription.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail, failInvalid } from '#server/platform/failure.ts';
import { StripeOutage } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as guarantee from '../guarantee-actions.ts';
import { refundMinor, wrongRefund } from '../invoice-rules.ts';
import { latestPaidInvoice, syncInvoice, syncPaid } from './sync-invoice.ts';

/** Dependencies of members' and administrators' calls; without `stripe`, paid actions are off. */
export type BillingCallDeps = Omit<SubscriptionDeps, 'stripe'> & { stripe: StripeGateway | null };

type Refund = RefundSubscription & { subscriptionId: number; reason: 'administrator' | 'guarantee' };

/**
 * Refunds the latest payment of a subscription, whole or in part (ADM-SUB-08). The order is committed before Stripe is
 * asked to refund; when Stripe does not respond then, a job makes the refund later.
 * @throws request.invalid, subscriptions.not-found, billing.nothing-to-refund, billing.refund-too-large,
 * billing.refund-disputed, billing.refund-under-way, billing.refund-outdated, billing.refund-refused,
 * purchases.payments-off, purchases.provider-failed
 */
export async function refundSubscription(
  ctx: MemberFlowContext,
  { stripe, ...rest }: BillingCallDeps,
  { subscriptionId, amountMinor, amount = null, alreadyRefundedMinor, reason }: Refund,
): Promise<{ message: string }> {
  if (!stripe) throw fail('purchases.payments-off');
  const deps = { ...rest, stripe };
  const { stripeSubscriptionId } = await getSubscription(ctx, subscriptionId);
  const latest = stripeSubscriptionId && (await latestPaidInvoice(ctx, stripe, stripeSubscriptionId));
  // Sync first: an administrator may have refunded it in Stripe's dashboard.
  const invoice = latest ? await syncInvoice(ctx, deps, latest) : null;
  if (!invoice) throw fail('billing.nothing-to-refund');
  const asked = amountMinor ?? refundMinor(amount, invoice.currency);
  if (asked === undefined) throw failInvalid(wrongRefund(invoice.currency));
  const order = { payment: { invoiceId: invoice.id }, amountMinor: asked, alreadyRefundedMinor, reason, note: null };
  const ordered = await ctx.transaction((inner) =>
    orderRefund(inner, { ...order, object: 'subscription', objectId: subscriptionId }),
  );
  return issueNow(ctx, deps, ordered);
}

type PurchaseRefund = RefundPurchase & { userId: number; purchaseId: number };

/**
 * Refunds the payment of a purchase, whole or in part (ADM-USER-17), also of a purchase that has ended. A whole refund
 * ends the purchase, like one made at Stripe.
 * @throws purchases.not-found, billing.nothing-to-refund, billing.refund-too-large, billing.refund-disputed,
 * billing.refund-under-way, billing.refund-outdated, billing.refund-refused, purchases.payments-off,
 * purchases.provider-failed
 */
export async function refundPurchase(
  ctx: MemberFlowContext,
  { stripe, ...rest }: BillingCallDeps,
  { userId, purchaseId, amountMinor, amount = null, alreadyRefundedMinor, reason }: PurchaseRefund,
): Promise<{ message: string }> {
  if (!stripe) throw fail('purchases.payments-off');
  const deps = { ...rest, stripe };
  const { attemptId, intentId } = await getPurchasePayment(ctx, { userId, purchaseId });
  // Sync first: an administrator may have refunded it in Stripe's dashboard.
  if (!(await syncPaid(ctx, deps, intentId))) throw fail('purchases.not-found');
  const order = { payment: { attemptId }, amountMinor: amountMinor ?? amount, alreadyRefundedMinor, note: reason };
  const ordered = await ctx.transaction((inner) =>
    orderRefund(inner, { ...order, reason: 'administrator', object: 'purchase', objectId: purchaseId }),
  );
  return issueNow(ctx, deps, ordered);
}

/** Makes a refund that was just ordered; when Stripe does not respond, a job makes it later. */
async function issueNow(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  ordered: OrderedRefund,
): Promise<{ message: string }> {
  const amountText = moneyText(ordered);
  const sync = (intentId: string) => syncPaid(ctx, deps, intentId);
  try {
    const isDone = await issueRefund(ctx, { stripe: deps.stripe, sync }, ordered.refundId);
    if (!isDone) return { message: `${amountText} goes back as soon as the bank has decided about this payment.` };
  } catch (error) {
    if (!(error instanceof StripeOutage)) throw error;
    return { message: `${amountText} goes back as soon as the payment provider answers again.` };
  }
  return { message: `${amountText} has been refunded.` };
}

/**
 * Decides a money-back request. Declining mails the answer to the member. Granting records the decision and orders the
 * refund in one transaction; a job then ends the member's subscriptions, and another makes the refund when Stripe does
 * not respond now.
 * @throws billing.request-not-found, billing.request-decided, billing.nothing-to-refund, billing.refund-disputed,
 * billing.refund-under-way, billing.refund-refused, purchases.payments-off, purchases.provider-failed
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
  const ordered = await ctx.transaction(async (inner) => {
    const order = { payment: { invoiceId: invoice.id }, amountMinor: null, alreadyRefundedMinor: null, note: null };
    const refund = await orderRefund(inner, { ...order, reason: 'guarantee', object: 'invoice', objectId: invoice.id });
    await guarantee.decide(inner, { request, status: 'granted', answer, portal });
    return refund;
  });
  await issueNow(ctx, deps, ordered);
  return { message: 'The request is granted: the payment goes back and the subscription ends.' };
}
