import type { Feature } from '#server/app/feature.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import { notificationCrontab, notificationLanes, notificationTasks } from './jobs.ts';
import { newsRoutes, notificationRoutes } from './routes.ts';

export const notifications: Feature = {
  routes: async (app, { env, database, sealer }) => {
    await notificationRoutes(app, { database, sealer });
    newsRoutes(app, { database, deps: { portal: portalOf(env), sealer } });
  },
  tasks: ({ env, database, sealer }) => notificationTasks(database, { portal: portalOf(env), sealer }),
  crontab: notificationCrontab,
  lanes: notificationLanes,
};
