import type { Feature } from '#server/feature.ts';
import { importExportRoutes } from './export-routes.ts';
import { importCrontab, importTasks } from './jobs.ts';
import { importLimit } from './limits.ts';
import { importRoutes } from './routes.ts';

export const imports: Feature = {
  routes: async (app, { env, database, blobs, limiter }) => {
    await importRoutes(app, { database, blobs, limiter, limit: importLimit(env.limitFactor) });
    importExportRoutes(app, { database });
  },
  tasks: ({ env, database, blobs }) => importTasks(database, { blobs, currency: env.currency }),
  crontab: importCrontab,
};
