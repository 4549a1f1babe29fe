import type { Feature } from '#server/feature.ts';
import type { Limit } from '#server/platform/http/limits.ts';
import { importCrontab, importLanes, importTasks } from './jobs.ts';
import { importExportRoutes, importRoutes } from './routes.ts';

export const imports: Feature = {
  routes: async (app, { env, database, blobs, limiter }) => {
    await importRoutes(app, { database, blobs, limiter, limit: importLimit(env.limitFactor) });
    importExportRoutes(app, { database });
  },
  tasks: ({ env, database, blobs }) => importTasks(database, { blobs, currency: env.currency }),
  crontab: importCrontab,
  lanes: importLanes,
};

/** Files of the catalogue that one administrator may send in an hour. */
function importLimit(factor: number): Limit {
  return { name: 'catalogue-import', max: 60 * factor, windowSeconds: 3600 };
}
