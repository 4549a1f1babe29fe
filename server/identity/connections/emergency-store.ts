import { isProtected } from '#server/identity/accounts/columns.ts';
import type { Db } from '#server/platform/database/db.ts';

export async function replaceOwners(db: Db, connectionId: string, userIds: readonly number[]): Promise<void> {
  await db.kysely.deleteFrom('connection_emergency_owners').where('connection_id', '=', connectionId).execute();
  if (userIds.length === 0) return;
  await db.kysely
    .insertInto('connection_emergency_owners')
    .values(userIds.map((id) => ({ connection_id: connectionId, user_id: id })))
    .execute();
}

export function listOwners(db: Db, connectionId: string): Promise<{ userId: number; name: string }[]> {
  return db.prepared(
    'connections.list_emergency_owners',
    `select e.user_id as "userId", trim(u.first_name || ' ' || u.last_name) as name
     from connection_emergency_owners e join users u on u.id = e.user_id and u.deleted_at is null
     where e.connection_id = $1 order by 2, 1`,
    [connectionId],
  );
}

export async function isOwner(db: Db, connectionId: string, userId: number): Promise<boolean> {
  const rows = await db.prepared(
    'connections.is_emergency_owner',
    'select from connection_emergency_owners where connection_id = $1 and user_id = $2',
    [connectionId, userId],
  );
  return rows.length > 0;
}

/**
 * Removes a person from the emergency owners of an organisation's connections.
 * @returns ids of the connections that have none left
 */
export async function deleteOwner(db: Db, organisationId: number, userId: number): Promise<string[]> {
  const rows = await db.prepared<{ id: string }>(
    'connections.delete_emergency_owner',
    `delete from connection_emergency_owners e using connections c
     where c.id = e.connection_id and c.organisation_id = $1 and e.user_id = $2
     returning e.connection_id as id`,
    [organisationId, userId],
  );
  const left: string[] = [];
  for (const { id } of rows) if ((await listOwners(db, id)).length === 0) left.push(id);
  return left;
}

/**
 * Locks the connections of which a person is an emergency owner, so that of several who give up their ways at the same
 * moment each sees the ways of the others.
 */
export async function lockGuardedConnections(db: Db, userId: number): Promise<void> {
  await db.prepared(
    'connections.lock_guarded_connections',
    `select c.id from connections c where exists (
       select from connection_emergency_owners e where e.connection_id = c.id and e.user_id = $1)
     order by c.id for update`,
    [userId],
  );
}

/**
 * Finds a required connection of which a person is an emergency owner, and whose emergency owners all lack a protected
 * way in (`isProtected`).
 * @param host the host at which passkeys work; null on a portal without passkeys
 */
export async function findClosed(db: Db, userId: number, host: string | null): Promise<{ name: string } | null> {
  const rows = await db.prepared<{ name: string }>(
    'connections.find_closed_emergency',
    `select c.name from connection_emergency_owners e
       join connections c on c.id = e.connection_id and c.state = 'enforced'
     where e.user_id = $1 and not exists (
       select from connection_emergency_owners o join users u on u.id = o.user_id and u.deleted_at is null
       where o.connection_id = c.id and ${isProtected('$2')})`,
    [userId, host],
  );
  return rows[0] ?? null;
}
