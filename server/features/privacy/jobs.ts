import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import { giveUpExport } from './export-actions.ts';
import { type ExportDeps, makeExport, removeExpiredExports } from './flows/export.ts';

/** Making exports, and clearing away what is left of them. */
export function privacyTasks(database: Database, deps: ExportDeps): Tasks {
  return {
    'make-data-export': async (payload, { isLast }) => {
      const { exportId } = payload as { exportId: number };
      const ctx = jobContext(database, `data-export:${exportId}`);
      try {
        await makeExport(ctx, deps, exportId);
      } catch (error) {
        if (isLast) await ctx.transaction((inner) => giveUpExport(inner, exportId));
        throw error;
      }
    },
    'remove-data-exports': () => removeExpiredExports(jobContext(database, 'remove-data-exports'), deps),
  };
}

/** When (UTC). */
export const privacyCrontab = `
43 * * * * remove-data-exports ?jobKey=remove-data-exports&max=3
`;
