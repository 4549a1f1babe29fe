import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Attempt, DisputeState, RefundState } from './rules.ts';

/** Orders the refund of a second payment; the job makes it at Stripe from this row. */
export async function insertDuplicateRefund(db: Db, attempt: Attempt): Promise<{ id: number } | null> {
  const row = await db.kysely
    .insertInto('refunds')
    .values({
      attempt_id: attempt.id,
      amount_minor: attempt.amountMinor,
      currency: attempt.currency,
      reason: 'duplicate',
      status: 'due',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a payment is the second one for its sale. */
export async function isDuplicate(db: Db, attemptId: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('refunds')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('reason', '=', 'duplicate')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether refunds or disputes of a payment are known, so that they are fetched even when the charge shows none. */
export async function hasReturns(db: Db, attemptId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from refunds where attempt_id = ${attemptId})
      or exists (select 1 from disputes where attempt_id = ${attemptId}) as found`.execute(db.kysely);
  return rows[0]?.found ?? false;
}

/** Stores a refund's state at Stripe: in the row that ordered it, or in a new one. */
export async function upsertRefund(db: Db, attempt: Attempt, refund: RefundState): Promise<void> {
  const seen = { status: refund.status, stripe_refund_id: refund.stripeRefundId, updated_at: sql<Date>`now()` };
  if (refund.refundId !== null) {
    const { numUpdatedRows } = await db.kysely
      .updateTable('refunds')
      .set(seen)
      .where('id', '=', refund.refundId)
      .where('attempt_id', '=', attempt.id)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
  }
  await db.kysely
    .insertInto('refunds')
    .values({
      attempt_id: attempt.id,
      amount_minor: refund.amountMinor,
      currency: attempt.currency,
      reason: 'at_provider',
      ...seen,
    })
    .onConflict((conflict) => conflict.column('stripe_refund_id').doUpdateSet(seen))
    .execute();
}

/** Stores a dispute's state at Stripe. */
export async function upsertDispute(db: Db, attempt: Attempt, dispute: DisputeState): Promise<void> {
  await db.kysely
    .insertInto('disputes')
    .values({
      stripe_dispute_id: dispute.stripeDisputeId,
      attempt_id: attempt.id,
      amount_minor: dispute.amountMinor,
      currency: attempt.currency,
      reason: dispute.reason,
      status: dispute.status,
    })
    .onConflict((conflict) =>
      conflict.column('stripe_dispute_id').doUpdateSet({ status: dispute.status, updated_at: sql`now()` }),
    )
    .execute();
}

/** A refund that the portal decided on and Stripe has not made yet. */
export type DueRefund = { id: number; attemptId: number; intentId: string; amountMinor: number };

/** A due refund by its id; null when it is done or cancelled. */
export async function findDueRefund(db: Db, id: number): Promise<DueRefund | null> {
  const row = await dueRefunds(db).where('refunds.id', '=', id).executeTakeFirst();
  return row ? dueRefundOf(row) : null;
}

/** Due refunds, oldest first. */
export async function listDueRefunds(db: Db, limit: number): Promise<DueRefund[]> {
  const rows = await dueRefunds(db).orderBy('refunds.created_at').limit(limit).execute();
  return rows.map(dueRefundOf);
}

/** Stripe's statuses of the disputes of a payment. */
export async function listDisputes(db: Db, attemptId: number): Promise<{ status: string }[]> {
  return db.kysely.selectFrom('disputes').select('status').where('attempt_id', '=', attemptId).execute();
}

/** Lowers a due refund to what is not refunded yet, and cancels it when nothing is left. */
export async function capDueRefund(db: Db, attemptId: number, receivedMinor: number): Promise<void> {
  await sql`
    with sent_back as (
      select coalesce(sum(amount_minor), 0)::integer as minor from refunds
      where attempt_id = ${attemptId} and status in ('pending', 'succeeded'))
    update refunds set updated_at = now(),
      status = case when sent_back.minor >= ${receivedMinor}::integer then 'canceled' else 'due' end,
      amount_minor = case when sent_back.minor >= ${receivedMinor}::integer then amount_minor
        else least(amount_minor, ${receivedMinor}::integer - sent_back.minor) end
    from sent_back where attempt_id = ${attemptId} and status = 'due'`.execute(db.kysely);
}

/** Cancels a due refund; a refund that was made stays as it is. */
export async function cancelDueRefund(db: Db, id: number): Promise<void> {
  await db.kysely
    .updateTable('refunds')
    .set({ status: 'canceled', updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'due')
    .execute();
}

function dueRefunds(db: Db) {
  return db.kysely
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select(['refunds.id', 'refunds.attempt_id', 'refunds.amount_minor', 'payment_attempts.stripe_payment_intent_id'])
    .where('refunds.status', '=', 'due')
    .where('payment_attempts.stripe_payment_intent_id', 'is not', null);
}

type DueRow = Pick<Selectable<Tables['refunds']>, 'id' | 'attempt_id' | 'amount_minor'> &
  Pick<Selectable<Tables['payment_attempts']>, 'stripe_payment_intent_id'>;

function dueRefundOf(row: DueRow): DueRefund {
  // `dueRefunds` selects only rows with an intent.
  const intentId = row.stripe_payment_intent_id ?? '';
  return { id: row.id, attemptId: row.attempt_id, intentId, amountMinor: row.amount_minor };
}
