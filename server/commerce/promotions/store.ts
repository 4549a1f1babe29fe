import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { CodeDiscount, LiveCode, OwnUses, Redemption } from './rules.ts';

/** Finds a code that can be redeemed now, by its id or its name; null for all others, whatever the reason (PROMO-13). */
export async function findLiveCode(db: Db, sought: { id: number } | { code: string }): Promise<LiveCode | null> {
  const row = await liveCodes(db)
    .where((where) => ('id' in sought ? where('id', '=', sought.id) : where('code', '=', sought.code)))
    .executeTakeFirst();
  return row ? codeOf(db, row) : null;
}

/** Returns a code by its id, also an inactive or hidden one. */
export async function getCode(db: Db, id: number): Promise<LiveCode> {
  const row = await db.kysely.selectFrom('promo_codes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return codeOf(db, row);
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
  return row ? codeOf(db, row) : null;
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
 * Returns the end of a payment with a code that is opened now, by the database's clock: after `minutes`, or when the
 * code expires.
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
 * Releases the uses whose payments or subscriptions ended before they began: of one code, of one member, or all. Their
 * trial claims are deleted.
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

/** Releases a use whose payment is refunded because another person had used the code with its card. */
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

/** A member's name and address; the address is null once the account is deleted. */
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

/**
 * Selects codes that are visible, active, not expired by the database's clock, not used up, and apply to a mapped
 * product.
 */
function liveCodes(db: Db) {
  return unexpiredCodes(db)
    .where(sql<boolean>`(usage_limit is null or used_count < usage_limit)`)
    .where(sql<boolean>`(promo_type = 'free_trial' or cardinality(applicable_products) = 0
      or exists (select from promo_code_products p where p.promo_code_id = promo_codes.id
        and p.online_product_id = any(applicable_products)))`);
}

function unexpiredCodes(db: Db) {
  return db.kysely
    .selectFrom('promo_codes')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`);
}

async function codeOf(db: Db, row: Selectable<Tables['promo_codes']>): Promise<LiveCode> {
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

/** Whether a use of another person, or of an earlier account of this one, holds one of these claims. */
export async function isClaimed(db: Db, userId: number, hashes: readonly Buffer[]): Promise<boolean> {
  if (hashes.length === 0) return false;
  const row = await db.kysely
    .selectFrom('trial_claims')
    .innerJoin('promo_redemptions', 'promo_redemptions.id', 'trial_claims.redemption_id')
    .select('redemption_id')
    .where('hash', 'in', hashes)
    .where('promo_redemptions.user_id', '!=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds claims of a use. @returns the number of claims that no other use holds */
export async function insertClaims(db: Db, redemptionId: number, hashes: readonly Buffer[]): Promise<number> {
  if (hashes.length === 0) return 0;
  const rows = await db.kysely
    .insertInto('trial_claims')
    .values(hashes.map((hash) => ({ hash, redemption_id: redemptionId })))
    // The update returns the hashes that this use has claimed before, so that a repeated call counts them too.
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet({ redemption_id: redemptionId })
        .where('trial_claims.redemption_id', '=', redemptionId),
    )
    .returning('hash')
    .execute();
  return rows.length;
}

/** Lists the uses of a member that have not been released. */
export async function listUses(db: Db, userId: number): Promise<Redemption[]> {
  return (await redemptions(db).where('user_id', '=', userId).execute()).map(redemptionOf);
}

/** The use of a code for a paid purchase. */
export type PaidUse = { id: number; codeId: number; newCustomersOnly: boolean };

/** A paid purchase, with the use of a code if there is one. */
export type PaidAttempt = { userId: number; use: PaidUse | null };

/** Finds a paid purchase; null when nothing was charged. */
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

/** The hash of an address or card that has paid, and its hash combined with the account. */
export type CustomerClaim = { hash: Buffer; ofAccount: Buffer };

const hashesOf = (claims: readonly CustomerClaim[]) => sql`unnest(
  ${claims.map(({ hash }) => hash)}::bytea[], ${claims.map(({ ofAccount }) => ofAccount)}::bytea[]) as claim (hash, of_account)`;

/** Whether another account, also a deleted one, was the first to pay with one of these addresses or cards. */
export async function isOtherCustomer(db: Db, claims: readonly CustomerClaim[]): Promise<boolean> {
  const { rows } = await sql`select from ${hashesOf(claims)} join former_customers using (hash)
    where not exists (select from former_customers own where own.hash = claim.of_account) limit 1`.execute(db.kysely);
  return rows.length > 0;
}

/**
 * Records that an account has paid with these addresses or cards; each belongs to the first account that paid with it.
 */
export async function insertCustomer(db: Db, claims: readonly CustomerClaim[]): Promise<void> {
  await sql`with given as (select hash, of_account from ${hashesOf(claims)}),
    fresh as (insert into former_customers (hash) select distinct hash from given order by 1 on conflict do nothing returning hash)
    insert into former_customers (hash) select distinct of_account from given join fresh using (hash)
    on conflict do nothing`.execute(db.kysely);
}

type Unclaimed = { id: number; codeId: number | null; trialDays: number; email: string | null; isVerified: boolean };

/**
 * Marks uses of earlier versions that have no claim yet, and returns them; the address is null once the account is
 * deleted.
 */
export async function takeUnclaimed(db: Db, limit: number): Promise<Unclaimed[]> {
  const { rows } = await sql<Unclaimed>`
    update promo_redemptions r set claimed_at = now() from users u
    where u.id = r.user_id and r.id in (
      select id from promo_redemptions where claimed_at is null and released_at is null
      order by id limit ${limit} for update skip locked)
    returning r.id, r.promo_code_id as "codeId", r.trial_days as "trialDays", u.email_verified_at is not null as "isVerified",
      case when u.deleted_at is null then u.email end as email`.execute(db.kysely);
  return rows;
}
