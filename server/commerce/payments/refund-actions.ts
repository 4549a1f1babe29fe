import { moneyText } from '#contract/money.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import * as store from './refund-store.ts';
import {
  dueRefundDecision,
  judgeRefund,
  type Payment,
  type PaymentOf,
  type Refundable,
  type RefundState,
} from './rules.ts';

/** Returns a new number from the sequence that snapshots of payments and of payment methods share. */
export function nextSnapshotNumber(ctx: Context): Promise<number> {
  return store.nextSnapshotNumber(ctx.db);
}

/**
 * Begins a snapshot of a payment.
 * @param payment null for one that is not recorded yet
 * @returns `mayHaveReturns`: whether refunds or disputes of the payment are known here
 */
export async function beginPaymentSnapshot(
  ctx: Context,
  payment: PaymentOf | null,
): Promise<{ snapshotNumber: number; mayHaveReturns: boolean }> {
  const snapshotNumber = await store.nextSnapshotNumber(ctx.db);
  return { snapshotNumber, mayHaveReturns: payment !== null && (await store.hasReturns(ctx.db, payment)) };
}

type Seen = Pick<Payment, 'refunds' | 'disputes' | 'fees'> & { receivedMinor: number };

/**
 * Stores the refunds, disputes and fees of a snapshot, lowers a due refund to the rest of the payment, and queues a
 * mail about each dispute that is new or has changed. Repetition does no harm. The caller must have rejected an older
 * snapshot.
 * @returns refunds that are new here and made or pending, so that the member hears of each once
 */
export async function recordReturns(
  ctx: Context,
  payment: PaymentOf,
  { refunds, disputes, fees, receivedMinor }: Seen,
): Promise<RefundState[]> {
  const made: RefundState[] = [];
  for (const refund of refunds) {
    const isNew = await store.upsertRefund(ctx.db, payment, refund);
    if (isNew && (refund.status === 'pending' || refund.status === 'succeeded')) made.push(refund);
  }
  for (const dispute of disputes) {
    if (!(await store.upsertDispute(ctx.db, payment, dispute))) continue;
    const { stripeDisputeId: disputeId, status } = dispute;
    await enqueue(ctx.db, 'mail-dispute', { disputeId }, { key: `dispute:${disputeId}:${status}` });
  }
  await store.insertFees(ctx.db, payment, fees);
  await store.capDueRefund(ctx.db, payment, receivedMinor);
  return made;
}

export type RefundOrder = {
  payment: PaymentOf;
  /** Minor units; null for all that is left. */
  amountMinor: number | null;
  /** Refunded sum that the screen showed, in minor units; null when the call names none. */
  alreadyRefundedMinor: number | null;
  reason: 'administrator' | 'guarantee';
  /** Kind of the audit entry's object, whose id is `objectId`; `note` is the administrator's reason. */
  object: 'purchase' | 'subscription' | 'invoice';
  objectId: number;
  note: string | null;
};

export type OrderedRefund = { refundId: number; amountMinor: number; currency: string };

/**
 * Orders a refund for an administrator (ADM-SUB-08). The row is the order; a job makes the refund a minute later if the
 * request could not.
 * @throws billing.nothing-to-refund, billing.refund-too-large, billing.refund-disputed, billing.refund-under-way,
 * billing.refund-outdated
 */
export async function orderRefund(ctx: MemberContext, order: RefundOrder): Promise<OrderedRefund> {
  const { payment, alreadyRefundedMinor, reason, object, objectId, note } = order;
  const refundable = await store.readRefundable(ctx.db, payment, { isLocked: true });
  const { currency, returnedMinor, userId } = refundable;
  if (alreadyRefundedMinor !== null && alreadyRefundedMinor !== returnedMinor) throw fail('billing.refund-outdated');
  const amountMinor = allowedMinor(refundable, order.amountMinor);
  const due = await store.insertDueRefund(ctx.db, payment, { amountMinor, reason, orderedBy: ctx.actor.userId });
  if (!due) throw fail('billing.refund-under-way');
  const runAt = new Date(ctx.now.getTime() + 60_000);
  await enqueue(ctx.db, 'issue-refund', { refundId: due.id }, { key: `refund:${due.id}`, runAt });
  await audit(ctx, {
    action: 'refund',
    object,
    objectId,
    memberId: userId,
    before: { returnedMinor },
    after: {
      refundId: due.id,
      amountMinor,
      currency,
      occasion: reason,
      returnedMinor: returnedMinor + amountMinor,
      ...(note !== null && { reason: note }),
    },
  });
  return { refundId: due.id, amountMinor, currency };
}

/**
 * Rejects an amount that `orderRefund` would reject now.
 * @returns whether part of the payment would remain
 * @throws billing.nothing-to-refund, billing.refund-too-large, billing.refund-disputed
 */
export async function checkRefund(
  ctx: Context,
  payment: PaymentOf,
  amountMinor: number,
): Promise<{ isPartial: boolean }> {
  const refundable = await store.readRefundable(ctx.db, payment, { isLocked: false });
  const allowed = allowedMinor(refundable, amountMinor);
  return { isPartial: allowed < refundable.paidMinor - refundable.returnedMinor };
}

/** Returns the sum to refund, in minor units; the whole rest when `asked` is null. */
function allowedMinor(refundable: Refundable & { currency: string }, asked: number | null): number {
  const { paidMinor, returnedMinor, currency } = refundable;
  const verdict = judgeRefund(refundable, asked);
  if (verdict.kind === 'refund') return verdict.amountMinor;
  if (verdict.reason === 'disputed') throw fail('billing.refund-disputed');
  if (verdict.reason === 'nothing-left') throw fail('billing.nothing-to-refund');
  throw fail('billing.refund-too-large', { left: moneyText({ amountMinor: paidMinor - returnedMinor, currency }) });
}

/**
 * Orders the refund of a payment that must give no access: a second one for the same sale, one that arrived too late,
 * or one with a code that its card may not use. The caller must have locked the row of the payment.
 * @returns null when it was ordered before, or another refund of the payment is due
 */
export async function orderDuplicateRefund(
  ctx: Context,
  payment: PaymentOf,
  amountMinor: number,
): Promise<{ id: number } | null> {
  if (await store.isDuplicate(ctx.db, payment)) return null;
  const due = await store.insertDueRefund(ctx.db, payment, { amountMinor, reason: 'duplicate', orderedBy: null });
  if (due) await enqueue(ctx.db, 'issue-refund', { refundId: due.id }, { key: `refund:${due.id}` });
  return due;
}

/** Returns the refunds of a payment that are made or ordered, in minor units, as `orderRefund` compares them. */
export async function sumOrdered(ctx: Context, payment: PaymentOf): Promise<number> {
  return (await store.readRefundable(ctx.db, payment, { isLocked: false })).returnedMinor;
}

/** Returns by attempt the refunds that are made or ordered, in minor units; attempts without one are left out. */
export async function sumReturned(ctx: Context, attemptIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await store.sumReturned(ctx.db, attemptIds);
  return new Map(rows.map(({ attemptId, returnedMinor }) => [attemptId, returnedMinor]));
}

/** Whether `orderDuplicateRefund` has ordered a refund of the payment. */
export function isDuplicate(ctx: Context, attemptId: number): Promise<boolean> {
  return store.isDuplicate(ctx.db, { attemptId });
}

/** Lists due refunds, oldest first; at most 100. */
export function listDueRefunds(ctx: Context): Promise<store.DueRefund[]> {
  return store.listDueRefunds(ctx.db, 100);
}

/**
 * Finds a due refund that may be made now; null when it is done or must wait for a dispute. Cancels it, and returns
 * null, when the bank has already returned the money.
 */
export async function claimDueRefund(ctx: Context, refundId: number): Promise<store.DueRefund | null> {
  const refund = await store.findDueRefund(ctx.db, refundId);
  if (!refund) return null;
  const decision = dueRefundDecision(await store.listDisputes(ctx.db, refund.payment));
  if (decision === 'drop') await store.closeDueRefund(ctx.db, refundId, { status: 'canceled', reason: null });
  return decision === 'issue' ? refund : null;
}

/** Records that Stripe rejected a refund, so that administrators see it in their list of waiting items. */
export async function rejectRefund(ctx: Context, refundId: number, reason: string): Promise<void> {
  await store.closeDueRefund(ctx.db, refundId, { status: 'refused', reason });
  await audit(ctx, { action: 'refuse-refund', object: 'refund', objectId: refundId, after: reason });
}
