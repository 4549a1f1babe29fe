import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { Feature } from '#server/app/feature.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { findHelpful } from './actions.ts';
import { closeDueRound } from './flows.ts';
import { listDueRounds, remindOfRounds } from './round-actions.ts';
import { roundLimits, roundRoutes } from './round-routes.ts';
import { assessmentLimits, assessmentRoutes } from './routes.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'close-rounds': NoParameters;
    'remind-of-rounds': NoParameters;
  }
}

/**
 * Closes rounds whose last day is over, and mails the people who are due a reminder of open rounds, in batches. A
 * failure does not stop the other rounds or people.
 */
function roundTasks(database: Database, portal: Portal): Tasks {
  return {
    'close-rounds': async () => {
      const flow = jobContext(database, 'close-rounds');
      const failures = new ItemFailures('Some rounds could not be closed');
      for (const round of await listDueRounds(flow)) {
        await failures.attempt(`round ${round.id}`, () => closeDueRound(flow, round));
      }
      failures.throwAny();
    },
    'remind-of-rounds': async () => {
      const flow = jobContext(database, 'remind-of-rounds');
      const failures = new ItemFailures('Some reminders of rounds could not be queued');
      let after: number | null = 0;
      while (after !== null) {
        const last: number = after;
        after = await flow.transaction((ctx) => remindOfRounds(ctx, last, { portal, failures }));
      }
      failures.throwAny();
    },
  };
}

/** The schedule of these jobs (UTC). */
const roundCrontab = `
*/5 * * * * close-rounds ?jobKey=close-rounds&max=3
13 7 * * * remind-of-rounds ?jobKey=remind-of-rounds&max=3
`;

const roundLanes: Lanes = { 'remind-of-rounds': 'bulk' };

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
