import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';

export type PrivateAddress = { email: string | null; newEmail: string | null };

export async function findPrivate(db: Db, userId: number): Promise<PrivateAddress> {
  const rows = await db.prepared<PrivateAddress>(
    'connections.find_private',
    `select email, case when code_expires_at > now() then new_email end as "newEmail"
     from private_addresses where user_id = $1`,
    [userId],
  );
  return rows[0] ?? { email: null, newEmail: null };
}

/** Stores an address that waits for its code, which works for a day. */
export async function upsertUnconfirmed(db: Db, userId: number, email: string, codeHash: Buffer): Promise<void> {
  await db.prepared(
    'connections.upsert_unconfirmed',
    `insert into private_addresses (user_id, new_email, code_hash, code_expires_at)
     values ($1, $2, $3, now() + interval '1 day')
     on conflict (user_id) do update set new_email = excluded.new_email, code_hash = excluded.code_hash,
       code_expires_at = excluded.code_expires_at returning user_id`,
    [userId, email, codeHash],
  );
}

/** Confirms the address by its code. @returns false when the code is wrong or too old */
export async function confirmPrivate(db: Db, userId: number, codeHash: Buffer): Promise<boolean> {
  const rows = await db.prepared(
    'connections.confirm_private',
    `update private_addresses set email = new_email, new_email = null, code_hash = null, code_expires_at = null
     where user_id = $1 and code_hash = $2 and code_expires_at > now() returning user_id`,
    [userId, codeHash],
  );
  return rows.length > 0;
}

/** @returns whether there was one, confirmed or not */
export async function deletePrivate(db: Db, userId: number): Promise<boolean> {
  const rows = await db.prepared(
    'connections.delete_private',
    'delete from private_addresses where user_id = $1 returning user_id',
    [userId],
  );
  return rows.length > 0;
}

export async function deleteConfirmCode(db: Db, userId: number): Promise<void> {
  await db.kysely.deleteFrom('confirm_codes').where('user_id', '=', userId).execute();
}

/** Stores the code by which a member confirms, for 10 minutes; an earlier one ends. */
export async function upsertConfirmCode(db: Db, userId: number, codeHash: Buffer): Promise<void> {
  await db.kysely
    .insertInto('confirm_codes')
    .values({ user_id: userId, code_hash: codeHash, expires_at: sql`now() + interval '10 minutes'` })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ code_hash: codeHash, expires_at: sql`now() + interval '10 minutes'` }),
    )
    .execute();
}

/** Consumes a code. @returns false when it is wrong or too old */
export async function consumeConfirmCode(db: Db, userId: number, codeHash: Buffer): Promise<boolean> {
  const rows = await db.prepared(
    'connections.consume_confirm_code',
    'delete from confirm_codes where user_id = $1 and code_hash = $2 and expires_at > now() returning user_id',
    [userId, codeHash],
  );
  return rows.length > 0;
}
