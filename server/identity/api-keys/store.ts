import { type Selectable, sql } from 'kysely';
import { maxKeys } from '#contract/identity/api-keys.ts';
import type { Scope } from '#contract/scopes.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Actor } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { KeyOwner } from './rules.ts';

type Row = Selectable<Tables['api_keys']>;

export type KeyRow = Omit<Row, 'token_hash' | 'organisation_id' | 'made_by' | 'connection_id'> & {
  made_by: string;
  /** Null while its maker keeps it. */
  taken_over_by: string | null;
  ends_at: Date | null;
};

/** Days in which another owner can take over the key of a person who left. */
const takeOverDays = 14;

const shown = sql`k.id, k.kind, k.user_id, k.name, k.token_start, k.scopes, k.expires_at, k.last_used_on::text as last_used_on,
  k.last_used_network, k.left_at, k.created_at,
  case when k.made_by is null then u.first_name || ' ' || u.last_name
    else (select maker.first_name || ' ' || maker.last_name from users maker where maker.id = k.made_by) end as made_by,
  case when k.made_by is not null then u.first_name || ' ' || u.last_name end as taken_over_by,
  k.left_at + make_interval(days => ${sql.lit(takeOverDays)}) as ends_at`;

/** Builds the condition for the keys of an owner. */
function ownedBy(owner: KeyOwner) {
  if (owner.kind === 'member') return sql`k.kind = 'member' and k.user_id = ${owner.userId}`;
  if (owner.kind === 'organisation') return sql`k.organisation_id = ${owner.organisationId}`;
  return sql`k.kind = 'portal'`;
}

/** Lists an owner's keys, the newest first. */
export async function listKeys(db: Db, owner: KeyOwner): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select ${shown} from api_keys k join users u on u.id = k.user_id where ${ownedBy(owner)} order by k.id desc
    limit ${maxKeys}`.execute(db.kysely);
  return rows;
}

export async function findKey(db: Db, owner: KeyOwner, id: number): Promise<KeyRow | null> {
  const { rows } = await sql<KeyRow>`
    select ${shown} from api_keys k join users u on u.id = k.user_id
    where k.id = ${id} and ${ownedBy(owner)}`.execute(db.kysely);
  return rows[0] ?? null;
}

/** Locks the set of an owner's keys until the transaction ends. */
export async function lockKeys(db: Db, owner: KeyOwner): Promise<void> {
  const whose = 'userId' in owner ? owner.userId : 'organisationId' in owner ? owner.organisationId : 0;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`keys:${owner.kind}:${whose}`}, 0))`.execute(db.kysely);
}

type NewKey = {
  userId: number;
  name: string;
  scopes: readonly Scope[];
  /** The connection of the session that makes the key; null when the session began in another way (SSO-10). */
  connectionId: string | null;
  tokenHash: Buffer;
  tokenStart: string;
  /** Days until the key expires; null when it never does. */
  days: number | null;
};

/**
 * Adds a key. The caller must have locked the owner's keys.
 * @returns its id, null when the owner has the maximum number
 */
export async function insertKey(db: Db, owner: KeyOwner, key: NewKey): Promise<number | null> {
  const organisationId = 'organisationId' in owner ? owner.organisationId : null;
  const { rows } = await sql<{ id: number }>`
    insert into api_keys (kind, user_id, organisation_id, name, token_hash, token_start, scopes, connection_id, expires_at)
    select ${owner.kind}, ${key.userId}, ${organisationId}, ${key.name}, ${key.tokenHash}, ${key.tokenStart},
      ${key.scopes}, ${key.connectionId}::uuid, now() + make_interval(days => ${key.days})
    where (select count(*) from api_keys k where ${ownedBy(owner)}) < ${maxKeys}
    returning id`.execute(db.kysely);
  return rows[0]?.id ?? null;
}

export async function updateKey(db: Db, id: number, { name, scopes }: { name: string; scopes: readonly Scope[] }) {
  await sql`update api_keys set name = ${name}, scopes = ${scopes} where id = ${id}`.execute(db.kysely);
}

export async function deleteKey(db: Db, id: number): Promise<void> {
  await db.kysely.deleteFrom('api_keys').where('id', '=', id).execute();
}

/**
 * Gives an organisation's key that waits for another owner to the actor. From now on the key acts for the actor, with
 * the connection of the actor's session.
 * @returns false when the key does not wait, or has waited too long
 */
export async function giveKey(db: Db, id: number, { userId, connectionId }: Actor): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('api_keys')
    .set({
      user_id: userId,
      connection_id: connectionId,
      left_at: null,
      made_by: sql`nullif(coalesce(made_by, user_id), ${userId}::integer)`,
    })
    .where('id', '=', id)
    .where('left_at', '>', sql<Date>`now() - make_interval(days => ${sql.lit(takeOverDays)})`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the keys that act for an account: the member's own, and those of the portal that the account made. */
export async function deleteKeysOfAccount(db: Db, userId: number): Promise<void> {
  await db.kysely.deleteFrom('api_keys').where('user_id', '=', userId).where('kind', '<>', 'organisation').execute();
}

/** Deletes the portal's keys that an account made. @returns their ids */
export async function deletePortalKeysOfAccount(db: Db, userId: number): Promise<number[]> {
  const rows = await db.kysely
    .deleteFrom('api_keys')
    .where('user_id', '=', userId)
    .where('kind', '=', 'portal')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes a member's own keys. @returns the ids of those that had not expired */
export async function deleteOwnKeys(db: Db, userId: number): Promise<number[]> {
  const rows = await db.prepared<{ id: number; works: boolean }>(
    'api_keys.delete_own',
    `delete from api_keys where user_id = $1 and kind = 'member'
     returning id, expires_at is null or expires_at > now() as works`,
    [userId],
  );
  return rows.filter(({ works }) => works).map(({ id }) => id);
}

/** Deletes all keys of an organisation. @returns their ids */
export async function deleteKeysOfOrganisation(db: Db, organisationId: number): Promise<number[]> {
  const rows = await db.kysely
    .deleteFrom('api_keys')
    .where('organisation_id', '=', organisationId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Ends the programs of organisations of which a person is the only owner: deletes keys and tokens of the directory, and
 * switches webhooks off.
 * @returns the keys
 */
export async function deleteProgramsOfSoleOwner(
  db: Db,
  userId: number,
): Promise<{ id: number; organisationId: number }[]> {
  return db.prepared<{ id: number; organisationId: number }>(
    'api_keys.delete_programs_of_sole_owner',
    `with own as (
       select p.organisation_id as id from organisation_people p
       where p.user_id = $1 and p.role = 'owner' and not exists (
         select from organisation_people other
         where other.organisation_id = p.organisation_id and other.role = 'owner' and other.user_id <> p.user_id)
     ), tokens as (
       delete from organisation_directory_tokens where organisation_id in (select id from own)
     ), hooks as (
       update webhooks set off_reason = 'switched-off', updated_at = now() where organisation_id in (select id from own)
     )
     delete from api_keys where organisation_id in (select id from own)
     returning id, organisation_id as "organisationId"`,
    [userId],
  );
}

/** Records that a person is no longer an owner of an organisation. @returns the keys that now wait for another owner */
export async function markLeft(
  db: Db,
  { organisationId, userId }: { organisationId: number; userId: number },
): Promise<Pick<Row, 'id' | 'name' | 'token_start'>[]> {
  return db.kysely
    .updateTable('api_keys')
    .set({ left_at: sql`now()` })
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .returning(['id', 'name', 'token_start'])
    .execute();
}

/**
 * Deletes the keys of organisations that no owner took over in time, and keys that expired more than `days` days ago.
 */
export async function deleteEnded(db: Db, { days }: { days: number }): Promise<Pick<Row, 'id' | 'user_id'>[]> {
  const { rows } = await sql<Pick<Row, 'id' | 'user_id'>>`
    delete from api_keys where left_at < now() - make_interval(days => ${takeOverDays})
      or expires_at < now() - make_interval(days => ${days})
    returning id, user_id`.execute(db.kysely);
  return rows;
}

type FoundKey = Pick<Row, 'id' | 'kind' | 'name' | 'user_id' | 'organisation_id' | 'scopes' | 'connection_id'> & {
  is_noted: boolean;
  /** Whether the key's person is recorded as no longer an owner. */
  has_left: boolean;
};

/** Finds a key that works by its secret's hash. Read on every call of a program, so it is one prepared statement. */
export async function findByHash(db: Db, hash: Buffer, network: string): Promise<FoundKey | null> {
  const rows = await db.prepared<FoundKey>(
    'keys.find_by_hash',
    `select id, kind, name, user_id, organisation_id, scopes, connection_id, left_at is not null as has_left,
       coalesce(last_used_on = current_date and last_used_network = $2, false) as is_noted
     from api_keys where token_hash = $1 and (expires_at is null or expires_at > now())
       and (left_at is null or left_at > now() - make_interval(days => $3))`,
    [hash, network, takeOverDays],
  );
  return rows[0] ?? null;
}

export async function updateLastUse(db: Db, id: number, network: string): Promise<void> {
  await db.prepared(
    'keys.update_last_use',
    'update api_keys set last_used_on = current_date, last_used_network = $2 where id = $1',
    [id, network],
  );
}

export type Holder = Pick<Selectable<Tables['users']>, 'email' | 'role' | 'data_collection' | 'time_zone'>;

/** Finds the account for which a key acts. */
export async function findHolder(db: Db, userId: number): Promise<(Holder & { role: Actor['role'] }) | null> {
  const rows = await db.prepared<Holder>(
    'keys.find_holder',
    'select email, role, data_collection, time_zone from users where id = $1 and deleted_at is null',
    [userId],
  );
  return rows[0] ?? null;
}

export type KeyReader = { userId: number; email: string; firstName: string };
