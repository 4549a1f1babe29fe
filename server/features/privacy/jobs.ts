import { claimBlob } from '#server/features/files/actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import { deleteUnusedFiles, listUnclaimed } from './unused-file-actions.ts';

/** Deletes uploads that nothing refers to, and a week later their bytes (ACCT-07). Two nodes may do it at once. */
export function unusedFileTasks(database: Database, blobs: Blobs): Tasks {
  return {
    'prune-files': async () => {
      const ctx = jobContext(database, 'prune-files');
      while (await ctx.transaction(deleteUnusedFiles));
      for (let ids = await listUnclaimed(ctx); ids.length > 0; ids = await listUnclaimed(ctx)) {
        for (const id of ids) {
          await blobs.remove(id);
          await ctx.transaction((inner) => claimBlob(inner, id));
        }
      }
    },
  };
}

/** When (UTC). */
export const unusedFileCrontab = `
25 3 * * * prune-files ?jobKey=prune-files&max=5
`;

export const unusedFileLanes: Lanes = { 'prune-files': 'bulk' };
