import type { Context } from '#server/platform/context.ts';
import * as store from './unused-file-store.ts';

const batch = 500;

const longestReadMs = 5 * 60_000;

/** Deletes a batch of uploads to which nothing refers. @returns whether there may be more */
export async function deleteUnusedFiles(ctx: Context): Promise<boolean> {
  // The statement reads all texts of the portal, so it needs more time.
  await ctx.db.allowLongStatements(longestReadMs);
  const unused = await store.listUnusedFiles(ctx.db, batch);
  if (unused.length === 0) return false;
  // Locks the uploads and checks them again, because a save may have referred to one since.
  const locked = await store.lockFiles(ctx.db, unused);
  return (await store.deleteUnusedFiles(ctx.db, locked)) === batch;
}

/** Lists a batch of bytes to be removed, without those whose removal failed before. */
export function listUnclaimed(ctx: Context, kept: readonly string[]): Promise<string[]> {
  return store.listUnclaimed(ctx.db, { kept, limit: batch });
}
