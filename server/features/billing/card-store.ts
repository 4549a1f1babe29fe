import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';

/** Records the snapshot of a customer; null when the customer is not ours or a later snapshot is stored. */
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

/** Whether the provider's customer is one of ours. */
export async function isOwnCustomer(db: Db, stripeCustomerId: string): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('stripe_customers')
    .select('user_id')
    .where('stripe_customer_id', '=', stripeCustomerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The customer who keeps, or kept, a card; null when the card is not known here. */
export async function findCustomerOfCard(db: Db, stripePaymentMethodId: string): Promise<string | null> {
  const row = await db.kysely
    .selectFrom('payment_methods')
    .innerJoin('stripe_customers', 'stripe_customers.user_id', 'payment_methods.user_id')
    .select('stripe_customers.stripe_customer_id as customerId')
    .where('stripe_payment_method_id', '=', stripePaymentMethodId)
    .executeTakeFirst();
  return row?.customerId ?? null;
}

/** Replaces the cards of a member by what the provider shows. */
export async function replaceCards(db: Db, userId: number, cards: readonly KeptCard[]): Promise<void> {
  await db.kysely.deleteFrom('payment_methods').where('user_id', '=', userId).execute();
  if (cards.length === 0) return;
  const rows = cards.map((card) => ({
    stripe_payment_method_id: card.stripePaymentMethodId,
    user_id: userId,
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    is_default: card.isDefault,
    added_at: card.addedAt,
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

/** A card as the provider shows it. */
export type KeptCard = {
  stripePaymentMethodId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  isDefault: boolean;
  addedAt: Date;
  /** Stripe's, the same for the same card wherever it is used; not stored with the card. */
  fingerprint: string | null;
};
