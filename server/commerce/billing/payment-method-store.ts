import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';

/**
 * Records the number of a customer's snapshot; null when the customer is not a member's or a later snapshot is stored.
 */
export async function takeCustomer(
  db: Db,
  stripeCustomerId: string,
  snapshotNumber: number,
): Promise<{ userId: number } | null> {
  const row = await db.kysely
    .updateTable('stripe_customers')
    .set({ last_snapshot_number: snapshotNumber })
    .where('stripe_customer_id', '=', stripeCustomerId)
    .where('last_snapshot_number', '<=', snapshotNumber)
    .returning('user_id as userId')
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a customer at Stripe is a member of this portal. */
export async function isOwnCustomer(db: Db, stripeCustomerId: string): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('stripe_customers')
    .select('user_id')
    .where('stripe_customer_id', '=', stripeCustomerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the customer of a payment method, which may have been removed since. */
export async function findCustomerOfMethod(db: Db, stripePaymentMethodId: string): Promise<string | null> {
  const row = await db.kysely
    .selectFrom('payment_methods')
    .innerJoin('stripe_customers', 'stripe_customers.user_id', 'payment_methods.user_id')
    .select('stripe_customers.stripe_customer_id as customerId')
    .where('stripe_payment_method_id', '=', stripePaymentMethodId)
    .executeTakeFirst();
  return row?.customerId ?? null;
}

export async function replaceMethods(db: Db, userId: number, methods: readonly KeptMethod[]): Promise<void> {
  await db.kysely.deleteFrom('payment_methods').where('user_id', '=', userId).execute();
  if (methods.length === 0) return;
  const rows = methods.map((method) => ({
    stripe_payment_method_id: method.stripePaymentMethodId,
    user_id: userId,
    type: method.type,
    label: method.label,
    brand: method.brand,
    last4: method.last4,
    exp_month: method.expMonth,
    exp_year: method.expYear,
    is_default: method.isDefault,
    added_at: method.addedAt,
  }));
  await db.kysely
    .insertInto('payment_methods')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('stripe_payment_method_id')
        .doUpdateSet({ user_id: userId, is_default: sql`excluded.is_default` }),
    )
    .execute();
}

/** A payment method at Stripe; brand and expiry are those of a card. */
export type KeptMethod = {
  stripePaymentMethodId: string;
  /** Stripe's type: card, link, sepa_debit, ... */
  type: string;
  /** "Visa ending 4242", "SEPA debit ••3000" */
  label: string;
  brand: string | null;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
  isDefault: boolean;
  addedAt: Date;
  /**
   * Stripe's fingerprint, which is always the same for one card or bank account; not stored with the payment method.
   */
  fingerprint: string | null;
};
