import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';
import type { User } from './store.ts';

type Key = { issuer: string; subject: string };

/** The account that an identity belongs to; null when it is new or its account is deleted. */
export async function findUserByIdentity(db: Db, { issuer, subject }: Key): Promise<User | null> {
  const row = await db.kysely
    .selectFrom('identities as identity')
    .innerJoin('users as account', 'account.id', 'identity.user_id')
    .selectAll('account')
    .where('identity.issuer', '=', issuer)
    .where('identity.subject', '=', subject)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Brings an identity and an account together. One that belonged to a deleted account moves to the new one. */
export async function insertIdentity(db: Db, identity: Key & { userId: number; email: string }): Promise<void> {
  const { userId, issuer, subject, email } = identity;
  await db.kysely
    .insertInto('identities')
    .values({ user_id: userId, issuer, subject, email })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet({ user_id: userId, email, created_at: sql`now()` }),
    )
    .execute();
}

/** The account of an address, locked until the transaction ends, so that nothing of it changes meanwhile. */
export async function lockUserByEmail(db: Db, email: string): Promise<User | null> {
  const row = await db.kysely
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
