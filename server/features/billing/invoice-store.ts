import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';
import type { InvoiceState, RecordedInvoice, Refundable } from './invoice-rules.ts';

const recorded = ['id', 'user_id as userId', 'stripe_invoice_id as stripeInvoiceId', 'status'] as const;

/** The number of a snapshot that begins now. */
export async function nextSnapshotNumber(db: Db): Promise<number> {
  const { rows } = await sql<{
    snapshotNumber: number;
  }>`select nextval('payment_snapshot_numbers') as "snapshotNumber"`.execute(db.kysely);
  return rows[0]?.snapshotNumber ?? 0;
}

type Owned = {
  state: InvoiceState;
  snapshotNumber: number;
  userId: number;
  stripeSubscriptionId: string;
  description: string;
};

/** Stores the snapshot of an invoice; null when a later snapshot is stored. */
export async function upsertInvoice(
  db: Db,
  { state, snapshotNumber, userId, stripeSubscriptionId, description }: Owned,
): Promise<RecordedInvoice | null> {
  const seen = {
    stripe_subscription_id: stripeSubscriptionId,
    number: state.number,
    status: state.status,
    billing_reason: state.billingReason,
    description,
    total_minor: state.totalMinor,
    tax_minor: state.taxMinor,
    paid_minor: state.paidMinor,
    due_minor: state.dueMinor,
    open_payment: state.openPayment,
    currency: state.currency,
    period_start: state.periodStart,
    period_end: state.periodEnd,
    stripe_payment_intent_id: state.intentId,
    hosted_url: state.hostedUrl,
    pdf_url: state.pdfUrl,
    attempt_count: state.attemptCount,
    next_attempt_at: state.nextAttemptAt,
    issued_at: state.issuedAt,
    paid_at: state.paidAt,
    last_snapshot_number: snapshotNumber,
    synced_at: sql<Date>`now()`,
  };
  const row = await db.kysely
    .insertInto('invoices')
    .values({ ...seen, user_id: userId, stripe_invoice_id: state.stripeInvoiceId })
    .onConflict((conflict) =>
      conflict
        .column('stripe_invoice_id')
        .doUpdateSet(seen)
        .where('invoices.last_snapshot_number', '<=', snapshotNumber),
    )
    .returning(recorded)
    .executeTakeFirst();
  return row ?? null;
}

/** Writes a refund as the provider shows it now: into the row that ordered it, or into one of its own. */
export async function upsertInvoiceRefund(
  db: Db,
  invoiceId: number,
  refund: InvoiceState['refunds'][number],
): Promise<void> {
  const seen = { status: refund.status, stripe_refund_id: refund.stripeRefundId, updated_at: sql<Date>`now()` };
  if (refund.refundId !== null) {
    const { numUpdatedRows } = await db.kysely
      .updateTable('invoice_refunds')
      .set(seen)
      .where('id', '=', refund.refundId)
      .where('invoice_id', '=', invoiceId)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
  }
  await db.kysely
    .insertInto('invoice_refunds')
    .values({ invoice_id: invoiceId, amount_minor: refund.amountMinor, reason: 'at_provider', ...seen })
    .onConflict((conflict) => conflict.column('stripe_refund_id').doUpdateSet(seen))
    .execute();
}

/** Writes a dispute as the provider shows it now. */
export async function upsertInvoiceDispute(
  db: Db,
  invoiceId: number,
  { stripeDisputeId, amountMinor, reason, status }: InvoiceState['disputes'][number],
): Promise<void> {
  await db.kysely
    .insertInto('invoice_disputes')
    .values({ stripe_dispute_id: stripeDisputeId, invoice_id: invoiceId, amount_minor: amountMinor, reason, status })
    .onConflict((conflict) => conflict.column('stripe_dispute_id').doUpdateSet({ status, updated_at: sql`now()` }))
    .execute();
}

/** An invoice by the provider's id; null when it is not known here. */
export async function findInvoice(db: Db, stripeInvoiceId: string): Promise<RecordedInvoice | null> {
  const row = await db.kysely
    .selectFrom('invoices')
    .select(recorded)
    .where('stripe_invoice_id', '=', stripeInvoiceId)
    .executeTakeFirst();
  return row ?? null;
}

/** The invoice that a payment paid; null when none is known. */
export async function findInvoiceByIntent(db: Db, intentId: string): Promise<RecordedInvoice | null> {
  const row = await db.kysely
    .selectFrom('invoices')
    .select(recorded)
    .where('stripe_payment_intent_id', '=', intentId)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether refunds or disputes of an invoice's payment are known, so that they must be asked about. */
export async function hasInvoiceReturns(db: Db, stripeInvoiceId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from invoice_refunds r join invoices i on i.id = r.invoice_id
        where i.stripe_invoice_id = ${stripeInvoiceId})
      or exists (select 1 from invoice_disputes d join invoices i on i.id = d.invoice_id
        where i.stripe_invoice_id = ${stripeInvoiceId}) as found`.execute(db.kysely);
  return rows[0]?.found ?? false;
}

/** What is left of an invoice, locked until the transaction ends. */
export async function lockRefundable(db: Db, invoiceId: number): Promise<Refundable & { userId: number }> {
  const row = await db.kysely
    .selectFrom('invoices')
    .select(['user_id', 'paid_minor', 'currency'])
    .where('id', '=', invoiceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ returnedMinor: number; isDisputed: boolean }>`
    select (select coalesce(sum(amount_minor), 0)::integer from invoice_refunds
        where invoice_id = ${invoiceId} and status in ('due', 'pending', 'succeeded')) as "returnedMinor",
      exists (select 1 from invoice_disputes where invoice_id = ${invoiceId}
        and status not in ('won', 'warning_closed', 'prevented')) as "isDisputed"`.execute(db.kysely);
  const { returnedMinor = 0, isDisputed = false } = rows[0] ?? {};
  return { userId: row.user_id, paidMinor: row.paid_minor, currency: row.currency, returnedMinor, isDisputed };
}

/** Invoices that wait for money and were not synced for an hour; `atStart` takes all of them. */
export async function listOpenInvoices(
  db: Db,
  { atStart, limit }: { atStart: boolean; limit: number },
): Promise<RecordedInvoice[]> {
  return db.kysely
    .selectFrom('invoices')
    .select(recorded)
    .where('status', 'in', ['draft', 'open'])
    .where(sql<boolean>`(${atStart} or synced_at < now() - interval '1 hour')`)
    .orderBy('synced_at')
    .limit(limit)
    .execute();
}

type Order = { invoiceId: number; amountMinor: number; reason: 'administrator' | 'guarantee'; orderedBy: number };

/** Decides that money goes back; null when another order for the invoice is still to be carried out. */
export async function insertDueRefund(
  db: Db,
  { invoiceId, amountMinor, reason, orderedBy }: Order,
): Promise<{ id: number } | null> {
  const row = await db.kysely
    .insertInto('invoice_refunds')
    .values({ invoice_id: invoiceId, amount_minor: amountMinor, reason, status: 'due', ordered_by: orderedBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ?? null;
}

/** A refund that was decided here and is not yet done at the provider. */
export type DueRefund = {
  id: number;
  invoiceId: number;
  stripeInvoiceId: string;
  intentId: string;
  amountMinor: number;
  createdAt: Date;
};

/** A due refund by its id; null when it is done or dropped. */
export async function findDueRefund(db: Db, id: number): Promise<DueRefund | null> {
  const row = await dueRefunds(db).where('invoice_refunds.id', '=', id).executeTakeFirst();
  return row ? { ...row, intentId: row.intentId ?? '' } : null;
}

/** Due refunds, oldest first. */
export async function listDueRefunds(db: Db, limit: number): Promise<DueRefund[]> {
  const rows = await dueRefunds(db).orderBy('invoice_refunds.created_at').limit(limit).execute();
  return rows.map((row) => ({ ...row, intentId: row.intentId ?? '' }));
}

/** Records that the provider refused an order. An order that was completed in between does not change. */
export async function refuseDueRefund(db: Db, id: number, reason: string): Promise<void> {
  await db.kysely
    .updateTable('invoice_refunds')
    .set({ status: 'refused', last_error: reason, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'due')
    .execute();
}

function dueRefunds(db: Db) {
  return db.kysely
    .selectFrom('invoice_refunds')
    .innerJoin('invoices', 'invoices.id', 'invoice_refunds.invoice_id')
    .select([
      'invoice_refunds.id',
      'invoice_refunds.invoice_id as invoiceId',
      'invoices.stripe_invoice_id as stripeInvoiceId',
      'invoices.stripe_payment_intent_id as intentId',
      'invoice_refunds.amount_minor as amountMinor',
      'invoice_refunds.created_at as createdAt',
    ])
    .where('invoice_refunds.status', '=', 'due')
    .where('invoices.stripe_payment_intent_id', 'is not', null);
}
