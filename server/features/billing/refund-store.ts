import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';

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
