import type { Context } from '#server/platform/context.ts';
import { getWaiting, type Waiting } from './store.ts';

export type { Waiting };

/** What waits and what was given up, for the whole installation. */
export function countWaiting(ctx: Pick<Context, 'db'>): Promise<Waiting> {
  return getWaiting(ctx.db);
}
