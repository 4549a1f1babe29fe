import { type Selectable, sql } from 'kysely';
import { comparableAddress } from '#contract/email-addresses.ts';
import type { Tables } from '#server/migrations/tables.ts';
import { columnsOf } from '#server/platform/database/columns.ts';
import type { Db } from '#server/platform/database/db.ts';
import { deleteInBatches } from '#server/platform/database/delete-batches.ts';

type User = Selectable<Tables['users']>;

/** Finds the account of an address, compared without regard to case. */
export async function findUserByEmail(db: Db, email: string): Promise<User | null> {
  const rows = await db.prepared<User>(
    'accounts.find_user_by_email',
    `select ${columnsOf('users')} from users where address_key = $1 and deleted_at is null`,
    [comparableAddress(email)],
  );
  return rows[0] ?? null;
}

/** Marks the address of an account as verified; keeps the first time. */
export async function updateEmailVerified(db: Db, userId: number): Promise<void> {
  await db.kysely
    .updateTable('users')
    .set({ email_verified_at: sql`coalesce(email_verified_at, now())`, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute();
}

/**
 * Sets a new password, or none; the account no longer counts as invited. The caller must end the sign-ins and links of
 * the account itself; the invariant I14 (server/migrations/invariants.sql) compares them with `credentials_changed_at`.
 */
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

/**
 * Finds the account of an identity and locks both: a transaction that removes the identity at the same time ends the
 * sign-in that this one opens, or this one finds the identity gone. Null when the identity is new or its account is
 * deleted.
 */
export async function findUserByIdentity(db: Db, { issuer, subject }: Key): Promise<User | null> {
  const known = db.kysely
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject);
  const owner = await known.executeTakeFirst();
  // The account's row is locked first, as in every transaction that changes both, because two could otherwise deadlock.
  const account = owner ? await lockUser(db, owner.user_id) : null;
  const identity = account && (await known.forUpdate().executeTakeFirst());
  return identity?.user_id === account?.id ? account : null;
}

/**
 * Connects an identity to an account. An identity of a deleted account moves to the new one.
 * @returns false when it belongs to another account
 */
export async function insertIdentity(db: Db, identity: Key & { userId: number; email: string }): Promise<boolean> {
  const { userId, issuer, subject, email } = identity;
  const rows = await db.prepared<{ id: number }>(
    'accounts.insert_identity',
    `insert into identities (user_id, issuer, subject, email) values ($1, $2, $3, $4)
     on conflict (issuer, subject) do update set user_id = excluded.user_id, email = excluded.email, created_at = now()
     where identities.user_id = excluded.user_id
       or not exists (select from users u where u.id = identities.user_id and u.deleted_at is null)
     returning id`,
    [userId, issuer, subject, email],
  );
  return rows.length > 0;
}

/** Whether an identity belongs to an account that is not deleted. */
export async function isIdentityKnown(db: Db, { issuer, subject }: Key): Promise<boolean> {
  const rows = await db.prepared(
    'accounts.is_identity_known',
    `select from identities i join users u on u.id = i.user_id
     where i.issuer = $1 and i.subject = $2 and u.deleted_at is null`,
    [issuer, subject],
  );
  return rows.length > 0;
}

/** Records that the picture of an identity is fetched. @returns false when it was fetched before */
export async function claimPicture(db: Db, { issuer, subject }: Key): Promise<boolean> {
  const rows = await db.prepared<{ id: number }>(
    'accounts.claim_picture',
    `update identities set picture_asked_at = now()
     where issuer = $1 and subject = $2 and picture_asked_at is null returning id`,
    [issuer, subject],
  );
  return rows.length > 0;
}

/** Removes every identity of a sign-in provider from an account. */
export async function deleteIdentities(db: Db, userId: number): Promise<void> {
  await db.kysely.deleteFrom('identities').where('user_id', '=', userId).execute();
}

export async function lockUser(db: Db, userId: number): Promise<User | null> {
  const row = await db.kysely
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function lockUserByEmail(db: Db, email: string): Promise<User | null> {
  const row = await db.kysely
    .selectFrom('users')
    .selectAll()
    .where('address_key', '=', comparableAddress(email))
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

type Purpose = Tables['account_links']['purpose'];
type NewLink = { userId: number; purpose: Purpose; tokenHash: Buffer; minutes: number; movesTo?: string | null };

/** Inserts a link that is valid for `minutes` by the database's clock. @returns its id */
export async function insertLink(
  db: Db,
  { userId, purpose, tokenHash, minutes, movesTo = null }: NewLink,
): Promise<number> {
  const row = await db.kysely
    .insertInto('account_links')
    .values({
      user_id: userId,
      purpose,
      token_hash: tokenHash,
      moves_to: movesTo,
      expires_at: sql`now() + make_interval(mins => ${minutes})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Finds the address that an account gets by a link; null when it keeps its own. */
export async function findLinkTarget(db: Db, tokenHash: Buffer): Promise<string | null> {
  const row = await db.kysely
    .selectFrom('account_links')
    .select('moves_to')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.moves_to ?? null;
}

/**
 * Gives an account another address, as verified, because its person has opened a link that was mailed to it.
 * @returns false when the address is taken
 */
export async function updateAddress(db: Db, userId: number, email: string): Promise<boolean> {
  const owner = await lockUserByEmail(db, email);
  if (owner && owner.id !== userId) return false;
  await db.kysely
    .updateTable('users')
    .set({ email, email_verified_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute();
  return true;
}

/** Finds the account of an open link, without using the link up; null when it is not open. */
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

/** A link, open or not: whether it was used or closed, and its lifetime in minutes. */
type KnownLink = { isEnded: boolean; minutes: number };

/** Finds a link, open or not, of an account that is not deleted. */
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

/** Whether a verification link, open or not, belongs to an account whose address is verified. */
export async function isOfVerified(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('account_links as link')
    .innerJoin('users as account', 'account.id', 'link.user_id')
    .select('account.id')
    .where('link.token_hash', '=', tokenHash)
    .where('link.purpose', '=', 'verify_email')
    .where('account.deleted_at', 'is', null)
    .where('account.email_verified_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Consumes a link in one statement: of several concurrent calls exactly one gets the account's id, the others null. */
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

/** Deletes links that ended more than 30 days ago. */
export function deleteOldLinks(db: Db): Promise<void> {
  const text = `delete from account_links where id in (
    select id from account_links where coalesce(used_at, expires_at) < now() - interval '30 days' limit $1) returning id`;
  return deleteInBatches(db, 'accounts.delete_old_links', text, 5_000);
}
