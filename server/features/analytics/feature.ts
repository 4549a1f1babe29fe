import type { Feature } from '#server/feature.ts';
import { analyticsCrontab, analyticsLanes, analyticsTasks } from './jobs.ts';
import { analyticsRoutes } from './routes.ts';
import { createVisitLimits } from './visit-limits.ts';

export const analytics: Feature = {
  routes: (app, { env, database, settings }) =>
    analyticsRoutes(app, {
      database,
      currency: env.currency,
      visitLimits: createVisitLimits({ visits: 60 * env.networkLimitFactor, hosts: 5 * env.limitFactor }),
      isOpen: async (landing) => {
        const { catalogueIsPublic, assessmentIsPublic } = await settings();
        return landing === 'assessment' ? assessmentIsPublic : catalogueIsPublic;
      },
    }),
  tasks: ({ database }) => analyticsTasks(database),
  crontab: analyticsCrontab,
  lanes: analyticsLanes,
};
