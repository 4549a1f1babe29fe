import type { DecideRefundRequest } from '#contract/billing.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { StripeOutage } from '#server/platform/stripe/errors.ts';
import * as guarantee from '../guarantee-actions.ts';
import * as invoices from '../invoice-actions.ts';
import { type BillingCallDeps, issueInvoiceRefund } from './refund.ts';
import { syncInvoice } from './sync-invoice.ts';

/**
 * Decides about the money-back guarantee. Granting orders the refund and writes the decision in one transaction; the
 * refund and the end of the subscription follow, by jobs when the provider does not answer now.
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
    return { message: 'The request is declined; the member has been told.' };
  }
  if (!stripe) throw fail('purchases.payments-off');
  const deps = { ...rest, stripe };
  const invoice = await syncInvoice(ctx, deps, request.stripeInvoiceId);
  if (!invoice) throw fail('billing.nothing-to-refund');
  const { refundId } = await ctx.transaction(async (inner) => {
    const order = { invoiceId: invoice.id, amount: null, alreadyRefunded: null, reason: 'guarantee' as const };
    const ordered = await invoices.orderRefund(inner, { ...order, subscriptionId: null });
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
