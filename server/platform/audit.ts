import type { Context } from './context.ts';

type Entry = {
  /** What was done: `create`, `update`, `publish` ... */
  action: string;
  /** The noun it was done to: `resource`, `user` ... */
  object: string;
  objectId: number | string;
  before?: unknown;
  after?: unknown;
};

/** Writes who did what to whom, in the same transaction as the change itself. */
export async function audit(ctx: Context, { action, object, objectId, before, after }: Entry): Promise<void> {
  await ctx.db.kysely
    .insertInto('audit_log')
    .values({
      actor_user_id: ctx.actor?.userId ?? null,
      action,
      object,
      object_id: String(objectId),
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      ip: ctx.origin.ip,
      request_id: ctx.origin.requestId,
    })
    .execute();
}
