import { now } from '../clock.ts';
import type { Context, FlowContext } from '../context.ts';
import type { Database } from '../database/db.ts';

/**
 * Returns the context of a job: no signed-in user, no request.
 * @param name name of the job, for the audit log
 */
export function jobContext(database: Database, name: string): FlowContext {
  const ctx: Context = { db: database.db, now: now(), actor: null, origin: { ip: '', requestId: `job:${name}` } };
  return {
    ...ctx,
    callerWaitsSinceMs: null,
    transaction: (action) => database.transaction((db) => action({ ...ctx, db })),
  };
}
