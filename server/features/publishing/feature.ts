import type { Feature } from '#server/feature.ts';
import { publishingCrontab, publishingTasks } from './jobs.ts';
import { publishingRoutes } from './routes.ts';

export const publishing: Feature = {
  routes: (app, { env, database }) => publishingRoutes(app, { database, currency: env.currency }),
  tasks: ({ database, blobs }) => publishingTasks(database, blobs),
  crontab: publishingCrontab,
  lanes: { 'read-pdfs': 'bulk' },
};
