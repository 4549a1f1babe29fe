import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { deleteInBatches } from '#server/platform/database/delete-batches.ts';

type NewCall = { userId: number; tool: string; resourceId: number | null; client: string };

/** Records a call of a tool; a resource that does not exist is left out. */
export async function insertCall(db: Db, { userId, tool, resourceId, client }: NewCall): Promise<void> {
  await db.prepared(
    'mcp.insert_call',
    `insert into assistant_calls (user_id, tool, resource_id, client)
     values ($1, $2, (select id from resources where id = $3), $4)`,
    [userId, tool, resourceId, client],
  );
}

export type CallRow = Pick<Selectable<Tables['assistant_calls']>, 'tool' | 'resource_id' | 'client' | 'called_at'> & {
  id: number;
};

/** Lists a member's calls, the newest first. */
export async function listCalls(
  db: Db,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<CallRow[]> {
  return db.prepared<CallRow>(
    'mcp.list_calls',
    `select id::integer as id, tool, resource_id, client, called_at from assistant_calls where user_id = $1
     order by assistant_calls.id desc limit $2 offset $3`,
    [userId, limit, offset],
  );
}

export async function countCalls(db: Db, userId: number): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'mcp.count_calls',
    'select count(*)::integer as total from assistant_calls where user_id = $1',
    [userId],
  );
  return rows[0]?.total ?? 0;
}

/** Deletes calls of more than 90 days ago. */
export function deleteOldCalls(db: Db): Promise<void> {
  const text = `delete from assistant_calls where id in (
    select id from assistant_calls where called_at < now() - interval '90 days' limit $1) returning 1 as one`;
  return deleteInBatches(db, 'mcp.delete_old_calls', text);
}
