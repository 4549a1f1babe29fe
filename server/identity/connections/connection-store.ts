import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import { columnsOf } from '#server/platform/database/columns.ts';
import { type Db, isUniqueViolation } from '#server/platform/database/db.ts';

export type ConnectionRow = Selectable<Tables['connections']>;

export async function findConnection(db: Db, id: string): Promise<ConnectionRow | null> {
  const rows = await db.prepared<ConnectionRow>(
    'connections.find',
    `select ${columnsOf('connections')} from connections where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Locks a connection until the transaction ends, for a change of it or of its sessions and links. */
export async function lockConnection(db: Db, id: string): Promise<ConnectionRow | null> {
  const row = await db.kysely.selectFrom('connections').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

/** Locks a connection against changes until the transaction ends, while a sign-in through it is opened. */
export async function shareConnection(db: Db, id: string): Promise<ConnectionRow | null> {
  const row = await db.kysely.selectFrom('connections').selectAll().where('id', '=', id).forShare().executeTakeFirst();
  return row ?? null;
}

/**
 * Finds the connection that environment variables set. Locks it, so that only one node at a time adds or changes it.
 */
export async function lockOperators(db: Db): Promise<ConnectionRow | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('connections:operators', 0))`.execute(db.kysely);
  const row = await db.kysely.selectFrom('connections').selectAll().where('is_operators', '=', true).executeTakeFirst();
  return row ?? null;
}

/** Serialises additions to the portal's connections until the transaction ends. */
export async function lockPortal(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('connections:portal', 0))`.execute(db.kysely);
}

/** Lists the connections of an organisation, or of the portal, by name. */
export function listConnections(db: Db, organisationId: number | null): Promise<ConnectionRow[]> {
  return db.prepared<ConnectionRow>(
    'connections.list',
    `select ${columnsOf('connections')} from connections where organisation_id is not distinct from $1::integer
     order by lower(name), id`,
    [organisationId],
  );
}

export type Found = Pick<ConnectionRow, 'id' | 'name' | 'state'>;

/** Finds the connection that a domain leads to, if it is offered. */
export async function findByDomain(db: Db, domain: string): Promise<Found | null> {
  const rows = await db.prepared<Found>(
    'connections.find_by_domain',
    `select c.id, c.name, c.state from connection_domains d join connections c on c.id = d.connection_id
     where d.domain = $1 and c.state in ('active', 'enforced')`,
    [domain],
  );
  return rows[0] ?? null;
}

export async function findBySlug(db: Db, slug: string): Promise<Found | null> {
  const rows = await db.prepared<Found>(
    'connections.find_by_slug',
    `select id, name, state from connections where slug = $1 and state in ('active', 'enforced')`,
    [slug],
  );
  return rows[0] ?? null;
}

/** Lists the connections of the portal that the sign-in screen offers, and whether any organisation offers one. */
export async function listOffered(db: Db): Promise<{ buttons: Found[]; hasCompanies: boolean }> {
  const buttons = await db.prepared<Found>(
    'connections.list_offered',
    `select id, name, state from connections where organisation_id is null and state = 'active' order by lower(name), id`,
    [],
  );
  const [companies] = await db.prepared<{ has: boolean }>(
    'connections.has_companies',
    `select exists (select from connections where organisation_id is not null and state in ('active', 'enforced')) as has`,
    [],
  );
  return { buttons, hasCompanies: companies?.has ?? false };
}

export type NewRow = Omit<
  ConnectionRow,
  | 'id'
  | 'state'
  | 'secret_mailed_days'
  | 'activated_at'
  | 'enforced_at'
  | 'enforced_by'
  | 'created_at'
  | 'updated_at'
  | 'secret_saved_at'
>;

/** Adds a connection. @returns null when its short name is taken */
export async function insertConnection(db: Db, id: string, row: NewRow): Promise<ConnectionRow | null> {
  const added = await db.kysely
    .insertInto('connections')
    .values({
      ...row,
      id,
      public_key: row.public_key === null ? null : JSON.stringify(row.public_key),
      secret_saved_at: row.sealed_secret === null ? null : sql`now()`,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returningAll()
    .executeTakeFirst();
  return added ?? null;
}

export type ConnectionChanges = Partial<Omit<ConnectionRow, 'id' | 'created_at' | 'updated_at' | 'public_key'>> & {
  public_key?: object | null;
};

/** Changes a connection. @returns false when its short name is taken */
export async function updateConnection(db: Db, id: string, changes: ConnectionChanges): Promise<boolean> {
  const { public_key: key, ...rest } = changes;
  try {
    await db.kysely
      .updateTable('connections')
      .set({
        ...rest,
        ...(key !== undefined && { public_key: key === null ? null : JSON.stringify(key) }),
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .execute();
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

export async function deleteConnection(db: Db, id: string): Promise<void> {
  await db.kysely.deleteFrom('connections').where('id', '=', id).execute();
}

/** Whether a short name is free for another connection than this one. */
export async function isSlugFree(db: Db, slug: string, id: string | null): Promise<boolean> {
  const rows = await db.prepared(
    'connections.is_slug_free',
    'select from connections where slug = $1 and id is distinct from $2::uuid',
    [slug, id],
  );
  return rows.length === 0;
}

/** Lists the domains that lead to a connection, by name. */
export function listDomainsOf(db: Db, connectionId: string): Promise<{ id: number; domain: string }[]> {
  return db.prepared(
    'connections.list_domains',
    'select domain_id as id, domain from connection_domains where connection_id = $1 order by domain',
    [connectionId],
  );
}

/** Assigns exactly these domains to a connection, and takes them from any other. */
export async function replaceDomains(
  db: Db,
  connectionId: string,
  domains: readonly { id: number; domain: string }[],
): Promise<void> {
  await db.kysely.deleteFrom('connection_domains').where('connection_id', '=', connectionId).execute();
  if (domains.length === 0) return;
  await db.kysely
    .insertInto('connection_domains')
    .values(domains.map(({ id, domain }) => ({ domain_id: id, domain, connection_id: connectionId })))
    .onConflict((conflict) => conflict.column('domain_id').doUpdateSet({ connection_id: connectionId }))
    .execute();
}

/** Finds which connection a domain of an organisation leads to, offered or not. */
export async function findConnectionOfDomain(db: Db, domainId: number): Promise<string | null> {
  const rows = await db.prepared<{ id: string }>(
    'connections.find_of_domain',
    'select connection_id as id from connection_domains where domain_id = $1',
    [domainId],
  );
  return rows[0]?.id ?? null;
}

export async function deleteDomain(db: Db, domainId: number): Promise<void> {
  await db.kysely.deleteFrom('connection_domains').where('domain_id', '=', domainId).execute();
}

export type EndingSecret = Pick<ConnectionRow, 'id' | 'name' | 'organisation_id' | 'secret_ends_on'> & { days: number };

/**
 * Lists connections that are not switched off, whose secret ends within these days or has ended, and about which no
 * mail was sent so near its end yet (SSO-01).
 */
export function listEndingSecrets(db: Db, days: number): Promise<EndingSecret[]> {
  return db.prepared(
    'connections.list_ending_secrets',
    `select id, name, organisation_id, secret_ends_on, $1::integer as days from connections
     where auth_method = 'client_secret' and state <> 'disabled' and secret_ends_on <= current_date + $1::integer
       and (secret_mailed_days is null or secret_mailed_days > $1) order by id`,
    [days],
  );
}
