import type { Context } from '#server/platform/context.ts';
import * as store from './unused-file-store.ts';

const batch = 500;

const longestReadMs = 5 * 60_000;

/** Deletes the rows of uploads that nothing refers to, a batch of them. @returns whether there may be more */
export async function deleteUnusedFiles(ctx: Context): Promise<boolean> {
  // All texts of the portal are read.
  await ctx.db.allowLongStatements(longestReadMs);
  const unused = await store.listUnusedFiles(ctx.db, batch);
  if (unused.length === 0) return false;
  // Locked first and judged again by a later statement: a save that came in between has its references seen.
  const locked = await store.lockFiles(ctx.db, unused);
  return (await store.deleteUnusedFiles(ctx.db, locked)) === batch;
}

/** Bytes to be removed now, a batch of them, without those that could not be removed before. */
export function listUnclaimed(ctx: Context, kept: readonly string[]): Promise<string[]> {
  return store.listUnclaimed(ctx.db, { kept, limit: batch });
}
