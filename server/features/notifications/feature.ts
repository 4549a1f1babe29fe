import type { Feature } from '#server/feature.ts';
import { portalOf } from '#server/platform/mail/layout.ts';
import { notificationCrontab, notificationTasks } from './jobs.ts';
import { notificationRoutes } from './routes.ts';

export const notifications: Feature = {
  routes: notificationRoutes,
  tasks: ({ env, database, sealer }) => notificationTasks(database, { portal: portalOf(env), sealer }),
  crontab: notificationCrontab,
};
