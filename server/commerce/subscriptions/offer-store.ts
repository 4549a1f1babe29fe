import { type Selectable, sql } from 'kysely';
import type { CancelReason } from '#contract/commerce/subscriptions.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

/** The offer that a member was shown, with its terms at that time. */
export type CancelOffer = {
  id: number;
  userId: number;
  subscriptionId: number;
  percentOff: number;
  payments: number;
  isAccepted: boolean;
  /** Whether Stripe has the discount. */
  isApplied: boolean;
  /** Whether the offer can still be accepted, by the database's clock. */
  isOpen: boolean;
};

/** Whether an offer was shown less than an hour ago, so that it can be accepted, and is shown again. */
const holds = sql<boolean>`shown_at > now() - interval '1 hour'`;

type New = Pick<CancelOffer, 'userId' | 'subscriptionId' | 'percentOff' | 'payments'> & { reason: CancelReason };

/** Records that a member is shown the offer; an earlier offer to the member remains. */
export async function insertOffer(db: Db, offer: New): Promise<void> {
  await db.kysely
    .insertInto('cancel_offers')
    .values({
      user_id: offer.userId,
      subscription_id: offer.subscriptionId,
      percent_off: offer.percentOff,
      payments: offer.payments,
      reason: offer.reason,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** Finds the offer that a member was shown, and locks it until the transaction ends. */
export async function lockOffer(db: Db, userId: number): Promise<CancelOffer | null> {
  const row = await db.kysely
    .selectFrom('cancel_offers')
    .selectAll()
    .select(holds.as('holds'))
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ? offerOf(row) : null;
}

export async function updateAccepted(db: Db, id: number, isAccepted: boolean): Promise<void> {
  const at = isAccepted ? sql<Date>`now()` : null;
  await db.kysely.updateTable('cancel_offers').set({ accepted_at: at }).where('id', '=', id).execute();
}

export async function updateApplied(db: Db, id: number): Promise<void> {
  await db.kysely.updateTable('cancel_offers').set({ applied_at: sql`now()` }).where('id', '=', id).execute();
}

function offerOf(row: Selectable<Tables['cancel_offers']> & { holds: boolean }): CancelOffer {
  return {
    id: row.id,
    userId: row.user_id,
    subscriptionId: row.subscription_id,
    percentOff: row.percent_off,
    payments: row.payments,
    isAccepted: row.accepted_at !== null,
    isApplied: row.applied_at !== null,
    isOpen: row.holds,
  };
}
