import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Task, Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import { giveUpImport, resumeImport, resumeSilent } from './actions.ts';
import { checkImport, type ImportDeps, removeExpiredFiles, runImport } from './flows.ts';

/** Checking and importing files of the catalogue, and clearing away what is left of them. */
export function importTasks(database: Database, deps: ImportDeps): Tasks {
  const work = (name: string, flow: typeof checkImport): Task => {
    return async (payload, { isLast, stopping }) => {
      const { importId } = payload as { importId: number };
      const ctx = jobContext(database, `${name}:${importId}`);
      try {
        await flow(ctx, { ...deps, stopping }, importId);
      } catch (error) {
        // Minutes of work may be left, and this node is about to end.
        if (stopping?.aborted) return ctx.transaction((inner) => resumeImport(inner, importId));
        if (isLast) await ctx.transaction((inner) => giveUpImport(inner, importId));
        throw error;
      }
    };
  };
  return {
    'check-catalogue-import': work('check-catalogue-import', checkImport),
    'run-catalogue-import': work('run-catalogue-import', runImport),
    'resume-catalogue-imports': () =>
      jobContext(database, 'resume-catalogue-imports').transaction((inner) => resumeSilent(inner)),
    'remove-catalogue-imports': () => removeExpiredFiles(jobContext(database, 'remove-catalogue-imports'), deps),
  };
}

/** When (UTC). */
export const importCrontab = `
* * * * * resume-catalogue-imports ?jobKey=resume-catalogue-imports&max=1
37 * * * * remove-catalogue-imports ?jobKey=remove-catalogue-imports&max=3
`;

export const importLanes: Lanes = {
  'check-catalogue-import': 'bulk',
  'run-catalogue-import': 'bulk',
  'remove-catalogue-imports': 'bulk',
};
