import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type CustomerRow = Selectable<Tables['stripe_customers']>;

export type Customer = { customerId: CustomerRow['stripe_customer_id']; generation: CustomerRow['generation'] };

export async function findCustomer(db: Db, userId: number): Promise<Customer | null> {
  const rows = await db.prepared<Pick<CustomerRow, 'stripe_customer_id' | 'generation'>>(
    'payments.find_customer',
    'select stripe_customer_id, generation from stripe_customers where user_id = $1',
    [userId],
  );
  const row = rows[0];
  return row ? { customerId: row.stripe_customer_id, generation: row.generation } : null;
}

/**
 * Records a customer unless the member has one. Concurrent calls bring the same customer id, which is unique as well,
 * so a conflict clause on the member alone would let one of them fail.
 */
export async function insertCustomer(db: Db, userId: number, customerId: string): Promise<void> {
  await db.kysely
    .insertInto('stripe_customers')
    .values({ user_id: userId, stripe_customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.kysely
    .updateTable('stripe_customers')
    .set({ stripe_customer_id: customerId })
    .where('user_id', '=', userId)
    .where('stripe_customer_id', 'is', null)
    .execute();
}

export async function clearCustomer(db: Db, customerId: string): Promise<void> {
  await db.kysely
    .updateTable('stripe_customers')
    .set({ stripe_customer_id: null, generation: sql`generation + 1` })
    .where('stripe_customer_id', '=', customerId)
    .execute();
}

export type ChangedCustomer = { userId: number; isErased: boolean };

/**
 * Lists customers whose account or details changed since the last sync, and those of deleted accounts. The minute
 * covers changes that were committed during the last sync.
 */
export function listChangedCustomers(db: Db, limit: number): Promise<ChangedCustomer[]> {
  return db.prepared(
    'payments.list_changed_customers',
    `select c.user_id as "userId", u.deleted_at is not null as "isErased"
     from stripe_customers c join users u on u.id = c.user_id left join billing_details d on d.user_id = u.id
     where c.stripe_customer_id is not null
       and (u.deleted_at is not null
         or greatest(u.updated_at, d.updated_at) > coalesce(c.synced_at, c.created_at) - interval '1 minute')
     order by u.deleted_at nulls last, c.synced_at nulls first limit $1`,
    [limit],
  );
}

export async function updateCustomerSynced(db: Db, userId: number): Promise<void> {
  await db.prepared(
    'payments.update_customer_synced',
    'update stripe_customers set synced_at = now() where user_id = $1',
    [userId],
  );
}

export type ConsentOrder = { attemptId: number } | { subscriptionId: number };

export type Consent = { userId: number; order: ConsentOrder; textVersion: string };

/** Records a consent to a text of an order; only the first one to each text is kept. */
export async function insertConsent(db: Db, { userId, order, textVersion }: Consent): Promise<void> {
  await db.kysely
    .insertInto('order_consents')
    .values({
      user_id: userId,
      attempt_id: 'attemptId' in order ? order.attemptId : null,
      subscription_id: 'subscriptionId' in order ? order.subscriptionId : null,
      text_version: textVersion,
    })
    .onConflict((conflict) => conflict.constraint('order_consents_order_text_version_key').doNothing())
    .execute();
}

export type DetailsRow = Omit<Selectable<Tables['billing_details']>, 'user_id' | 'updated_at'>;

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

export async function upsertDetails(db: Db, userId: number, details: DetailsRow): Promise<void> {
  const values = { ...details, updated_at: sql<Date>`now()` };
  await db.kysely
    .insertInto('billing_details')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function findByStripeTaxId(db: Db, stripeTaxId: string): Promise<{ userId: number } | null> {
  const row = await db.kysely
    .selectFrom('billing_details')
    .select('user_id as userId')
    .where('stripe_tax_id', '=', stripeTaxId)
    .executeTakeFirst();
  return row ?? null;
}

/** Records the authority's verdict on a tax id; a replaced id has no row and is ignored. */
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
