import type { Feature } from '#server/app/feature.ts';
import { assessmentPageOf } from '#server/identity/settings/actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Limit } from '#server/platform/http/limits.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters, Task, Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import { giveUpImport, resumeImport, resumeSilent } from './actions.ts';
import { checkImport, type ImportDeps, removeExpiredFiles, runImport } from './flows.ts';
import { importExportRoutes, importRoutes } from './routes.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'check-catalogue-import': { importId: number };
    'run-catalogue-import': { importId: number };
    'resume-catalogue-imports': NoParameters;
    'remove-catalogue-imports': NoParameters;
  }
}

/** Returns the jobs that check, import and remove files of the catalogue, and continue the work of stopped nodes. */
export function importTasks(database: Database, deps: ImportDeps): Tasks {
  const work = (name: string, flow: typeof checkImport): Task<{ importId: number }> => {
    return async ({ importId }, { isLast, stopping }) => {
      const ctx = jobContext(database, `${name}:${importId}`);
      try {
        await flow(ctx, { ...deps, stopping }, importId);
      } catch (error) {
        // The node is stopping, so another one must continue the work, which may take minutes.
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

/** The schedule of these jobs (UTC). */
const importCrontab = `
* * * * * resume-catalogue-imports ?jobKey=resume-catalogue-imports&max=1
37 * * * * remove-catalogue-imports ?jobKey=remove-catalogue-imports&max=3
`;

const importLanes: Lanes = {
  'check-catalogue-import': 'bulk',
  'run-catalogue-import': 'bulk',
  'remove-catalogue-imports': 'bulk',
};

export const imports: Feature = {
  routes: async (app, { env, database, blobs, limiter }) => {
    await importRoutes(app, { database, blobs, limiter, limit: importLimit(env.limitFactor) });
    importExportRoutes(app, { database });
  },
  tasks: ({ env, database, blobs }) =>
    importTasks(database, { blobs, currency: env.currency, isAssessmentPublic: assessmentPageOf(env) }),
  crontab: importCrontab,
  lanes: importLanes,
};

/** Returns the limit of files of the catalogue that one administrator may send in an hour. */
function importLimit(factor: number): Limit {
  return { name: 'catalogue-import', max: 60 * factor, windowSeconds: 3600 };
}
