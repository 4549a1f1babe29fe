import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { portalZone } from '#contract/dates.ts';
import { domainOf } from '#server/identity/accounts/columns.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Actor } from '#server/platform/context.ts';
import { listOfAnyLength } from '#server/platform/database/batch.ts';
import type { Db } from '#server/platform/database/db.ts';
import { deleteInBatches } from '#server/platform/database/delete-batches.ts';

type Role = Actor['role'];
type Session = Selectable<Tables['sign_in_sessions']>;
type NewSignIn = {
  userId: number;
  tokenHash: Buffer;
  deviceHash: Buffer;
  ip: string;
  userAgent: string | null;
  /** Hash of the browser's former session secret, whose sign-in ends when this one opens; null without one. */
  formerHash: Buffer | null;
  /** Counter of failed attempts that is deleted. */
  counter: Buffer | null;
  /** The connection through which it came, or whose emergency way it is; null for every other way. */
  way: ConnectionWay | null;
  /** State that the account must still have; null when this transaction has locked it already. */
  proved: { passwordHash: string; hasSecondFactor: boolean } | null;
};

/** A company's connection as the way of a sign-in. */
export type ConnectionWay = {
  connectionId: string;
  through: 'provider' | 'emergency';
  subject: string | null;
  /** The provider's own id of its session, by which it ends this one. */
  providerSid: string | null;
  /** The provider's identity token, sealed, by which it recognises the session at signing out. */
  sealedIdToken: Buffer | null;
  /** Hours after which the session goes through the provider again; null for the emergency way, and with `endsAt`. */
  hours: number | null;
  /** End of the session that this one replaces; it takes precedence over `hours`. */
  endsAt?: Date | null;
};

/**
 * Whether the domain of the address in this column is under an enforced connection other than this one (SSO-10).
 * Evaluated wherever a sign-in is opened or used, so that a race with the switch leaves none open.
 */
const isHeld = (email: string, connectionId: string) => `exists (
  select from connection_domains d join connections c on c.id = d.connection_id
  where d.domain = ${domainOf(email)} and c.state = 'enforced' and c.id is distinct from ${connectionId})`;

export type OpenedSignIn = Pick<Session, 'id'> & {
  /** Whether the account was not used on this device before. */
  isUnknownDevice: boolean;
  /** Whether the account was used on other devices before. */
  knowsOthers: boolean;
};

/**
 * Opens a sign-in with its device in one statement, which is atomic outside a transaction too. Also returns whether the
 * account was used on this device or on others before; sign-ins from before device cookies, or whose device was
 * forgotten, do not count. The account's row is locked, so that a concurrent change of the password ends this sign-in,
 * or this one is not opened.
 * @returns null when the account is deleted, no longer has the proved state, or must sign in through a connection
 */
export async function insertSignIn(db: Db, signIn: NewSignIn): Promise<OpenedSignIn | null> {
  const { userId, tokenHash, deviceHash, ip, userAgent, formerHash, counter, proved, way } = signIn;
  const rows = await db.prepared<OpenedSignIn>(
    'accounts.insert_sign_in',
    // The subqueries do not see the row that the statement inserts.
    `with account as (
       select id from users where id = $1 and deleted_at is null
         and ($8::text is null or password_hash = $8 and (two_factor_enabled_at is not null) = $9)
         and not ${isHeld('users.email', '$10::uuid')}
       for share
     ), ended as (
       update sign_in_sessions set revoked_at = now()
       where token_hash = $6 and revoked_at is null and exists (select from account)
     ), forgotten as (
       delete from sign_in_failures where email_hash = $7 and exists (select from account)
     ), opened as (
       insert into sign_in_sessions (user_id, token_hash, device_hash, ip, user_agent)
       select id, $2, $3, $4, $5 from account returning id
     ), through as (
       insert into connection_sessions (session_id, connection_id, through, subject, provider_sid, ends_at, sealed_id_token)
       select id, $10, $11, $12, $13, coalesce($15, now() + make_interval(hours => $14::integer)), $16
       from opened where $10::uuid is not null
     )
     select id, not exists (select from sign_in_sessions where user_id = $1 and device_hash = $3) as "isUnknownDevice",
       exists (select from sign_in_sessions where user_id = $1 and device_hash is not null) as "knowsOthers"
     from opened`,
    [
      userId,
      tokenHash,
      deviceHash,
      ip,
      userAgent,
      formerHash,
      counter,
      proved?.passwordHash ?? null,
      proved?.hasSecondFactor ?? null,
      way?.connectionId ?? null,
      way?.through ?? null,
      way?.subject ?? null,
      way?.providerSid ?? null,
      way?.hours ?? null,
      way?.endsAt ?? null,
      way?.sealedIdToken ?? null,
    ],
  );
  return rows[0] ?? null;
}

export type Life = Record<Role, { idleHours: number; totalHours: number }>;
type SignInRow = Pick<Session, 'id' | 'user_id'> &
  Pick<Selectable<Tables['users']>, 'role' | 'data_collection' | 'time_zone'> & {
    signed_in_seconds_ago: number;
    connection_id: string | null;
  };

/**
 * Condition: the sign-in is not past the hours of its connection, its address need not sign in through another
 * (SSO-10), and it is not an administrator's through an organisation's connection (SSO-07).
 */
const liveWay = `(w.ends_at is null or w.ends_at > now()) and not ${isHeld('u.email', 'w.connection_id')}
  and not (u.role = 'administrator' and w.through = 'provider'
    and exists (select from connections c where c.id = w.connection_id and c.organisation_id is not null))`;
const connectionOf = `case w.through when 'provider' then w.connection_id end as connection_id`;

/** A valid sign-in; `isStale` when its use was not recorded for a minute. */
export type SignIn = Omit<Actor, 'isFresh'> & { isStale: boolean };

/**
 * Finds the holders of these session secrets, unless the sign-in has ended, has been idle too long or is too old. Read
 * on every request, so it is one prepared statement.
 */
export async function listSignIns(
  db: Db,
  tokenHashes: readonly Buffer[],
  life: Life,
): Promise<{ tokenHash: Buffer; signIn: SignIn }[]> {
  const rows = await db.prepared<SignInRow & Pick<Session, 'token_hash'> & { is_stale: boolean }>(
    'accounts.list_sign_ins',
    // The lateral join with a limit reads one account for each sign-in by its key: PostgreSQL would otherwise estimate
    // ten and read all accounts, up to thousands.
    `select s.user_id, u.role, u.data_collection, u.time_zone, s.id, ${connectionOf}, s.last_seen_at < now() - interval '1 minute' as is_stale, s.token_hash,
       extract(epoch from now() - s.signed_in_at)::float8 as signed_in_seconds_ago
     from sign_in_sessions s cross join lateral (
       select role, data_collection, time_zone, email from users where id = s.user_id and deleted_at is null limit 1
     ) u left join connection_sessions w on w.session_id = s.id
     where s.token_hash = any (${listOfAnyLength('bytea')}) and s.revoked_at is null and ${liveWay}
       and s.last_seen_at > now() - make_interval(hours => case u.role when 'administrator' then $2::int else $3::int end)
       and s.created_at > now() - make_interval(hours => case u.role when 'administrator' then $4::int else $5::int end)`,
    [
      tokenHashes,
      life.administrator.idleHours,
      life.user.idleHours,
      life.administrator.totalHours,
      life.user.totalHours,
    ],
  );
  return rows.map((row) => ({
    tokenHash: row.token_hash,
    signIn: {
      userId: row.user_id,
      role: row.role,
      allowsCounting: row.data_collection,
      timeZone: row.time_zone ?? portalZone,
      signInId: row.id,
      connectionId: row.connection_id,
      signedInSecondsAgo: row.signed_in_seconds_ago,
      isStale: row.is_stale,
    },
  }));
}

/** Finds the holder of a sign-in by its id, by the rules of `listSignIns`; null when it has ended. */
export async function findSignInById(db: Db, id: number, life: Life): Promise<Actor | null> {
  const rows = await db.prepared<SignInRow>(
    'accounts.find_sign_in_by_id',
    `select s.user_id, u.role, u.data_collection, u.time_zone, s.id, ${connectionOf}, extract(epoch from now() - s.signed_in_at)::float8 as signed_in_seconds_ago
     from sign_in_sessions s join users u on u.id = s.user_id left join connection_sessions w on w.session_id = s.id
     where s.id = $1 and s.revoked_at is null and u.deleted_at is null and ${liveWay}
       and s.last_seen_at > now() - make_interval(hours => case u.role when 'administrator' then $2::int else $3::int end)
       and s.created_at > now() - make_interval(hours => case u.role when 'administrator' then $4::int else $5::int end)`,
    [id, life.administrator.idleHours, life.user.idleHours, life.administrator.totalHours, life.user.totalHours],
  );
  const row = rows[0];
  if (!row) return null;
  const { user_id: userId, role, signed_in_seconds_ago: signedInSecondsAgo } = row;
  // The id of a sign-in proves no fresh sign-in.
  return {
    userId,
    role,
    signInId: row.id,
    connectionId: row.connection_id,
    signedInSecondsAgo,
    isFresh: false,
    allowsCounting: row.data_collection,
    timeZone: row.time_zone ?? portalZone,
  };
}

/** Hours without a call after which a visit ends. */
const visitGapHours = 4;

/** Records that a sign-in was used just now; at the beginning of a visit, also the end of the previous one. */
export async function updateLastSeen(db: Db, signInId: number): Promise<void> {
  await db.prepared(
    'accounts.update_last_seen',
    `update sign_in_sessions set last_seen_at = now(),
       former_visit_at = case when last_seen_at < now() - make_interval(hours => $2) then last_seen_at else former_visit_at end
     where id = $1`,
    [signInId, visitGapHours],
  );
}

/**
 * Returns the time when a member last used the portal before the present visit, in any browser; null for the first
 * visit.
 */
export async function findLastVisit(db: Db, userId: number): Promise<Date | null> {
  const [row] = await db.prepared<{ visited_at: Date | null }>(
    'accounts.find_last_visit',
    `select max(case when last_seen_at < now() - make_interval(hours => $2) then last_seen_at else former_visit_at end)
       as visited_at from sign_in_sessions where user_id = $1`,
    [userId, visitGapHours],
  );
  return row?.visited_at ?? null;
}

/** Gives a sign-in another secret and makes it fresh. */
export async function updateSignInSecret(db: Db, signInId: number, tokenHash: Buffer): Promise<void> {
  await db.kysely
    .updateTable('sign_in_sessions')
    .set({ token_hash: tokenHash, signed_in_at: sql`now()`, last_seen_at: sql`now()` })
    .where('id', '=', signInId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends the sign-in that holds this secret, if there is one. */
export async function revokeSignInByToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db.kysely
    .updateTable('sign_in_sessions')
    .set({ revoked_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function revokeSignIns(db: Db, userId: number): Promise<void> {
  await db.kysely
    .updateTable('sign_in_sessions')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Whether this transaction, and no earlier one, has revoked a sign-in. */
export async function isRevokedNow(db: Db, signInId: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('sign_in_sessions')
    .select('id')
    .where('id', '=', signInId)
    .where('revoked_at', '=', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets which devices an account was used on. */
export async function forgetDevices(db: Db, userId: number): Promise<void> {
  await db.kysely.updateTable('sign_in_sessions').set({ device_hash: null }).where('user_id', '=', userId).execute();
}

/** Deletes sign-ins that ended, or were last used, more than 30 days ago, but not the last one of each device. */
export function deleteOldSignIns(db: Db): Promise<void> {
  const text = `delete from sign_in_sessions where id in (
    select s.id from sign_in_sessions s
    where coalesce(s.revoked_at, s.last_seen_at) < now() - interval '30 days'
      and (s.device_hash is null or exists (
        select from sign_in_sessions later
        where later.user_id = s.user_id and later.device_hash = s.device_hash and later.id > s.id))
    limit $1) returning id`;
  return deleteInBatches(db, 'accounts.delete_old_sign_ins', text, 5_000);
}

export type DeviceRow = Pick<Session, 'id' | 'user_agent' | 'ip' | 'created_at' | 'last_seen_at'>;

type Account = { userId: number; life: Life['user'] };
type Page = { limit: number; offset: number };

/** Lists the live sign-ins of an account, the last used first. */
export async function listDevices(db: Db, account: Account, { limit, offset }: Page): Promise<DeviceRow[]> {
  return db.kysely
    .selectFrom('sign_in_sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen_at'])
    .where(isLiveFor(account))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countDevices(db: Db, account: Account): Promise<number> {
  const { total } = await db.kysely
    .selectFrom('sign_in_sessions')
    .select((columns) => columns.fn.countAll<number>().as('total'))
    .where(isLiveFor(account))
    .executeTakeFirstOrThrow();
  return total;
}

/** Ends one sign-in of an account. @returns false when there is no such live one */
export async function revokeSignIn(db: Db, account: Account, signInId: number): Promise<boolean> {
  const row = await db.kysely
    .updateTable('sign_in_sessions')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', signInId)
    .where(isLiveFor(account))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Condition of a live sign-in, like that of `listSignIns`, but without its check for required connections. */
function isLiveFor({ userId, life }: Account) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'sign_in_sessions'>) =>
    and([
      eb('user_id', '=', userId),
      eb('revoked_at', 'is', null),
      eb('last_seen_at', '>', sql<Date>`now() - make_interval(hours => ${life.idleHours})`),
      eb('created_at', '>', sql<Date>`now() - make_interval(hours => ${life.totalHours})`),
      sql<boolean>`not exists (select from connection_sessions w
        where w.session_id = sign_in_sessions.id and w.ends_at <= now())`,
    ]);
}
