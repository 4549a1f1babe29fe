import type Stripe from 'stripe';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { isMissing, StripeOutage, StripeRefusal } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as attempts from '../attempt-actions.ts';
import { fulfil } from '../fulfil-actions.ts';
import type { Attempt, Payment, RefundState } from '../rules.ts';

/** What syncing a payment needs; jobs have it too. */
export type PaymentDeps = { stripe: StripeGateway; portal: Portal };

/**
 * Asks the provider how a payment stands now and writes that down; the way of complete-purchase, webhooks and the
 * reconciler. Whatever else the member had open for the same resource is cancelled.
 * @returns the attempt as it is afterwards; null when the payment is not ours
 * @throws StripeOutage when the provider does not answer
 */
export async function syncPayment(ctx: FlowContext, deps: PaymentDeps, intentId: string): Promise<Attempt | null> {
  const known = await attempts.findByIntent(ctx, intentId);
  if (!known) return null;
  const { snapshotNumber, mayHaveReturns } = await ctx.transaction((inner) => attempts.beginSnapshot(inner, known));
  const payment = await fetchPayment(deps.stripe, intentId, mayHaveReturns);
  if (!payment) return ctx.transaction((inner) => attempts.noteMissing(inner, known, snapshotNumber));
  const { ownIds } = await getInstallation(ctx.db);
  const synced = await ctx.transaction((inner) =>
    fulfil(inner, { payment, snapshotNumber, ownIds, portal: deps.portal }),
  );
  if (synced?.status === 'succeeded') await cancelOthers(ctx, deps, synced);
  return synced;
}

/**
 * Cancels an attempt at the provider, so that it can no longer be paid, and writes down what it is then: it may have
 * been paid meanwhile.
 */
export async function cancelPayment(ctx: FlowContext, deps: PaymentDeps, attempt: Attempt): Promise<void> {
  const { id, intentId } = attempt;
  // The secret of an intent is given out after its id was recorded, so without one nobody can pay.
  if (intentId === null) return ctx.transaction((inner) => attempts.closeAttempt(inner, id));
  try {
    await deps.stripe.call((api) => api.paymentIntents.cancel(intentId, { cancellation_reason: 'abandoned' }));
  } catch (error) {
    if (isMissing(error)) return ctx.transaction((inner) => attempts.closeAttempt(inner, id));
    // Paid or cancelled before: what follows finds out which.
    if (!(error instanceof StripeRefusal)) throw error;
  }
  await syncPayment(ctx, deps, intentId);
}

/** The purchase is recorded; when the provider fails now, the reconciler cancels the rest within minutes. */
async function cancelOthers(ctx: FlowContext, deps: PaymentDeps, paid: Attempt): Promise<void> {
  try {
    for (const other of await attempts.listSuperseded(ctx, paid)) await cancelPayment(ctx, deps, other);
  } catch (error) {
    if (!(error instanceof StripeOutage)) throw error;
  }
}

/** The present state of a payment with its refunds and disputes; null when the provider knows no such payment. */
export async function fetchPayment(
  stripe: StripeGateway,
  intentId: string,
  mayHaveReturns: boolean,
): Promise<Payment | null> {
  try {
    return await stripe.call(async (api) => {
      const intent = await api.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
      const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
      const paging = { payment_intent: intentId, limit: 100 };
      const hasRefunds = mayHaveReturns || (charge?.amount_refunded ?? 0) > 0;
      const hasDisputes = mayHaveReturns || (charge?.disputed ?? false);
      const refunds = hasRefunds ? await api.refunds.list(paging).autoPagingToArray({ limit: 1000 }) : [];
      const disputes = hasDisputes ? await api.disputes.list(paging).autoPagingToArray({ limit: 1000 }) : [];
      return paymentOf(intent, refunds, disputes);
    });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** How a payment ended; every other status of the provider means that it has not. */
const ends: Readonly<Record<string, Payment['status']>> = { succeeded: 'succeeded', canceled: 'canceled' };

/** How a refund ended; until then it is pending. */
const refundEnds: Readonly<Record<string, RefundState['status']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
};

function paymentOf(intent: Stripe.PaymentIntent, refunds: Stripe.Refund[], disputes: Stripe.Dispute[]): Payment {
  return {
    intentId: intent.id,
    status: ends[intent.status] ?? 'open',
    amountReceivedMinor: intent.amount_received,
    currency: intent.currency.toUpperCase(),
    metadata: intent.metadata,
    refunds: refunds.map(refundOf),
    disputes: disputes.map(({ id, amount, reason, status: state }) => ({
      stripeDisputeId: id,
      amountMinor: amount,
      reason,
      status: state,
    })),
  };
}

function refundOf({ id, amount, status, metadata }: Stripe.Refund): RefundState {
  const refundId = Number(metadata?.refundId);
  return {
    stripeRefundId: id,
    refundId: Number.isSafeInteger(refundId) && refundId > 0 ? refundId : null,
    amountMinor: amount,
    status: refundEnds[status ?? ''] ?? 'pending',
  };
}
