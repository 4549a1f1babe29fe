import { sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/db.ts';

type Purpose = Tables['account_links']['purpose'];
type NewLink = { userId: number; purpose: Purpose; tokenHash: Buffer; hours: number };

/** Opens a link; the database's clock says when it ends. */
export async function insertLink(db: Db, { userId, purpose, tokenHash, hours }: NewLink): Promise<void> {
  await db.kysely
    .insertInto('account_links')
    .values({
      user_id: userId,
      purpose,
      token_hash: tokenHash,
      expires_at: sql`now() + make_interval(hours => ${hours})`,
    })
    .execute();
}

/** Tells whether a link is open, without using it up. */
export async function isLinkOpen(db: Db, purpose: Purpose, tokenHash: Buffer): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('account_links as link')
    .innerJoin('users as account', 'account.id', 'link.user_id')
    .select('link.id')
    .where('link.token_hash', '=', tokenHash)
    .where('link.purpose', '=', purpose)
    .where('link.used_at', 'is', null)
    .where('link.expires_at', '>', sql<Date>`now()`)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
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

/** Ends every open link of a purpose of an account. */
export async function closeLinks(db: Db, userId: number, purpose: Purpose): Promise<void> {
  await db.kysely
    .updateTable('account_links')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}
