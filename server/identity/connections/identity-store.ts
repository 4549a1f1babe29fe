import type { Selectable } from 'kysely';
import { domainOf } from '#server/identity/accounts/columns.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Key of a person at a provider, who is never identified by the email address (SSO-05). */
export type Key = { connectionId: string; issuer: string; subject: string };
export type IdentityRow = Selectable<Tables['connection_identities']>;

/** Finds the identity of a provider's response; null when it is new or its account is deleted. */
export async function findIdentity(db: Db, { connectionId, issuer, subject }: Key): Promise<IdentityRow | null> {
  const rows = await db.prepared<IdentityRow>(
    'connections.find_identity',
    `select i.id, i.connection_id, i.user_id, i.issuer, i.subject, i.email, i.object_id, i.linked_at
     from connection_identities i join users u on u.id = i.user_id and u.deleted_at is null
     where i.connection_id = $1 and i.issuer = $2 and i.subject = $3`,
    [connectionId, issuer, subject],
  );
  return rows[0] ?? null;
}

type NewIdentity = Key & { userId: number; email: string; objectId: string | null };

/**
 * Links an identity to an account. An identity of a deleted account moves to this one.
 * @returns false when it belongs to another account
 */
export async function insertIdentity(db: Db, identity: NewIdentity): Promise<boolean> {
  const { connectionId, userId, issuer, subject, email, objectId } = identity;
  const rows = await db.prepared(
    'connections.insert_identity',
    `insert into connection_identities as i (connection_id, user_id, issuer, subject, email, object_id)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (connection_id, issuer, subject) do update
       set user_id = excluded.user_id, email = excluded.email, object_id = excluded.object_id, linked_at = now()
       where i.user_id = excluded.user_id
         or not exists (select from users u where u.id = i.user_id and u.deleted_at is null)
     returning id`,
    [connectionId, userId, issuer, subject, email, objectId],
  );
  return rows.length > 0;
}

export async function updateIdentityAddress(db: Db, id: number, email: string): Promise<void> {
  await db.kysely.updateTable('connection_identities').set({ email }).where('id', '=', id).execute();
}

export async function deleteIdentities(db: Db, userId: number): Promise<void> {
  await db.kysely.deleteFrom('connection_identities').where('user_id', '=', userId).execute();
}

/** Removes the identities of an account at one connection. @returns number of removed identities */
export async function unlinkAccount(db: Db, connectionId: string, userId: number): Promise<number> {
  const rows = await db.prepared(
    'connections.unlink_account',
    'delete from connection_identities where connection_id = $1 and user_id = $2 returning id',
    [connectionId, userId],
  );
  return rows.length;
}

/** Whether an account has an identity of a connection that is offered. */
export async function hasOffered(db: Db, userId: number): Promise<boolean> {
  const rows = await db.prepared(
    'connections.has_offered',
    `select from connection_identities i join connections c on c.id = i.connection_id
     where i.user_id = $1 and c.state in ('active', 'enforced')`,
    [userId],
  );
  return rows.length > 0;
}

/** Removes the identities of an account at the connections of an organisation. @returns number of removed identities */
export async function deleteIdentitiesAt(db: Db, organisationId: number, userId: number): Promise<number> {
  const rows = await db.prepared(
    'connections.delete_identities_at',
    `delete from connection_identities i using connections c
     where c.id = i.connection_id and c.organisation_id = $1 and i.user_id = $2 returning i.id`,
    [organisationId, userId],
  );
  return rows.length;
}

/** Removes the identities of a connection. @returns the accounts that had them */
export async function deleteIdentitiesThrough(db: Db, connectionId: string): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'connections.delete_identities_through',
    'delete from connection_identities where connection_id = $1 returning user_id as id',
    [connectionId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Removes the identities of an organisation's connections whose address is in none of these domains.
 * @returns their accounts
 */
export async function deleteIdentitiesOutside(
  db: Db,
  organisationId: number,
  domains: readonly string[],
): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'connections.delete_identities_outside',
    `delete from connection_identities i using connections c
     where c.id = i.connection_id and c.organisation_id = $1
       and ${domainOf('i.email')} <> all ($2::text[]) returning i.user_id as id`,
    [organisationId, domains],
  );
  return rows.map(({ id }) => id);
}

/** Whether an account is linked to a connection of an organisation. */
export async function hasIdentityAt(db: Db, organisationId: number, userId: number): Promise<boolean> {
  const rows = await db.prepared(
    'connections.has_identity_at',
    `select from connection_identities i join connections c on c.id = i.connection_id
     where c.organisation_id = $1 and i.user_id = $2`,
    [organisationId, userId],
  );
  return rows.length > 0;
}

export type LinkedRow = {
  connectionId: string;
  name: string;
  issuer: string;
  organisationId: number | null;
  email: string;
  linkedAt: Date;
  sessionHours: number;
};

/** Lists the company sign-ins of an account, the oldest first. */
export function listLinked(db: Db, userId: number): Promise<LinkedRow[]> {
  return db.prepared<LinkedRow>(
    'connections.list_linked',
    `select c.id as "connectionId", c.name, c.issuer, c.organisation_id as "organisationId", i.email,
       i.linked_at as "linkedAt", c.session_hours as "sessionHours"
     from connection_identities i join connections c on c.id = i.connection_id where i.user_id = $1 order by i.id`,
    [userId],
  );
}

export async function countLinked(db: Db, connectionId: string): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'connections.count_linked',
    'select count(distinct user_id)::integer as total from connection_identities where connection_id = $1',
    [connectionId],
  );
  return rows[0]?.total ?? 0;
}

/**
 * Whether an account can be entered by a linked connection that is offered or, unless its address must sign in through
 * a connection, by password, passkey or Google.
 */
export async function hasWayIn(db: Db, userId: number): Promise<boolean> {
  const rows = await db.prepared(
    'connections.has_way_in',
    `select from users u where u.id = $1 and u.deleted_at is null
       and not exists (select from connection_domains d join connections c on c.id = d.connection_id
         where d.domain = ${domainOf('u.email')} and c.state = 'enforced')
       and (u.password_hash is not null or exists (select from identities i where i.user_id = u.id)
         or exists (select from passkeys p where p.user_id = u.id))
     union all
     select from connection_identities i join connections c on c.id = i.connection_id
     where i.user_id = $1 and c.state in ('active', 'enforced')`,
    [userId],
  );
  return rows.length > 0;
}
