import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';

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
 * Marks uses that are not marked yet, at most `limit`, and returns them; those of earlier versions have no claim. `email`
 * is null once the account is deleted.
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
