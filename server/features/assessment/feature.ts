import type { ResourceSummary } from '#contract/catalogue.ts';
import type { Feature } from '#server/feature.ts';
import { portalOf } from '#server/features/portal/actions.ts';
import { findHelpful } from './actions.ts';
import { roundCrontab, roundLanes, roundTasks } from './jobs.ts';
import { roundLimits, roundRoutes } from './round-routes.ts';
import { assessmentLimits, assessmentRoutes } from './routes.ts';

export const assessment: Feature = {
  routes: (app, { env, database, limiter, settings, contents, printedBrand, catalogueVersion: version }) => {
    const help = findHelpful(
      version.cacheOf<ResourceSummary[]>({
        maxEntries: 200,
        maxBytes: 16 * 1024 * 1024,
        bytesOf: (resources) => resources.length * 1500,
      }),
    );
    const common = { database, limiter, settings, contents, printedBrand, help };
    assessmentRoutes(app, { ...common, version, publicUrl: env.publicUrl, limits: assessmentLimits(env) });
    roundRoutes(app, { ...common, limits: roundLimits(env) });
  },
  tasks: ({ env, database }) => roundTasks(database, portalOf(env)),
  crontab: roundCrontab,
  lanes: roundLanes,
};
