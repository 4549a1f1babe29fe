import type { Feature } from '#server/app/feature.ts';
import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import { forgetOldSearches, forgetOldVisits } from './actions.ts';
import { foldAll } from './flows.ts';
import { analyticsRoutes } from './routes.ts';
import { createVisitLimits } from './visit-limits.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'fold-analytics': NoParameters;
    'delete-old-searches': NoParameters;
    'delete-old-visits': NoParameters;
  }
}

function analyticsTasks(database: Database): Tasks {
  return {
    'fold-analytics': () => foldAll(jobContext(database, 'fold-analytics')),
    'delete-old-searches': () => forgetOldSearches(jobContext(database, 'delete-old-searches')),
    'delete-old-visits': () => forgetOldVisits(jobContext(database, 'delete-old-visits')),
  };
}

/** The schedule of these jobs (UTC). */
const analyticsCrontab = `
* * * * * fold-analytics ?jobKey=fold-analytics&max=1
37 3 * * * delete-old-searches ?jobKey=delete-old-searches&max=3
39 3 * * * delete-old-visits ?jobKey=delete-old-visits&max=3
`;

const analyticsLanes: Lanes = {
  'fold-analytics': 'bulk',
  'delete-old-searches': 'bulk',
  'delete-old-visits': 'bulk',
};

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
