import type { Context } from './context.ts';

type Entry = {
  /** What was done: `create`, `update`, `publish` ... */
  action: string;
  /** The noun it was done to: `resource`, `user` ... */
  object: string;
  objectId: number | string;
  before?: unknown;
  after?: unknown;
  /** Who it was, where a job does what somebody asked for earlier. */
  actorUserId?: number | null;
};

/** Writes who did what to whom, in the same transaction as the change itself. */
export function audit(ctx: Context, entry: Entry): Promise<void> {
  return auditAll(ctx, [entry]);
}

/** The same for many at once, at most some hundreds. */
export async function auditAll(ctx: Context, entries: readonly Entry[]): Promise<void> {
  const lines = entries.map(({ action, object, objectId, before, after, actorUserId }) => ({
    actor_user_id: actorUserId ?? ctx.actor?.userId ?? null,
    action,
    object,
    object_id: String(objectId),
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
    ip: ctx.origin.ip,
    request_id: ctx.origin.requestId,
  }));
  if (lines.length > 0) await ctx.db.kysely.insertInto('audit_log').values(lines).execute();
}
