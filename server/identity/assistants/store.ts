import { type Selectable, sql } from 'kysely';
import { maxListedClients } from '#contract/identity/assistants-admin.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type Client = Selectable<Tables['assistant_clients']>;
type Grant = Selectable<Tables['assistant_grants']>;

/** Minutes for which the document of a client is not read again. */
const documentMinutes = 5;
/** Minutes for which the code of a client works. */
const codeMinutes = 2;
/** Seconds for which a refresh token still works after it was replaced, because the response may be lost (MCP-02). */
const graceSeconds = 60;
/** Days without use after which an assistant or a client is deleted; the lifetime of a refresh token. */
const unusedDays = 30;
/** Lifetime of an access token in seconds. */
export const accessSeconds = 3_600;

export type ClientRow = Pick<Client, 'id' | 'client_id' | 'name' | 'redirect_uris' | 'read_at'>;

export async function findClient(db: Db, clientId: string): Promise<(ClientRow & { is_stale: boolean }) | null> {
  const { rows } = await sql<ClientRow & { is_stale: boolean }>`
    select id, client_id, name, redirect_uris, read_at,
      coalesce(read_at < now() - make_interval(mins => ${sql.lit(documentMinutes)}), false) as is_stale
    from assistant_clients where client_id = ${clientId}`.execute(db.kysely);
  return rows[0] ?? null;
}

type NewClient = { clientId: string; name: string; redirectUris: string[] };

/** Stores the current content of a client's document. */
export async function saveDocument(db: Db, { clientId, name, redirectUris }: NewClient): Promise<ClientRow> {
  const { rows } = await sql<ClientRow>`
    insert into assistant_clients (client_id, name, redirect_uris, read_at)
    values (${clientId}, ${name}, ${redirectUris}, now())
    on conflict (client_id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris, read_at = now()
    returning id, client_id, name, redirect_uris, read_at`.execute(db.kysely);
  const [row] = rows;
  if (!row) throw new Error('The document of a client was not saved');
  return row;
}

export async function insertClient(db: Db, { clientId, name, redirectUris }: NewClient): Promise<Date> {
  const row = await db.kysely
    .insertInto('assistant_clients')
    .values({ client_id: clientId, name, redirect_uris: redirectUris })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return row.created_at;
}

type NewGrant = Pick<Grant, 'user_id' | 'client_id' | 'scopes' | 'resource' | 'connection_id' | 'redirect_uri'> &
  Pick<Grant, 'code_hash' | 'code_challenge'>;

/** Adds what a member allowed, and records the use of the client; the code works for two minutes. @returns its id */
export async function insertGrant(db: Db, grant: NewGrant): Promise<string> {
  const row = await db.kysely
    .insertInto('assistant_grants')
    .values({ ...grant, code_expires_at: sql`now() + make_interval(mins => ${sql.lit(codeMinutes)})` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await updateClientUse(db, grant.client_id);
  return String(row.id);
}

/** Records the use of a client at most once a day, because many members may use it at the same time. */
export async function updateClientUse(db: Db, id: number): Promise<void> {
  await sql`update assistant_clients set used_at = now() where id = ${id} and used_at < now() - interval '1 day'`.execute(
    db.kysely,
  );
}

const ofGrant = sql`g.id, g.user_id, g.client_id, g.scopes, g.resource, g.connection_id, c.name, c.client_id as client`;

/** A grant as it is read with a code or a refresh token. */
export type LockedGrant = Pick<Grant, 'id' | 'user_id' | 'client_id' | 'scopes' | 'resource' | 'connection_id'> & {
  name: string;
  client: string;
};

type OfCode = LockedGrant &
  Pick<Grant, 'code_challenge' | 'redirect_uri'> & { is_exchanged: boolean; is_expired: boolean };

export async function lockByCode(db: Db, hash: Buffer): Promise<OfCode | null> {
  const { rows } = await sql<OfCode>`
    select ${ofGrant}, g.code_challenge, g.redirect_uri, g.exchanged_at is not null as is_exchanged,
      g.code_expires_at <= now() as is_expired
    from assistant_grants g join assistant_clients c on c.id = g.client_id where g.code_hash = ${hash}
    for update of g`.execute(db.kysely);
  return rows[0] ?? null;
}

type OfRefresh = LockedGrant & { is_expired: boolean; is_reused: boolean };

/** Locks the grant before its token, in the order in which ending a grant locks them. */
export async function lockByRefresh(db: Db, hash: Buffer): Promise<OfRefresh | null> {
  const { rows } = await sql<OfRefresh>`
    select ${ofGrant}, t.expires_at <= now() as is_expired,
      coalesce(t.rotated_at < now() - make_interval(secs => ${sql.lit(graceSeconds)}), false) as is_reused
    from assistant_grants g join assistant_tokens t on t.grant_id = g.id join assistant_clients c on c.id = g.client_id
    where t.token_hash = ${hash} and t.kind = 'refresh' for update of g, t`.execute(db.kysely);
  return rows[0] ?? null;
}

export async function markExchanged(db: Db, id: LockedGrant['id']): Promise<void> {
  await sql`update assistant_grants set exchanged_at = now() where id = ${id}`.execute(db.kysely);
}

/** Marks a refresh token as replaced. A repeated call keeps the first time, from which the grace period counts. */
export async function markRotated(db: Db, hash: Buffer): Promise<void> {
  await sql`update assistant_tokens set rotated_at = coalesce(rotated_at, now()) where token_hash = ${hash}`.execute(
    db.kysely,
  );
}

type NewTokens = { access: Buffer; refresh: Buffer; accessScopes: string[]; scopes: string[] };

export async function insertTokens(db: Db, grantId: LockedGrant['id'], tokens: NewTokens): Promise<void> {
  await sql`
    insert into assistant_tokens (token_hash, grant_id, kind, scopes, expires_at) values
      (${tokens.access}, ${grantId}, 'access', ${tokens.accessScopes}, now() + make_interval(secs => ${sql.lit(accessSeconds)})),
      (${tokens.refresh}, ${grantId}, 'refresh', ${tokens.scopes}, now() + make_interval(days => ${sql.lit(unusedDays)}))`.execute(
    db.kysely,
  );
}

type FoundToken = Pick<Grant, 'user_id' | 'client_id' | 'connection_id'> & {
  grant_id: string;
  scopes: string[];
  name: string;
  is_noted: boolean;
};

/** Finds an access token that works. Read on every call of an assistant, so it is one prepared statement. */
export async function findAccess(
  db: Db,
  hash: Buffer,
  { resource, network }: { resource: string; network: string },
): Promise<FoundToken | null> {
  const rows = await db.prepared<FoundToken>(
    'assistants.find_access',
    `select g.id::text as grant_id, g.user_id, g.client_id, g.connection_id, t.scopes, c.name,
       coalesce(g.last_used_on = current_date and g.last_used_network = $3, false) as is_noted
     from assistant_tokens t join assistant_grants g on g.id = t.grant_id join assistant_clients c on c.id = g.client_id
     where t.token_hash = $1 and t.kind = 'access' and t.expires_at > now() and g.resource = $2`,
    [hash, resource, network],
  );
  return rows[0] ?? null;
}

export async function updateLastUse(db: Db, grantId: string, network: string): Promise<void> {
  await db.prepared(
    'assistants.update_last_use',
    'update assistant_grants set last_used_on = current_date, last_used_network = $2 where id = $1',
    [grantId, network],
  );
}

/** Finds the grant of a token of either kind. */
export async function findToken(
  db: Db,
  hash: Buffer,
): Promise<{ kind: string; client: string; user_id: number; client_id: number } | null> {
  const { rows } = await sql<{ kind: string; client: string; user_id: number; client_id: number }>`
    select t.kind, c.client_id as client, g.user_id, g.client_id from assistant_tokens t
      join assistant_grants g on g.id = t.grant_id join assistant_clients c on c.id = g.client_id
    where t.token_hash = ${hash}`.execute(db.kysely);
  return rows[0] ?? null;
}

export async function deleteToken(db: Db, hash: Buffer): Promise<void> {
  await db.kysely.deleteFrom('assistant_tokens').where('token_hash', '=', hash).execute();
}

/** Deletes everything that a member allowed a client. @returns whether there was anything */
export async function deleteGrants(
  db: Db,
  { userId, clientId }: { userId: number; clientId: number },
): Promise<boolean> {
  const rows = await db.kysely
    .deleteFrom('assistant_grants')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Deletes everything that a member allowed assistants. @returns the clients */
export async function deleteGrantsOfAccount(db: Db, userId: number): Promise<number[]> {
  const rows = await db.kysely
    .deleteFrom('assistant_grants')
    .where('user_id', '=', userId)
    .returning('client_id')
    .execute();
  return [...new Set(rows.map(({ client_id }) => client_id))];
}

/** Deletes everything that members allowed a client. @returns the members */
export async function deleteGrantsOfClient(db: Db, clientId: number): Promise<number[]> {
  const rows = await db.kysely
    .deleteFrom('assistant_grants')
    .where('client_id', '=', clientId)
    .returning('user_id')
    .execute();
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** Condition: the grant was exchanged for tokens, or its code is still valid. */
const isLive = (grant: 'g' | 'o') =>
  sql`(${sql.ref(`${grant}.exchanged_at`)} is not null or ${sql.ref(`${grant}.code_expires_at`)} > now())`;

export type AssistantRow = ClientRow & {
  scopes: string[];
  connected_at: Date;
  last_used_on: string | null;
  last_used_network: string | null;
};

/** Lists what a member connected, one row for each client. */
export async function listAssistants(db: Db, userId: number): Promise<AssistantRow[]> {
  const { rows } = await sql<AssistantRow>`
    select c.id, c.client_id, c.name, c.redirect_uris, c.read_at, min(g.created_at) as connected_at,
      array(select distinct unnest(o.scopes) from assistant_grants o where o.user_id = ${userId}
        and o.client_id = c.id and ${isLive('o')})
        as scopes,
      max(g.last_used_on)::text as last_used_on,
      (array_agg(g.last_used_network order by g.last_used_on desc nulls last))[1] as last_used_network
    from assistant_grants g join assistant_clients c on c.id = g.client_id
    where g.user_id = ${userId} and ${isLive('g')} group by c.id order by connected_at desc, c.id desc
    limit ${maxListedClients}`.execute(db.kysely);
  return rows;
}

export type ConnectedClientRow = ClientRow & { scopes: string[]; members: number; last_used_on: string | null };

export async function listConnectedClients(db: Db): Promise<ConnectedClientRow[]> {
  const { rows } = await sql<ConnectedClientRow>`
    select c.id, c.client_id, c.name, c.redirect_uris, c.read_at, count(distinct g.user_id)::integer as members,
      array(select distinct unnest(o.scopes) from assistant_grants o where o.client_id = c.id
        and ${isLive('o')}) as scopes,
      max(g.last_used_on)::text as last_used_on
    from assistant_grants g join assistant_clients c on c.id = g.client_id
    where ${isLive('g')} group by c.id order by max(g.last_used_on) desc nulls last, c.id desc
    limit ${maxListedClients}`.execute(db.kysely);
  return rows;
}

/**
 * Deletes expired tokens, grants whose code has expired and that have no current refresh token, and clients without
 * grants that were not used for 30 days.
 * @returns the deleted grants
 */
export async function deleteEnded(db: Db): Promise<Pick<Grant, 'client_id' | 'user_id'>[]> {
  await sql`delete from assistant_tokens where expires_at < now()`.execute(db.kysely);
  const { rows } = await sql<Pick<Grant, 'client_id' | 'user_id'>>`
    delete from assistant_grants g where g.code_expires_at < now() and not exists (
      select from assistant_tokens t where t.grant_id = g.id and t.kind = 'refresh' and t.rotated_at is null)
    returning g.client_id, g.user_id`.execute(db.kysely);
  await sql`delete from assistant_clients c where c.used_at < now() - make_interval(days => ${sql.lit(unusedDays)})
    and not exists (select from assistant_grants g where g.client_id = c.id)`.execute(db.kysely);
  return rows;
}
