import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Discount, LiveCode, OwnUses } from './rules.ts';

/** A code that can be redeemed now, by its id or its name; null for all others, whatever the reason (PROMO-13). */
export async function findLiveCode(db: Db, sought: { id: number } | { code: string }): Promise<LiveCode | null> {
  const row = await liveCodes(db)
    .where((where) => ('id' in sought ? where('id', '=', sought.id) : where('code', '=', sought.code)))
    .executeTakeFirst();
  return row ? codeOf(db, row) : null;
}

/** A code by its id, also an inactive or hidden one. */
export async function getCode(db: Db, id: number): Promise<LiveCode> {
  const row = await db.kysely.selectFrom('promo_codes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return codeOf(db, row);
}

/** Records that a member validated a code. */
export async function upsertValidation(db: Db, userId: number, codeId: number): Promise<void> {
  await db.kysely
    .insertInto('promo_validations')
    .values({ user_id: userId, promo_code_id: codeId })
    .onConflict((conflict) => conflict.columns(['user_id', 'promo_code_id']).doUpdateSet({ validated_at: sql`now()` }))
    .execute();
}

/** Whether a member validated a code within these minutes. */
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

/** A member's earlier uses that can rule out a code. */
export async function findOwnUses(db: Db, userId: number, codeId: number): Promise<OwnUses> {
  const rows = await db.kysely
    .selectFrom('promo_redemptions')
    .select(['promo_code_id', 'trial_days'])
    .where('user_id', '=', userId)
    .where('released_at', 'is', null)
    .execute();
  return {
    hasRedeemed: rows.some((row) => row.promo_code_id === codeId),
    hasHadTrial: rows.some((row) => row.trial_days > 0),
  };
}

/** The member, for Stripe and for mails; the address is null once the account is deleted. */
export type Member = { email: string | null; firstName: string; lastName: string };

/** The name and address of a member. */
export async function getMember(db: Db, userId: number): Promise<Member> {
  const row = await db.kysely
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { email: row.deleted_at ? null : row.email, firstName: row.first_name, lastName: row.last_name };
}

/** Codes that are visible, active, not expired by the database's clock and not used up. */
function liveCodes(db: Db) {
  return db.kysely
    .selectFrom('promo_codes')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`)
    .where(sql<boolean>`(usage_limit is null or used_count < usage_limit)`);
}

async function codeOf(db: Db, row: Selectable<Tables['promo_codes']>): Promise<LiveCode> {
  const products = await db.kysely
    .selectFrom('promo_code_products')
    .innerJoin('online_products', 'online_products.id', 'promo_code_products.online_product_id')
    .select(['online_products.id', 'online_products.name', 'promo_code_products.stripe_plan_id'])
    .where('promo_code_id', '=', row.id)
    .orderBy('position')
    .execute();
  return {
    id: row.id,
    code: row.code,
    description: row.description,
    promoType: row.promo_type,
    freeAccessDays: row.free_access_days,
    discount: discountOf(row),
    planId: products[0]?.stripe_plan_id ?? null,
    products: products.map(({ id, name }) => ({ id, name })),
  };
}

function discountOf(row: Selectable<Tables['promo_codes']>): Discount | null {
  if (row.discount_duration === null) return null;
  return {
    basisPoints: row.discount_basis_points,
    amountMinor: row.discount_amount_minor,
    currency: row.currency,
    cycles: row.discount_duration,
  };
}
