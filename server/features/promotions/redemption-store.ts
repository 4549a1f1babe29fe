import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Redemption } from './rules.ts';

type Use = { codeId: number; userId: number; trialDays: number };

/**
 * Counts one more use of a code, unless its limit is reached; one statement, so that the limit holds under concurrency.
 * @param mustBeLive false for a checkout that was opened while the code could still be redeemed
 */
export async function countUse(db: Db, codeId: number, { mustBeLive }: { mustBeLive: boolean }): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('promo_codes')
    .set({ used_count: sql`used_count + 1` })
    .where('id', '=', codeId)
    .where(sql<boolean>`(usage_limit is null or used_count < usage_limit)`)
    .$if(mustBeLive, (code) =>
      code
        .where('deleted_at', 'is', null)
        .where('is_active', '=', true)
        .where(sql<boolean>`(expires_at is null or expires_at > now())`),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records a use; null when the member has used the code, or a free trial, before. */
export async function insertRedemption(
  db: Db,
  { codeId, userId, trialDays }: Use,
  started: { subscriptionId?: number; stripeSubscriptionId?: string },
): Promise<Redemption | null> {
  const row = await db.kysely
    .insertInto('promo_redemptions')
    .values({
      promo_code_id: codeId,
      user_id: userId,
      trial_days: trialDays,
      subscription_id: started.subscriptionId ?? null,
      stripe_subscription_id: started.stripeSubscriptionId ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? redemptionOf(row) : null;
}

/** A redemption that counts; null when it was released. */
export async function findRedemption(db: Db, id: number): Promise<Redemption | null> {
  const row = await redemptions(db).where('id', '=', id).executeTakeFirst();
  return row ? redemptionOf(row) : null;
}

/** A member's redemption of a code whose subscription at Stripe is not known yet. */
export async function findUnfinished(db: Db, userId: number, codeId: number): Promise<Redemption | null> {
  const row = await redemptions(db)
    .where('user_id', '=', userId)
    .where('promo_code_id', '=', codeId)
    .where('stripe_subscription_id', 'is', null)
    .executeTakeFirst();
  return row ? redemptionOf(row) : null;
}

/** Records the subscription of a redemption. @returns whether it had none before */
export async function updateStarted(db: Db, id: number, stripeSubscriptionId: string): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('promo_redemptions')
    .set({ stripe_subscription_id: stripeSubscriptionId })
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .where('stripe_subscription_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Releases a use without a subscription: it no longer counts. */
export async function releaseRedemption(db: Db, id: number): Promise<void> {
  await sql`
    with released as (
      update promo_redemptions set released_at = now()
      where id = ${id} and released_at is null and stripe_subscription_id is null
      returning promo_code_id)
    update promo_codes set used_count = used_count - 1
    from released where promo_codes.id = released.promo_code_id`.execute(db.kysely);
}

function redemptions(db: Db) {
  return db.kysely.selectFrom('promo_redemptions').selectAll().where('released_at', 'is', null);
}

function redemptionOf(row: Selectable<Tables['promo_redemptions']>): Redemption {
  return {
    id: row.id,
    codeId: row.promo_code_id,
    userId: row.user_id,
    trialDays: row.trial_days,
    subscriptionId: row.subscription_id,
    stripeSubscriptionId: row.stripe_subscription_id,
  };
}
