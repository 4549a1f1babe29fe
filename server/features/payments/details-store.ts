import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

export type DetailsRow = Omit<Selectable<Tables['billing_details']>, 'user_id' | 'updated_at'>;

/** What a member added for invoices; null when nothing was added. */
export async function findDetails(db: Db, userId: number): Promise<DetailsRow | null> {
  const row = await db.kysely
    .selectFrom('billing_details')
    .select([
      'company_name',
      'line1',
      'line2',
      'city',
      'postcode',
      'country',
      'purchase_order',
      'tax_id_type',
      'tax_id',
      'stripe_tax_id',
      'tax_id_status',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces what a member added. */
export async function upsertDetails(db: Db, userId: number, details: DetailsRow): Promise<void> {
  const values = { ...details, updated_at: sql<Date>`now()` };
  await db.kysely
    .insertInto('billing_details')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** The member whose tax id this is at Stripe; null when it is not a known one. */
export async function findByStripeTaxId(db: Db, stripeTaxId: string): Promise<{ userId: number } | null> {
  const row = await db.kysely
    .selectFrom('billing_details')
    .select('user_id as userId')
    .where('stripe_tax_id', '=', stripeTaxId)
    .executeTakeFirst();
  return row ?? null;
}

/** Records what the authority said of a tax id; one that was replaced is left alone. */
export async function updateTaxIdStatus(
  db: Db,
  stripeTaxId: string,
  status: NonNullable<DetailsRow['tax_id_status']>,
): Promise<void> {
  await db.kysely
    .updateTable('billing_details')
    .set({ tax_id_status: status })
    .where('stripe_tax_id', '=', stripeTaxId)
    .execute();
}
