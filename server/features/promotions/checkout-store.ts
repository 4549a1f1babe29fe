import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Checkout } from './rules.ts';

type NewCheckout = Pick<Checkout, 'codeId' | 'userId' | 'trialDays' | 'stripePriceId'>;

/** Opens a checkout, or returns the open one: there is one per code and member (PROMO-14). */
export async function takeOpenCheckout(db: Db, checkout: NewCheckout): Promise<Checkout> {
  await db.kysely
    .insertInto('promo_checkouts')
    .values({
      promo_code_id: checkout.codeId,
      user_id: checkout.userId,
      trial_days: checkout.trialDays,
      stripe_price_id: checkout.stripePriceId,
    })
    .onConflict((conflict) => conflict.columns(['promo_code_id', 'user_id']).where('status', '=', 'open').doNothing())
    .execute();
  const open = await findOpenCheckout(db, checkout);
  if (!open) throw new Error('A checkout was neither opened nor found');
  return open;
}

/** The open checkout of a code by a member; null when there is none. */
export async function findOpenCheckout(
  db: Db,
  { codeId, userId }: Pick<Checkout, 'codeId' | 'userId'>,
): Promise<Checkout | null> {
  const row = await checkouts(db)
    .where('promo_code_id', '=', codeId)
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return row ? checkoutOf(row) : null;
}

/** A checkout by our id, locked until the transaction ends. */
export async function lockCheckout(db: Db, id: number): Promise<Checkout> {
  return checkoutOf(await checkouts(db).where('id', '=', id).forUpdate().executeTakeFirstOrThrow());
}

/** A checkout by its Stripe session; null when it is not ours. */
export async function findBySession(db: Db, sessionId: string): Promise<Checkout | null> {
  const row = await checkouts(db).where('stripe_session_id', '=', sessionId).executeTakeFirst();
  return row ? checkoutOf(row) : null;
}

/** Records the Stripe session. */
export async function updateSession(db: Db, id: number, session: { id: string; url: string }): Promise<void> {
  await db.kysely
    .updateTable('promo_checkouts')
    .set({ stripe_session_id: session.id, url: session.url, synced_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Records how a checkout ended. */
export async function updateEnded(
  db: Db,
  id: number,
  { status, stripeSubscriptionId = null }: Pick<Checkout, 'status'> & { stripeSubscriptionId?: string | null },
): Promise<void> {
  await db.kysely
    .updateTable('promo_checkouts')
    .set({ status, stripe_subscription_id: stripeSubscriptionId, synced_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Records a sync that found a checkout unchanged. */
export async function updateSyncedAt(db: Db, id: number): Promise<void> {
  await db.kysely.updateTable('promo_checkouts').set({ synced_at: sql`now()` }).where('id', '=', id).execute();
}

/** The open checkouts of a member. */
export async function listOpenCheckouts(db: Db, userId: number): Promise<Checkout[]> {
  const rows = await checkouts(db).where('user_id', '=', userId).where('status', '=', 'open').execute();
  return rows.map(checkoutOf);
}

/** Open checkouts that were not synced for some minutes, the oldest sync first. */
export async function listWaiting(db: Db, limit: number): Promise<Checkout[]> {
  const rows = await checkouts(db)
    .where('status', '=', 'open')
    .where(sql<boolean>`coalesce(synced_at, created_at) < now() - interval '4 minutes'`)
    .orderBy(sql`synced_at nulls first`)
    .limit(limit)
    .execute();
  return rows.map(checkoutOf);
}

function checkouts(db: Db) {
  return db.kysely.selectFrom('promo_checkouts').selectAll();
}

function checkoutOf(row: Selectable<Tables['promo_checkouts']>): Checkout {
  return {
    id: row.id,
    codeId: row.promo_code_id,
    userId: row.user_id,
    trialDays: row.trial_days,
    stripePriceId: row.stripe_price_id,
    status: row.status,
    sessionId: row.stripe_session_id,
    url: row.url,
    stripeSubscriptionId: row.stripe_subscription_id,
  };
}
