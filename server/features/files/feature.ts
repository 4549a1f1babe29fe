import type { Feature } from '#server/feature.ts';
import { fileAdminRoutes } from './admin-routes.ts';
import { fileCrontab, fileTasks } from './jobs.ts';
import { uploadLimit } from './limits.ts';
import { fileRoutes } from './routes.ts';

export const files: Feature = {
  routes: async (app, { env, database, blobs, limiter, logger }) => {
    fileRoutes(app, { database, blobs });
    const log = (message: string) => logger.warn(message);
    const scanner = env.clamav
      ? (await import('#server/platform/files/scanner.ts')).createScanner({ address: env.clamav, log })
      : null;
    await fileAdminRoutes(app, { database, blobs, scanner, limiter, limit: uploadLimit(env.demo) });
  },
  tasks: ({ database, blobs }) => fileTasks(database, blobs),
  crontab: fileCrontab,
};
