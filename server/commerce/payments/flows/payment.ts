import type Stripe from 'stripe';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { fail } from '#server/platform/failure.ts';
import { nullIfMissing, StripeRejection } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { labelOf } from '../method-rules.ts';
import * as actions from '../refund-actions.ts';
import { findDueRefund } from '../refund-store.ts';
import type { DisputeState, Fee, Payment, RefundState } from '../rules.ts';

/**
 * Fetches the current state of a payment with its refunds, disputes and fees; null when Stripe knows no such payment.
 */
export async function fetchPayment(
  ctx: FlowContext,
  stripe: StripeGateway,
  { intentId, mayHaveReturns }: { intentId: string; mayHaveReturns: boolean },
): Promise<Payment | null> {
  return nullIfMissing(
    stripe.call(ctx, async (api) => {
      const intent = await api.paymentIntents.retrieve(intentId, { expand: ['latest_charge.balance_transaction'] });
      const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
      const paging = { payment_intent: intentId, limit: 100 };
      const hasRefunds = mayHaveReturns || (charge?.amount_refunded ?? 0) > 0;
      const hasDisputes = mayHaveReturns || (charge?.disputed ?? false);
      const booked = ['data.balance_transaction', 'data.failure_balance_transaction'];
      const refunds = hasRefunds
        ? await api.refunds.list({ ...paging, expand: booked }).autoPagingToArray({ limit: 1000 })
        : [];
      const disputes = hasDisputes ? await api.disputes.list(paging).autoPagingToArray({ limit: 1000 }) : [];
      return paymentOf(intent, { charge, refunds, disputes });
    }),
  );
}

/** The final states of a payment; with every other status of Stripe's it is open. */
const ends: Readonly<Record<string, Payment['status']>> = { succeeded: 'succeeded', canceled: 'canceled' };

/** The statuses of a refund that are stored as Stripe has them; with every other status it is pending. */
const refundEnds: Readonly<Record<string, RefundState['status']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
};

type Moved = { charge: Stripe.Charge | null; refunds: Stripe.Refund[]; disputes: Stripe.Dispute[] };

function paymentOf(intent: Stripe.PaymentIntent, { charge, refunds, disputes }: Moved): Payment {
  return {
    intentId: intent.id,
    status: ends[intent.status] ?? 'open',
    amountReceivedMinor: intent.amount_received,
    currency: intent.currency.toUpperCase(),
    metadata: intent.metadata,
    paidWith: charge?.payment_method_details ? nameOf(charge.payment_method_details) : null,
    cardPrint: charge?.payment_method_details?.card?.fingerprint ?? null,
    refunds: refunds.map(refundOf),
    disputes: disputes.map(disputeOf),
    fees: [
      ...feesOf('payment', [charge?.balance_transaction]),
      ...refunds.flatMap((one) => feesOf('refund', [one.balance_transaction, one.failure_balance_transaction])),
      ...disputes.flatMap((one) => feesOf('dispute', one.balance_transactions)),
    ],
  };
}

/** Returns the name of the payment method of a charge, as the name of one that the member keeps (BILL-06). */
function nameOf(details: Stripe.Charge.PaymentMethodDetails): string {
  const { type, card } = details;
  const account = details.sepa_debit ?? details.bacs_debit ?? details.us_bank_account ?? details.au_becs_debit;
  const last4 = card?.last4 ?? account?.last4 ?? null;
  return labelOf({ type, brand: card?.brand ?? null, last4, wallet: card?.wallet?.type ?? null });
}

/**
 * Returns the fees of the balance transactions that Stripe has booked already
 * (https://docs.stripe.com/payments/payment-intents/asynchronous-capture).
 */
function feesOf(
  kind: Fee['kind'],
  lines: readonly (Stripe.BalanceTransaction | string | null | undefined)[],
): readonly Fee[] {
  return lines
    .filter((line) => typeof line === 'object' && line !== null)
    .map(({ id, amount, fee, fee_details, currency, created }) => ({
      stripeBalanceTransactionId: id,
      kind,
      amountMinor: amount,
      feeMinor: fee,
      taxMinor: fee_details.filter(({ type }) => type === 'tax').reduce((sum, one) => sum + one.amount, 0),
      currency: currency.toUpperCase(),
      chargedAt: new Date(created * 1000),
    }));
}

function disputeOf({ id, amount, reason, status, evidence_details: { due_by: due } }: Stripe.Dispute): DisputeState {
  // `due_by` is 0 when the bank accepts no response (https://docs.stripe.com/api/disputes/object).
  return { stripeDisputeId: id, amountMinor: amount, reason, status, dueBy: due ? new Date(due * 1000) : null };
}

function refundOf({ id, amount, status, metadata }: Stripe.Refund): RefundState {
  return {
    stripeRefundId: id,
    isOrdered: metadata?.refundId !== undefined,
    amountMinor: amount,
    status: refundEnds[status ?? ''] ?? 'pending',
  };
}

/** Syncs a payment with the purchase or invoice that it pays, by Stripe's id of the payment. */
type SyncPayment = (intentId: string) => Promise<unknown>;

/**
 * Makes a due refund at Stripe; repeated calls make it once. Syncs first, because an earlier refund may have got no
 * response, and the payment may have been refunded or disputed at Stripe.
 * @returns true when it is made or no longer due; false while it waits for a dispute of the payment
 * @throws StripeOutage, and billing.refund-refused when Stripe rejects the refund
 */
export async function issueRefund(
  ctx: FlowContext,
  { stripe, sync }: { stripe: StripeGateway; sync: SyncPayment },
  refundId: number,
): Promise<boolean> {
  const due = await findDueRefund(ctx.db, refundId);
  if (!due) return true;
  const { intentId } = due;
  await sync(intentId);
  const claimed = await ctx.transaction((inner) => actions.claimDueRefund(inner, refundId));
  if (!claimed) return (await findDueRefund(ctx.db, refundId)) === null;
  const { id: installation } = await getInstallation(ctx.db);
  const { amountMinor } = claimed;
  // The reason `duplicate` of an invoice means that it was paid too late, which is no duplicate to Stripe.
  const isSecond = claimed.reason === 'duplicate' && 'attemptId' in claimed.payment;
  const wanted = {
    payment_intent: intentId,
    amount: amountMinor,
    reason: isSecond ? ('duplicate' as const) : ('requested_by_customer' as const),
    metadata: { installation, refundId: String(refundId) },
  };
  const idempotencyKey = `${installation}:refund:${refundId}:${amountMinor}`;
  try {
    await stripe.call(ctx, (api) => api.refunds.create(wanted, { idempotencyKey }));
  } catch (error) {
    if (!(error instanceof StripeRejection)) throw error;
    await ctx.transaction((inner) => actions.rejectRefund(inner, refundId, error.message));
    await sync(intentId);
    throw fail('billing.refund-refused', { reason: error.message });
  }
  await sync(intentId);
  return true;
}
