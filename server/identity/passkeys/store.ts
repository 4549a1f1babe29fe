import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { deleteInBatches } from '#server/platform/database/delete-batches.ts';

export type PasskeyRow = Selectable<Tables['passkeys']>;
export type Purpose = Tables['passkey_challenges']['purpose'];

type NewChallenge = {
  challengeHash: Buffer;
  browserHash: Buffer;
  purpose: Purpose;
  userId: number | null;
  minutes: number;
};

/** Opens a challenge; the database's clock decides when it ends. */
export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  const { challengeHash, browserHash, purpose, userId, minutes } = challenge;
  await db.kysely
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: challengeHash,
      browser_hash: browserHash,
      purpose,
      user_id: userId,
      expires_at: sql`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
}

/** Consumes a challenge in one statement: of several concurrent calls exactly one gets true. */
export async function deleteOpenChallenge(db: Db, challenge: Omit<NewChallenge, 'minutes'>): Promise<boolean> {
  const { challengeHash, browserHash, purpose, userId } = challenge;
  const row = await db.kysely
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challengeHash)
    .where('browser_hash', '=', browserHash)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('challenge_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes challenges that were not signed in time. */
export function deleteOldChallenges(db: Db): Promise<void> {
  const text = `delete from passkey_challenges where challenge_hash in (
    select challenge_hash from passkey_challenges where expires_at < now() limit $1) returning 1 as one`;
  return deleteInBatches(db, 'passkeys.delete_old_challenges', text, 5_000);
}

/** Lists the passkeys of an account, the oldest first. */
export function listPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db.kysely.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Counts the passkeys that open an account at a host. */
export async function countPasskeysAt(db: Db, userId: number, host: string): Promise<number> {
  const [row] = await db.prepared<{ total: number }>(
    'passkeys.count_at',
    'select count(*)::integer as total from passkeys where user_id = $1 and host = $2',
    [userId, host],
  );
  return row?.total ?? 0;
}

/** Counts the passkeys that open no account any more, because they were made for another host. */
export async function countPasskeysElsewhere(db: Db, host: string): Promise<{ passkeys: number; members: number }> {
  const [row] = await db.prepared<{ passkeys: number; members: number }>(
    'passkeys.count_elsewhere',
    'select count(*)::integer as passkeys, count(distinct user_id)::integer as members from passkeys where host <> $1',
    [host],
  );
  return row ?? { passkeys: 0, members: 0 };
}

export async function findPasskey(db: Db, credentialId: Buffer): Promise<PasskeyRow | null> {
  const row = await db.kysely
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Locks a passkey until the transaction ends. The caller must have locked its account.
 * @returns null when it is gone
 */
export async function lockPasskey(db: Db, id: number): Promise<PasskeyRow | null> {
  const row = await db.kysely.selectFrom('passkeys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

export type NewPasskeyRow = Pick<
  PasskeyRow,
  | 'user_id'
  | 'credential_id'
  | 'public_key'
  | 'user_handle'
  | 'host'
  | 'name'
  | 'counter'
  | 'transports'
  | 'is_syncable'
  | 'is_synced'
>;

/** Adds a passkey. @returns null when this account or another one has it already */
export async function insertPasskey(db: Db, passkey: NewPasskeyRow): Promise<PasskeyRow | null> {
  const row = await db.kysely
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

type Use = { counter: number; isSynced: boolean };

/** Records that a passkey has signed. */
export async function updatePasskeyUsed(db: Db, id: number, { counter, isSynced }: Use): Promise<void> {
  await db.kysely
    .updateTable('passkeys')
    .set({ counter, is_synced: sql`is_syncable and ${isSynced}`, last_used_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

type Own = { userId: number; id: number };

/** Renames a passkey. @returns null when the account does not have it */
export async function updatePasskeyName(db: Db, { userId, id }: Own, name: string): Promise<PasskeyRow | null> {
  const row = await db.kysely
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Removes a passkey. @returns null when the account does not have it */
export async function deletePasskey(db: Db, { userId, id }: Own): Promise<PasskeyRow | null> {
  const row = await db.kysely
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Removes every passkey of an account, and the challenges that its browsers got. */
export async function deletePasskeys(db: Db, userId: number): Promise<void> {
  await db.kysely.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await db.kysely.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute();
}
