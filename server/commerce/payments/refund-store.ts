import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { DisputeState, Fee, PaymentOf, Refundable, RefundState } from './rules.ts';

type RefundRow = Selectable<Tables['refunds']>;

/** Returns the columns in which a row names its payment: one of them is null. */
export function columnsOf(payment: PaymentOf): { attempt_id: number | null; invoice_id: number | null } {
  return {
    attempt_id: 'attemptId' in payment ? payment.attemptId : null,
    invoice_id: 'invoiceId' in payment ? payment.invoiceId : null,
  };
}

/** Whether a row of refunds, disputes or documents belongs to a payment. */
export function isOf(payment: PaymentOf) {
  return 'attemptId' in payment
    ? sql<boolean>`attempt_id = ${payment.attemptId}`
    : sql<boolean>`invoice_id = ${payment.invoiceId}`;
}

/** Returns the number of a snapshot that begins now. */
export async function nextSnapshotNumber(db: Db): Promise<number> {
  const { rows } = await sql<{
    snapshotNumber: number;
  }>`select nextval('payment_snapshot_numbers') as "snapshotNumber"`.execute(db.kysely);
  return rows[0]?.snapshotNumber ?? 0;
}

/** Whether refunds or disputes of a payment are known, so that they are fetched even when the charge shows none. */
export async function hasReturns(db: Db, payment: PaymentOf): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from refunds where ${isOf(payment)})
      or exists (select from disputes where ${isOf(payment)}) as found`.execute(db.kysely);
  return rows[0]?.found ?? false;
}

/**
 * Stores a refund's state at Stripe: in the row that ordered it, or in a new one. An ordered refund without a row
 * belongs to the due row, because at most one refund of a payment is due.
 * @returns whether Stripe's refund was not known before
 */
export async function upsertRefund(db: Db, payment: PaymentOf, refund: RefundState): Promise<boolean> {
  const { stripeRefundId, amountMinor, status, isOrdered } = refund;
  const seen = { status, amount_minor: amountMinor, stripe_refund_id: stripeRefundId, updated_at: sql<Date>`now()` };
  const known = db.kysely.updateTable('refunds').set(seen).where('stripe_refund_id', '=', stripeRefundId);
  if ((await known.executeTakeFirst()).numUpdatedRows > 0n) return false;
  const ordered = db.kysely.updateTable('refunds').set(seen).where(isOf(payment)).where('status', '=', 'due');
  if (isOrdered && (await ordered.executeTakeFirst()).numUpdatedRows > 0n) return true;
  await db.kysely
    .insertInto('refunds')
    .values({ ...columnsOf(payment), reason: 'at_provider', ...seen })
    .execute();
  return true;
}

/** Stores a dispute's state at Stripe. @returns whether the dispute, its status, amount or due date is new */
export async function upsertDispute(db: Db, payment: PaymentOf, dispute: DisputeState): Promise<boolean> {
  const { stripeDisputeId, amountMinor, reason, status, dueBy } = dispute;
  const seen = { amount_minor: amountMinor, status, due_by: dueBy };
  const row = await db.kysely
    .insertInto('disputes')
    .values({ stripe_dispute_id: stripeDisputeId, ...columnsOf(payment), reason, ...seen })
    .onConflict((conflict) =>
      conflict
        .column('stripe_dispute_id')
        .doUpdateSet({ ...seen, updated_at: sql`now()` })
        .where((where) =>
          where.or([
            where('disputes.status', '!=', status),
            where('disputes.amount_minor', '!=', amountMinor),
            where('disputes.due_by', 'is distinct from', dueBy),
          ]),
        ),
    )
    .returning('stripe_dispute_id')
    .executeTakeFirst();
  return row !== undefined;
}

export type RefundOrder = { amountMinor: number; reason: RefundRow['reason']; orderedBy: number | null };

/**
 * Records a refund as due. Returns null when another refund of the payment is due; with the reason `duplicate` also
 * when its attempt has had such a refund before.
 */
export async function insertDueRefund(
  db: Db,
  payment: PaymentOf,
  { amountMinor, reason, orderedBy }: RefundOrder,
): Promise<{ id: number } | null> {
  const row = await db.kysely
    .insertInto('refunds')
    .values({ ...columnsOf(payment), amount_minor: amountMinor, reason, status: 'due', ordered_by: orderedBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a refund with the reason `duplicate` was recorded for the payment. */
export async function isDuplicate(db: Db, payment: PaymentOf): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('refunds')
    .select('id')
    .where(isOf(payment))
    .where('reason', '=', 'duplicate')
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads a payment with its owner; locks it until the transaction ends when `isLocked` is set. */
export async function readRefundable(
  db: Db,
  payment: PaymentOf,
  { isLocked }: { isLocked: boolean },
): Promise<Refundable & { userId: number; currency: string }> {
  const row =
    'attemptId' in payment
      ? await db.kysely
          .selectFrom('payment_attempts')
          .select(['user_id as userId', 'amount_received_minor as paidMinor', 'currency'])
          .where('id', '=', payment.attemptId)
          .$if(isLocked, (query) => query.forUpdate())
          .executeTakeFirstOrThrow()
      : await db.kysely
          .selectFrom('invoices')
          .select(['user_id as userId', 'paid_minor as paidMinor', 'currency'])
          .where('id', '=', payment.invoiceId)
          .$if(isLocked, (query) => query.forUpdate())
          .executeTakeFirstOrThrow();
  const { rows } = await sql<{ returnedMinor: number }>`
    select coalesce(sum(amount_minor), 0)::integer as "returnedMinor" from refunds
    where ${isOf(payment)} and status in ('due', 'pending', 'succeeded')`.execute(db.kysely);
  const { returnedMinor = 0 } = rows[0] ?? {};
  return { ...row, paidMinor: row.paidMinor ?? 0, returnedMinor, disputes: await listDisputes(db, payment) };
}

/** Sums the refunds of these attempts that are made or ordered; attempts without one are left out. */
export async function sumReturned(
  db: Db,
  attemptIds: readonly number[],
): Promise<{ attemptId: number; returnedMinor: number }[]> {
  return db.prepared(
    'payments.sum_returned',
    `select attempt_id as "attemptId", sum(amount_minor)::integer as "returnedMinor" from refunds
     where attempt_id = any ($1::integer[]) and status in ('due', 'pending', 'succeeded') group by attempt_id`,
    [attemptIds],
  );
}

/** Lists Stripe's statuses of the disputes of a payment. */
export async function listDisputes(db: Db, payment: PaymentOf): Promise<string[]> {
  const rows = await db.kysely.selectFrom('disputes').select('status').where(isOf(payment)).execute();
  return rows.map(({ status }) => status);
}

/** A refund that the portal ordered and Stripe has not made yet. */
export type DueRefund = Pick<RefundRow, 'id' | 'reason'> & {
  payment: PaymentOf;
  intentId: string;
  amountMinor: number;
};

export async function findDueRefund(db: Db, id: number): Promise<DueRefund | null> {
  const row = await dueRefunds(db).where('refunds.id', '=', id).executeTakeFirst();
  return row ? dueRefundOf(row) : null;
}

/** Lists due refunds, oldest first. */
export async function listDueRefunds(db: Db, limit: number): Promise<DueRefund[]> {
  const rows = await dueRefunds(db).orderBy('refunds.created_at').limit(limit).execute();
  return rows.map(dueRefundOf);
}

/** Lowers a due refund to the amount that is not refunded yet, and cancels it when nothing is left. */
export async function capDueRefund(db: Db, payment: PaymentOf, receivedMinor: number): Promise<void> {
  await sql`
    with sent_back as (
      select coalesce(sum(amount_minor), 0)::integer as minor from refunds
      where ${isOf(payment)} and status in ('pending', 'succeeded'))
    update refunds set updated_at = now(),
      status = case when sent_back.minor >= ${receivedMinor}::integer then 'canceled' else 'due' end,
      amount_minor = case when sent_back.minor >= ${receivedMinor}::integer then amount_minor
        else least(amount_minor, ${receivedMinor}::integer - sent_back.minor) end
    from sent_back where ${isOf(payment)} and status = 'due'`.execute(db.kysely);
}

/** Closes a due refund without making it; a refund that is no longer due remains unchanged. */
export async function closeDueRefund(
  db: Db,
  id: number,
  { status, reason }: { status: 'canceled' | 'refused'; reason: string | null },
): Promise<void> {
  await db.kysely
    .updateTable('refunds')
    .set({ status, last_error: reason, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'due')
    .execute();
}

function dueRefunds(db: Db) {
  return db.kysely
    .selectFrom('refunds')
    .leftJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .leftJoin('invoices', 'invoices.id', 'refunds.invoice_id')
    .select(['refunds.id', 'refunds.attempt_id', 'refunds.invoice_id', 'refunds.amount_minor', 'refunds.reason'])
    .select((row) =>
      row.fn.coalesce('payment_attempts.stripe_payment_intent_id', 'invoices.stripe_payment_intent_id').as('intent_id'),
    )
    .where('refunds.status', '=', 'due')
    .where(
      sql<boolean>`coalesce(payment_attempts.stripe_payment_intent_id, invoices.stripe_payment_intent_id) is not null`,
    );
}

type DueRow = Pick<RefundRow, 'id' | 'attempt_id' | 'invoice_id' | 'amount_minor' | 'reason'> & {
  intent_id: string | null;
};

function dueRefundOf({ id, attempt_id, invoice_id, amount_minor, reason, intent_id }: DueRow): DueRefund {
  const payment = attempt_id === null ? { invoiceId: invoice_id ?? 0 } : { attemptId: attempt_id };
  // `dueRefunds` selects only rows with an intent, and a row names exactly one payment.
  return { id, payment, reason, amountMinor: amount_minor, intentId: intent_id ?? '' };
}

/** Stores the fees of a payment that are not known yet; Stripe never changes one. */
export async function insertFees(db: Db, payment: PaymentOf, fees: readonly Fee[]): Promise<void> {
  if (fees.length === 0) return;
  await db.kysely
    .insertInto('payment_fees')
    .values(
      fees.map(({ stripeBalanceTransactionId, kind, amountMinor, feeMinor, taxMinor, currency, chargedAt }) => ({
        ...columnsOf(payment),
        stripe_balance_transaction_id: stripeBalanceTransactionId,
        kind,
        amount_minor: amountMinor,
        fee_minor: feeMinor,
        tax_minor: taxMinor,
        currency,
        charged_at: chargedAt,
      })),
    )
    .onConflict((conflict) => conflict.column('stripe_balance_transaction_id').doNothing())
    .execute();
}
