import type { Feature } from '#server/app/feature.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import { checkAdminRoutes } from './admin-routes.ts';
import { openCheckContents } from './content-actions.ts';
import { checkCrontab, checkLanes, checkTasks } from './jobs.ts';
import { checkLimitsOf, checkRoutes } from './routes.ts';

export const checks: Feature = {
  routes: (app, { env, database, limiter }) => {
    const contents = openCheckContents(database.separate);
    checkRoutes(app, { database, contents, limiter, limits: checkLimitsOf(env) });
    checkAdminRoutes(app, database);
  },
  tasks: ({ env, database }) => checkTasks(database, portalOf(env)),
  crontab: checkCrontab,
  lanes: checkLanes,
};
