import type { Selectable } from 'kysely';
import { domainOf } from '#server/identity/accounts/columns.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

export type Errand = Pick<
  Selectable<Tables['connection_errands']>,
  'connection_id' | 'purpose' | 'return_to' | 'user_id' | 'asked_at'
>;

type NewErrand = {
  stateHash: Buffer;
  browserHash: Buffer;
  connectionId: string;
  purpose: Errand['purpose'];
  returnTo: string;
  userId: number | null;
};

/** Records that a browser goes to a provider. */
export async function insertErrand(db: Db, errand: NewErrand): Promise<void> {
  await db.kysely
    .insertInto('connection_errands')
    .values({
      state_hash: errand.stateHash,
      browser_hash: errand.browserHash,
      connection_id: errand.connectionId,
      purpose: errand.purpose,
      return_to: errand.returnTo,
      user_id: errand.userId,
    })
    .execute();
}

const errandMinutes = 10;

/**
 * Consumes an errand of the last 10 minutes whose state and secret come from the same browser. An errand for another
 * connection is consumed too, because only a mix-up can bring its response here.
 */
export async function consumeErrand(
  db: Db,
  { stateHash, browserHash, connectionId }: Pick<NewErrand, 'stateHash' | 'browserHash' | 'connectionId'>,
): Promise<Errand | null> {
  const rows = await db.prepared<Errand & { is_live: boolean }>(
    'connections.consume_errand',
    `delete from connection_errands where state_hash = $1 and browser_hash = $2
     returning connection_id, purpose, return_to, user_id, asked_at,
       asked_at > now() - make_interval(mins => $3) as is_live`,
    [stateHash, browserHash, errandMinutes],
  );
  const [row] = rows;
  return row?.is_live && row.connection_id === connectionId ? row : null;
}

export type Pending = Omit<Selectable<Tables['connection_pending']>, 'token_hash'>;
export type NewPending = Omit<Pending, 'asked_at' | 'mail_hash'> & { tokenHash: Buffer };

export async function insertPending(db: Db, { tokenHash, ...pending }: NewPending): Promise<void> {
  await db.kysely
    .insertInto('connection_pending')
    .values({ ...pending, token_hash: tokenHash })
    .execute();
}

/** Minutes that a sign-in waits for its person: long enough for a mail. */
const pendingMinutes = 60;
const columns = `p.connection_id, p.kind, p.user_id, p.issuer, p.subject, p.email, p.object_id, p.provider_sid,
  p.spares_factor, p.return_to, p.mail_hash, p.asked_at, p.sealed_id_token`;

/** Finds a sign-in that waits; null when it has ended or its account is deleted. */
export async function findPending(db: Db, tokenHash: Buffer): Promise<Pending | null> {
  const rows = await db.prepared<Pending>(
    'connections.find_pending',
    `select ${columns} from connection_pending p join users u on u.id = p.user_id and u.deleted_at is null
     where p.token_hash = $1 and p.asked_at > now() - make_interval(mins => $2)`,
    [tokenHash, pendingMinutes],
  );
  return rows[0] ?? null;
}

/**
 * Consumes a pending sign-in; of concurrent calls exactly one gets it. Locks its account first, in the order of all
 * transactions.
 */
export async function consumePending(db: Db, tokenHash: Buffer): Promise<Pending | null> {
  const rows = await db.prepared<Pending>(
    'connections.consume_pending',
    `with person as materialized (
       select id from users where id = (select user_id from connection_pending where token_hash = $1) for update)
     delete from connection_pending p using person
     where p.user_id = person.id and p.token_hash = $1 and p.asked_at > now() - make_interval(mins => $2)
     returning ${columns}`,
    [tokenHash, pendingMinutes],
  );
  return rows[0] ?? null;
}

export async function deletePendingSignIns(db: Db, userId: number): Promise<void> {
  await db.kysely.deleteFrom('connection_pending').where('user_id', '=', userId).execute();
}

export async function deletePendingAt(db: Db, organisationId: number, userId: number): Promise<void> {
  await db.prepared(
    'connections.delete_pending_at',
    `delete from connection_pending p using connections c
     where c.id = p.connection_id and c.organisation_id = $1 and p.user_id = $2 returning p.kind`,
    [organisationId, userId],
  );
}

export async function deletePendingAtCompanies(db: Db, userId: number): Promise<void> {
  await db.prepared(
    'connections.delete_pending_at_companies',
    `delete from connection_pending p using connections c
     where c.id = p.connection_id and c.organisation_id is not null and p.user_id = $1 returning p.kind`,
    [userId],
  );
}

export async function deletePendingOfDomain(db: Db, organisationId: number, domain: string): Promise<void> {
  await db.prepared(
    'connections.delete_pending_of_domain',
    `delete from connection_pending p using connections c
     where c.id = p.connection_id and c.organisation_id = $1
       and ${domainOf('p.email')} = $2 returning p.kind`,
    [organisationId, domain],
  );
}

/** Ends the pending sign-ins that a provider's logout names by its session, its person or both. */
export async function deletePendingNamed(
  db: Db,
  { connectionId, subject, providerSid }: { connectionId: string; subject: string | null; providerSid: string | null },
): Promise<void> {
  await db.prepared(
    'connections.delete_pending_named',
    `delete from connection_pending where connection_id = $1 and ($2::text is null or subject = $2)
       and ($3::text is null or provider_sid = $3) and ($2::text is not null or $3::text is not null) returning kind`,
    [connectionId, subject, providerSid],
  );
}

/** Ends the pending sign-ins through a connection, and the visits to its provider. */
export async function deletePendingThrough(db: Db, connectionId: string): Promise<void> {
  await db.kysely.deleteFrom('connection_pending').where('connection_id', '=', connectionId).execute();
  await db.kysely.deleteFrom('connection_errands').where('connection_id', '=', connectionId).execute();
}

export async function updateKind(db: Db, tokenHash: Buffer, kind: Pending['kind']): Promise<void> {
  await db.kysely.updateTable('connection_pending').set({ kind }).where('token_hash', '=', tokenHash).execute();
}

/** Stores the hash of the secret in the link that was mailed last. */
export async function updateMailHash(db: Db, tokenHash: Buffer, mailHash: Buffer): Promise<void> {
  await db.kysely
    .updateTable('connection_pending')
    .set({ mail_hash: mailHash })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Whether a mailed link belongs to any sign-in that still waits. */
export async function isMailOpen(db: Db, mailHash: Buffer): Promise<boolean> {
  const rows = await db.prepared(
    'connections.is_mail_open',
    'select from connection_pending where mail_hash = $1 and asked_at > now() - make_interval(mins => $2)',
    [mailHash, pendingMinutes],
  );
  return rows.length > 0;
}

/** Deletes what has ended: errands, sign-ins that waited, identity tokens of sessions, logout tokens, codes. */
export async function deleteOld(db: Db): Promise<void> {
  await db.prepared(
    'connections.delete_old_errands',
    `delete from connection_errands where asked_at < now() - make_interval(mins => $1) returning connection_id`,
    [errandMinutes],
  );
  await db.prepared(
    'connections.delete_old_pending',
    `delete from connection_pending where asked_at < now() - make_interval(mins => $1) returning connection_id`,
    [pendingMinutes],
  );
  await db.prepared(
    'connections.delete_old_id_tokens',
    `update connection_sessions w set sealed_id_token = null from sign_in_sessions s
     where s.id = w.session_id and w.sealed_id_token is not null
       and (s.revoked_at is not null or w.ends_at <= now()) returning w.session_id`,
    [],
  );
  await db.prepared(
    'connections.delete_old_logouts',
    `delete from connection_logouts where received_at < now() - interval '1 hour' returning connection_id`,
    [],
  );
  await db.prepared(
    'connections.delete_old_confirm_codes',
    `delete from confirm_codes where expires_at < now() returning user_id`,
    [],
  );
  await db.prepared(
    'connections.delete_old_private_codes',
    `update private_addresses set new_email = null, code_hash = null, code_expires_at = null
     where code_expires_at < now() returning user_id`,
    [],
  );
}

type Test = { connectionId: string; userId: number; works: boolean; result: object };

/** Stores the last test of a connection in place of the previous one. */
export async function upsertTest(db: Db, { connectionId, userId, works, result }: Test): Promise<void> {
  await db.prepared(
    'connections.upsert_test',
    `insert into connection_tests (connection_id, user_id, works, result) values ($1, $2, $3, $4)
     on conflict (connection_id) do update
       set user_id = excluded.user_id, works = excluded.works, result = excluded.result, tested_at = now()
     returning connection_id`,
    [connectionId, userId, works, JSON.stringify(result)],
  );
}

export type TestRow = Selectable<Tables['connection_tests']> & { name: string };

export async function findTest(db: Db, connectionId: string): Promise<TestRow | null> {
  const rows = await db.prepared<TestRow>(
    'connections.find_test',
    `select t.connection_id, t.user_id, t.tested_at, t.works, t.result,
       trim(u.first_name || ' ' || u.last_name) as name
     from connection_tests t join users u on u.id = t.user_id where t.connection_id = $1`,
    [connectionId],
  );
  return rows[0] ?? null;
}

export async function deleteTest(db: Db, connectionId: string): Promise<void> {
  await db.kysely.deleteFrom('connection_tests').where('connection_id', '=', connectionId).execute();
}
