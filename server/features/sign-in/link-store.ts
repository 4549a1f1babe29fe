import { sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type Purpose = Tables['account_links']['purpose'];
type NewLink = { userId: number; purpose: Purpose; tokenHash: Buffer; minutes: number };

/** Opens a link and answers its id; the database's clock says when it ends. */
export async function insertLink(db: Db, { userId, purpose, tokenHash, minutes }: NewLink): Promise<number> {
  const row = await db.kysely
    .insertInto('account_links')
    .values({
      user_id: userId,
      purpose,
      token_hash: tokenHash,
      expires_at: sql`now() + make_interval(mins => ${minutes})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Whose an open link is, without using it up; null when it is not open. */
export async function findLinkOwner(db: Db, purpose: Purpose, tokenHash: Buffer): Promise<number | null> {
  const row = await db.kysely
    .selectFrom('account_links as link')
    .innerJoin('users as account', 'account.id', 'link.user_id')
    .select('link.user_id')
    .where('link.token_hash', '=', tokenHash)
    .where('link.purpose', '=', purpose)
    .where('link.used_at', 'is', null)
    .where('link.expires_at', '>', sql<Date>`now()`)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** What is known of a link, dead or not: whether it was ended before its time, and the minutes it had. */
type KnownLink = { isEnded: boolean; minutes: number };

/** A link of an account that is still there; null when there never was one. */
export async function findKnownLink(db: Db, purpose: Purpose, tokenHash: Buffer): Promise<KnownLink | null> {
  const row = await db.kysely
    .selectFrom('account_links as link')
    .innerJoin('users as account', 'account.id', 'link.user_id')
    .select([
      sql<boolean>`link.used_at is not null`.as('isEnded'),
      sql<number>`(extract(epoch from link.expires_at - link.created_at) / 60)::integer`.as('minutes'),
    ])
    .where('link.token_hash', '=', tokenHash)
    .where('link.purpose', '=', purpose)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Uses a link up in one statement: of several tries at once exactly one gets the account's id, the others null.
 */
export async function consumeLink(db: Db, purpose: Purpose, tokenHash: Buffer): Promise<number | null> {
  const row = await db.kysely
    .updateTable('account_links')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('user_id', 'in', (users) => users.selectFrom('users').select('id').where('deleted_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Ends every open link of an account with one of these purposes. */
export async function closeLinks(db: Db, userId: number, ...purposes: Purpose[]): Promise<void> {
  await db.kysely
    .updateTable('account_links')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute();
}
