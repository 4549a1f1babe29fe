import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type User = Selectable<Tables['users']>;

/** The account of an address, compared without regard to case; null when there is none. */
export async function findUserByEmail(db: Db, email: string): Promise<User | null> {
  const rows = await db.prepared<User>(
    'accounts.find_user_by_email',
    'select * from users where lower(email) = lower($1) and deleted_at is null',
    [email],
  );
  return rows[0] ?? null;
}

/** Marks the address of an account as proved; keeps the first time. */
export async function updateEmailVerified(db: Db, userId: number): Promise<void> {
  await db.kysely
    .updateTable('users')
    .set({ email_verified_at: sql`coalesce(email_verified_at, now())`, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute();
}

/** Sets a new password, or none; sign-ins and links made before it are no longer good. */
export async function updatePassword(db: Db, userId: number, passwordHash: string | null): Promise<void> {
  await db.kysely
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      is_invited: false,
      credentials_changed_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .execute();
}

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

/** The account of an address, locked against changes until the transaction ends. */
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
