import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';
import type { InvoiceState, RecordedInvoice } from './invoice-rules.ts';

const recorded = ['id', 'user_id as userId', 'stripe_invoice_id as stripeInvoiceId', 'status', 'currency'] as const;

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

export async function findInvoice(db: Db, stripeInvoiceId: string): Promise<RecordedInvoice | null> {
  const row = await db.kysely
    .selectFrom('invoices')
    .select(recorded)
    .where('stripe_invoice_id', '=', stripeInvoiceId)
    .executeTakeFirst();
  return row ?? null;
}

export async function findInvoiceByIntent(db: Db, intentId: string): Promise<RecordedInvoice | null> {
  const row = await db.kysely
    .selectFrom('invoices')
    .select(recorded)
    .where('stripe_payment_intent_id', '=', intentId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Lists invoices that wait for money, and void ones whose debit is still under way, that were not synced for an hour;
 * `atStart` selects all of them.
 */
export async function listOpenInvoices(
  db: Db,
  { atStart, limit }: { atStart: boolean; limit: number },
): Promise<RecordedInvoice[]> {
  return db.kysely
    .selectFrom('invoices')
    .select(recorded)
    .where((where) => where.or([where('status', 'in', ['draft', 'open']), where('open_payment', '=', 'processing')]))
    .where(sql<boolean>`(${atStart} or synced_at < now() - interval '1 hour')`)
    .orderBy('synced_at')
    .limit(limit)
    .execute();
}
