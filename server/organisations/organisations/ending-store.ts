import type { Db } from '#server/platform/database/db.ts';

/**
 * Deletes the person's live tool tokens of resources that the seats of an organisation open: the resource of a seat,
 * the parts of its bundle, every resource for a seat of the plan. The caller must not have returned the seats yet.
 * @returns number of deleted tokens
 */
export async function deleteToolTokens(db: Db, organisationId: number, userId: number): Promise<number> {
  const rows = await db.prepared(
    'organisations.delete_tool_tokens',
    `delete from tool_tokens t using sign_in_sessions s
     where s.id = t.sign_in_id and s.user_id = $2 and t.expires_at > now() and exists (
       select from held_seats h where h.user_id = $2 and h.organisation_id = $1
         and (h.resource_id is null or h.resource_id = t.resource_id))
     returning t.id`,
    [organisationId, userId],
  );
  return rows.length;
}
