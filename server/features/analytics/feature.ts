import type { Feature } from '#server/feature.ts';
import { analyticsCrontab, analyticsLanes, analyticsTasks } from './jobs.ts';
import { analyticsRoutes } from './routes.ts';

export const analytics: Feature = {
  routes: (app, { env, database }) => analyticsRoutes(app, { database, currency: env.currency }),
  tasks: ({ database }) => analyticsTasks(database),
  crontab: analyticsCrontab,
  lanes: analyticsLanes,
};
