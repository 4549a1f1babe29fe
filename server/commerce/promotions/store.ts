import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { CodeDiscount, LiveCode, OwnUses, Redemption } from './rules.ts';

/** Finds a code that can be redeemed now, by its id or its name; null for all others, whatever the reason (PROMO-13). */
export async function findLiveCode(db: Db, sought: { id: number } | { code: string }): Promise<LiveCode | null> {
  const row = await liveCodes(db)
    .where((where) => ('id' in sought ? where('id', '=', sought.id) : where('code', '=', sought.code)))
    .executeTakeFirst();
  return row ? readCode(db, row) : null;
}

/** Returns a code by its id, also an inactive or hidden one. */
export async function getCode(db: Db, id: number): Promise<LiveCode> {
  const row = await db.kysely.selectFrom('promo_codes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return readCode(db, row);
}

export async function upsertValidation(db: Db, userId: number, codeId: number): Promise<void> {
  await db.kysely
    .insertInto('promo_validations')
    .values({ user_id: userId, promo_code_id: codeId })
    .onConflict((conflict) => conflict.columns(['user_id', 'promo_code_id']).doUpdateSet({ validated_at: sql`now()` }))
    .execute();
}

export async function hasValidated(db: Db, userId: number, codeId: number, minutes: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('promo_validations')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('promo_code_id', '=', codeId)
    .where('validated_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a member's earlier uses that can rule out a code; a trial that Stripe has not begun yet does not count. */
export async function findOwnUses(db: Db, userId: number, codeId: number | null): Promise<OwnUses> {
  const rows = await redemptions(db)
    .where('user_id', '=', userId)
    .where(sql<boolean>`not exists (select from subscriptions s where s.id = promo_redemptions.subscription_id
      and s.status = 'incomplete' and s.stripe_subscription_id is null)`)
    .execute();
  return {
    hasRedeemed: codeId !== null && rows.some((row) => row.promo_code_id === codeId),
    hasHadTrial: rows.some((row) => row.trial_days > 0),
    hasPaid: await hasPaid(db, userId),
  };
}

/** Whether a member has ever paid for a resource or begun a subscription; refunded or not. */
async function hasPaid(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql<{ hasPaid: boolean }>`select exists (
      select from purchases where user_id = ${userId} and amount_minor > 0)
    or exists (select from subscriptions where user_id = ${userId} and started_at is not null) as "hasPaid"`.execute(
    db.kysely,
  );
  return rows[0]?.hasPaid ?? false;
}

/** Finds a code for a purchase, whatever its limit; null when it is inactive, expired, hidden or unknown. */
export async function findUnexpiredCode(db: Db, sought: { id: number } | { code: string }): Promise<LiveCode | null> {
  const row = await unexpiredCodes(db)
    .where((where) => ('id' in sought ? where('id', '=', sought.id) : where('code', '=', sought.code)))
    .executeTakeFirst();
  return row ? readCode(db, row) : null;
}

/** Whether the limit of a code is not reached. */
export async function hasUsesLeft(db: Db, codeId: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('promo_codes')
    .select('id')
    .where('id', '=', codeId)
    .where(sql<boolean>`(usage_limit is null or used_count < usage_limit)`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the time until which a payment with a code that is opened now can be made, by the database's clock: after
 * `minutes`, or when the code expires.
 */
export async function getHoldEnd(db: Db, codeId: number, minutes: number): Promise<Date> {
  const { endsAt } = await db.kysely
    .selectFrom('promo_codes')
    .select(sql<Date>`least(expires_at, now() + make_interval(mins => ${minutes}))`.as('endsAt'))
    .where('id', '=', codeId)
    .executeTakeFirstOrThrow();
  return endsAt;
}

export async function findProductOf(db: Db, resourceId: number): Promise<number | null> {
  const row = await db.kysely
    .selectFrom('resources')
    .select('online_product_id')
    .where('id', '=', resourceId)
    .executeTakeFirst();
  return row?.online_product_id ?? null;
}

/**
 * Finds an unpaid attempt for which a use of this code is counted, of this member or of another account with one of
 * these claims.
 */
export async function findHolder(
  db: Db,
  { userId, codeId, hashes }: { userId: number; codeId: number; hashes: readonly Buffer[] },
): Promise<number | null> {
  const row = await db.kysely
    .selectFrom('promo_redemptions')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'promo_redemptions.attempt_id')
    .select('payment_attempts.id')
    .where((where) =>
      where.or([
        where('promo_redemptions.user_id', '=', userId),
        where(
          'promo_redemptions.id',
          'in',
          where
            .selectFrom('trial_claims')
            .select('redemption_id')
            .where('hash', '=', where.fn.any(where.val(hashes))),
        ),
      ]),
    )
    .where('promo_redemptions.promo_code_id', '=', codeId)
    .where('promo_redemptions.released_at', 'is', null)
    .where('payment_attempts.status', 'in', ['open', 'superseded'])
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Releases the uses whose payments or subscriptions ended before they began, lowers the counts of their codes and
 * deletes their trial claims. Selects the uses of the code and those of the member; all when both are null.
 */
export async function releaseUnpaid(
  db: Db,
  { codeId, userId }: { codeId: number | null; userId: number | null },
): Promise<void> {
  await release(
    db,
    sql`r.stripe_subscription_id is null
      and (r.promo_code_id = ${codeId} or r.user_id = ${userId} or ${codeId === null && userId === null})
      and (exists (select from payment_attempts a where a.id = r.attempt_id and a.status = 'canceled')
        or exists (select from subscriptions s where s.id = r.subscription_id and s.status = 'incomplete_expired'))`,
  );
}

/** Releases a use whose payment is refunded because the code may not be used with its card. */
export async function releaseUse(db: Db, id: number): Promise<void> {
  await release(db, sql`r.id = ${id}`);
}

async function release(db: Db, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    with released as (
      update promo_redemptions r set released_at = now() where r.released_at is null and ${condition}
      returning r.id, r.promo_code_id),
    unclaimed as (delete from trial_claims using released where trial_claims.redemption_id = released.id),
    counted as (select promo_code_id, count(*)::integer as uses from released group by 1)
    update promo_codes set used_count = used_count - counted.uses
    from counted where promo_codes.id = counted.promo_code_id`.execute(db.kysely);
}

/** A member's name and email address; `email` is null once the account is deleted. */
export type Member = { email: string | null; isVerified: boolean; firstName: string; lastName: string };

export async function getMember(db: Db, userId: number): Promise<Member> {
  const row = await db.kysely
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'first_name', 'last_name', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    email: row.deleted_at ? null : row.email,
    isVerified: row.email_verified_at !== null,
    firstName: row.first_name,
    lastName: row.last_name,
  };
}

/** Selects the codes of `unexpiredCodes` that are not used up. */
function liveCodes(db: Db) {
  return unexpiredCodes(db).where(sql<boolean>`(usage_limit is null or used_count < usage_limit)`);
}

/**
 * Selects codes that are visible, active, not expired by the database's clock, and apply to a mapped product: one whose
 * products were all deleted applies to nothing (PROMO-17).
 */
function unexpiredCodes(db: Db) {
  return db.kysely
    .selectFrom('promo_codes')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`)
    .where(sql<boolean>`(promo_type = 'free_trial' or cardinality(applicable_products) = 0
      or exists (select from promo_code_products p where p.promo_code_id = promo_codes.id
        and p.online_product_id = any(applicable_products)))`);
}

async function readCode(db: Db, row: Selectable<Tables['promo_codes']>): Promise<LiveCode> {
  const products = await db.kysely
    .selectFrom('promo_code_products')
    .innerJoin('online_products', 'online_products.id', 'promo_code_products.online_product_id')
    .select(['online_products.id', 'online_products.name', 'promo_code_products.stripe_plan_id'])
    .where('promo_code_id', '=', row.id)
    .orderBy('position')
    .execute();
  const named = row.promo_type === 'free_trial' ? [] : row.applicable_products;
  const applicable = products.filter(({ id }) => named.includes(id));
  return {
    id: row.id,
    code: row.code,
    description: row.description,
    promoType: row.promo_type,
    freeAccessDays: row.free_access_days,
    discount: discountOf(row),
    planId: (applicable[0] ?? products[0])?.stripe_plan_id ?? null,
    products: products.map(({ id, name }) => ({ id, name })),
    applicableProducts: applicable.map(({ id, name }) => ({ id, name })),
    newCustomersOnly: row.new_customers_only,
  };
}

function discountOf(row: Selectable<Tables['promo_codes']>): CodeDiscount | null {
  if (row.discount_duration === null) return null;
  return {
    basisPoints: row.discount_basis_points,
    amountMinor: row.discount_amount_minor,
    currency: row.currency,
    cycles: row.discount_duration,
  };
}

type Use = { codeId: number | null; userId: number; trialDays: number };

/**
 * Counts one more use of a code, unless its limit is reached; one statement, so that the limit holds under concurrency.
 * @param mustBeLive false for a checkout that was opened while the code could still be redeemed
 * @returns whether the use was counted
 */
export async function recordUse(db: Db, codeId: number, { mustBeLive }: { mustBeLive: boolean }): Promise<boolean> {
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
  started: { subscriptionId: number } | { attemptId: number },
): Promise<Redemption | null> {
  const row = await db.kysely
    .insertInto('promo_redemptions')
    .values({
      promo_code_id: codeId,
      user_id: userId,
      trial_days: trialDays,
      subscription_id: 'subscriptionId' in started ? started.subscriptionId : null,
      attempt_id: 'attemptId' in started ? started.attemptId : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? redemptionOf(row) : null;
}

export async function findRedemption(db: Db, id: number): Promise<Redemption | null> {
  const row = await redemptions(db).where('id', '=', id).executeTakeFirst();
  return row ? redemptionOf(row) : null;
}

/** Finds the redemption that a subscription was begun for; null when there is none. */
export async function findBySubscription(db: Db, subscriptionId: number): Promise<Redemption | null> {
  const row = await redemptions(db).where('subscription_id', '=', subscriptionId).executeTakeFirst();
  return row ? redemptionOf(row) : null;
}

/** Records the subscription of a redemption that has none and is not released. @returns whether it was recorded */
export async function updateStarted(db: Db, id: number, stripeSubscriptionId: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('promo_redemptions')
    .set({ stripe_subscription_id: stripeSubscriptionId })
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .where('stripe_subscription_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

/** Lists the uses of a member that have not been released. */
export async function listUses(db: Db, userId: number): Promise<Redemption[]> {
  return (await redemptions(db).where('user_id', '=', userId).execute()).map(redemptionOf);
}

/** The use of a code for a paid purchase. */
export type PaidUse = { id: number; codeId: number; newCustomersOnly: boolean };

/** A paid purchase, with the use of a code if there is one. */
export type PaidAttempt = { userId: number; use: PaidUse | null };

/** Finds a paid purchase; null when it is not paid, or nothing was charged. */
export async function findPaidAttempt(db: Db, attemptId: number): Promise<PaidAttempt | null> {
  const { rows } = await sql<PaidAttempt>`
    select a.user_id as "userId", case when r.id is not null then
      json_build_object('id', r.id, 'codeId', r.promo_code_id, 'newCustomersOnly', c.new_customers_only) end as use
    from payment_attempts a
      left join promo_redemptions r on r.attempt_id = a.id and r.released_at is null and r.promo_code_id is not null
      left join promo_codes c on c.id = r.promo_code_id
    where a.id = ${attemptId} and a.status = 'succeeded' and a.stripe_payment_intent_id is not null`.execute(db.kysely);
  return rows[0] ?? null;
}
