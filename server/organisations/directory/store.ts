import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Ended } from './offboarding-rules.ts';

type Token = Selectable<Tables['organisation_directory_tokens']>;

/** A token with the name of the owner who made it. */
export type TokenRow = Pick<Token, 'id' | 'name' | 'token_start' | 'created_at' | 'last_used_at'> & {
  made_by: string | null;
};

const tokenColumns = `t.id, t.name, t.token_start, t.created_at, t.last_used_at,
  case when u.deleted_at is null then trim(u.first_name || ' ' || u.last_name) end as made_by`;

export function listTokens(db: Db, organisationId: number): Promise<TokenRow[]> {
  return db.prepared<TokenRow>(
    'directory.list_tokens',
    `select ${tokenColumns} from organisation_directory_tokens t left join users u on u.id = t.made_by
     where t.organisation_id = $1 order by t.id`,
    [organisationId],
  );
}

type NewToken = { organisationId: number; name: string; start: string; hash: Buffer; madeBy: number };

export async function insertToken(db: Db, { organisationId, name, start, hash, madeBy }: NewToken): Promise<number> {
  const { id } = await db.kysely
    .insertInto('organisation_directory_tokens')
    .values({ organisation_id: organisationId, name, token_start: start, token_hash: hash, made_by: madeBy })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns the name of the deleted token; null when there is none */
export async function deleteToken(db: Db, organisationId: number, id: number): Promise<string | null> {
  const row = await db.kysely
    .deleteFrom('organisation_directory_tokens')
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** The token of a request; `isStale` when no use was recorded in the last minute. */
export type UsedToken = { id: number; organisationId: number; name: string; isStale: boolean };

export async function findToken(db: Db, organisationId: number, hash: Buffer): Promise<UsedToken | null> {
  const rows = await db.prepared<UsedToken>(
    'directory.find_token',
    `select id, organisation_id as "organisationId", name,
       last_used_at is null or last_used_at < now() - interval '1 minute' as "isStale"
     from organisation_directory_tokens where token_hash = $2 and organisation_id = $1`,
    [organisationId, hash],
  );
  return rows[0] ?? null;
}

export async function updateLastUsed(db: Db, id: number): Promise<void> {
  await db.kysely
    .updateTable('organisation_directory_tokens')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Whether the organisation's directory is in use: one of its present tokens was used before. */
export async function isInUse(db: Db, organisationId: number): Promise<boolean> {
  const rows = await db.prepared(
    'directory.is_in_use',
    `select id from organisation_directory_tokens where organisation_id = $1 and last_used_at is not null limit 1`,
    [organisationId],
  );
  return rows.length > 0;
}

/** The part of an account that a directory needs. */
export type AccountRow = {
  userId: number;
  email: string;
  firstName: string;
  /** The organisation and role of the account; null outside of all. */
  organisationId: number | null;
  role: 'owner' | 'manager' | 'learner' | null;
};

const accountColumns = `u.id as "userId", u.email, u.first_name as "firstName", p.organisation_id as "organisationId", p.role`;

/** Finds the account of a comparable address. */
export async function findAccountByAddress(db: Db, address: string): Promise<AccountRow | null> {
  const rows = await db.prepared<AccountRow>(
    'directory.find_account_by_address',
    `select ${accountColumns} from users u left join organisation_people p on p.user_id = u.id
     where u.address_key = $1 and u.deleted_at is null`,
    [address],
  );
  return rows[0] ?? null;
}

export async function findAccountById(db: Db, userId: number): Promise<AccountRow | null> {
  const rows = await db.prepared<AccountRow>(
    'directory.find_account_by_id',
    `select ${accountColumns} from users u left join organisation_people p on p.user_id = u.id
     where u.id = $1 and u.deleted_at is null`,
    [userId],
  );
  return rows[0] ?? null;
}

/** Whether people of a domain can sign in through a connection of the organisation. */
export async function hasOpenConnection(db: Db, organisationId: number, domain: string): Promise<boolean> {
  const rows = await db.prepared(
    'directory.has_open_connection',
    `select c.id from connections c join connection_domains d on d.connection_id = c.id
     where c.organisation_id = $1 and d.domain = $2 and c.state in ('active', 'enforced') limit 1`,
    [organisationId, domain],
  );
  return rows.length > 0;
}

/** Numbers of sessions, seats, keys and tokens that ended for a person. */
type Offboarding = {
  organisationId: number;
  userId: number | null;
  userName: string;
  name: string;
  sessions: number;
  seats: number;
  keys: number;
  tokens: number;
  isLastOwner: boolean;
};

export async function insertOffboarding(db: Db, { isLastOwner, ...ended }: Offboarding): Promise<void> {
  const { organisationId, userId, userName, name, sessions, seats, keys, tokens } = ended;
  await db.kysely
    .insertInto('organisation_offboardings')
    .values({
      organisation_id: organisationId,
      user_id: userId,
      user_name: userName,
      name,
      sessions,
      seats,
      keys,
      tokens,
      is_last_owner: isLastOwner,
    })
    .execute();
}

export type OffboardingRow = Ended & { id: number };

/** The first and the last day (UTC) of a period of an organisation; null for a period without that bound. */
export type Period = { organisationId: number; from: string | null; to: string | null };

const within = `organisation_id = $1
  and ended_at >= coalesce($2::date, '-infinity')::timestamp at time zone 'UTC'
  and ended_at < (coalesce($3::date, 'infinity') + 1)::timestamp at time zone 'UTC'`;

const offboardingColumns = `id, user_name as "userName", name, ended_at as "endedAt", sessions, seats, keys, tokens,
  is_last_owner as "isLastOwner"`;

/** Lists the people whose access the directory ended within a period, oldest first, in batches. */
export function listOffboardings(
  db: Db,
  { organisationId, from, to }: Period,
  { after, limit }: { after: number; limit: number },
): Promise<OffboardingRow[]> {
  return db.prepared<OffboardingRow>(
    'directory.list_offboardings',
    `select ${offboardingColumns} from organisation_offboardings where ${within} and id > $4 order by id limit $5`,
    [organisationId, from, to, after, limit],
  );
}

/** Lists one page of the people whose access the directory ended, newest first, and counts all of them. */
export async function pageOffboardings(
  db: Db,
  organisationId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ended: OffboardingRow[]; total: number }> {
  const ended = await db.prepared<OffboardingRow>(
    'directory.page_offboardings',
    `select ${offboardingColumns} from organisation_offboardings where organisation_id = $1
     order by ended_at desc, id desc limit $2 offset $3`,
    [organisationId, limit, offset],
  );
  const [counted] = await db.prepared<{ total: number }>(
    'directory.count_offboardings',
    'select count(*)::integer as total from organisation_offboardings where organisation_id = $1',
    [organisationId],
  );
  return { ended, total: counted?.total ?? 0 };
}

export async function sumOffboardings(db: Db, { organisationId, from, to }: Period) {
  type Sums = { people: number; sessions: number; seats: number; keys: number; tokens: number };
  const rows = await db.prepared<Sums>(
    'directory.sum_offboardings',
    `select count(*)::integer as people, coalesce(sum(sessions), 0)::integer as sessions,
       coalesce(sum(seats), 0)::integer as seats, coalesce(sum(keys), 0)::integer as keys,
       coalesce(sum(tokens), 0)::integer as tokens
     from organisation_offboardings where ${within}`,
    [organisationId, from, to],
  );
  return rows[0] ?? { people: 0, sessions: 0, seats: 0, keys: 0, tokens: 0 };
}
