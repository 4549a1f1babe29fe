import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { addAnswerCounts, type Rescoring, rescorePart } from './admin-actions.ts';
import { closeAttempt } from './attempt-actions.ts';
import { openCheckContents } from './content-actions.ts';
import { listDue } from './store.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'close-attempts': NoParameters;
    'count-answers': NoParameters;
    'rescore-check': Rescoring;
  }
}

const closedAtOnce = 200;

/** Jobs of knowledge checks: handing in attempts whose time is over, sums for statistics, and scoring again. */
export function checkTasks(database: Database, portal: Portal): Tasks {
  const contents = openCheckContents(database.separate);
  return {
    'close-attempts': async () => {
      const flow = jobContext(database, 'close-attempts');
      const failures = new ItemFailures('Some attempts could not be handed in');
      const due = await listDue(flow.db, closedAtOnce);
      for (const id of due) {
        await failures.attempt(`attempt ${id}`, () => flow.transaction((ctx) => closeAttempt(ctx, id, contents)));
      }
      failures.throwAny();
    },
    'count-answers': async () => {
      const flow = jobContext(database, 'count-answers');
      while (await flow.transaction(addAnswerCounts));
    },
    'rescore-check': async (payload) => {
      const flow = jobContext(database, 'rescore-check');
      const failures = new ItemFailures('Some attempts could not be scored again');
      let after: number | null = 0;
      while (after !== null) {
        const last: number = after;
        after = await flow.transaction((ctx) => rescorePart(ctx, payload, { after: last, portal, failures }));
      }
      failures.throwAny();
    },
  };
}

/** The schedule of these jobs (UTC). */
export const checkCrontab = `
* * * * * close-attempts ?jobKey=close-attempts&max=3
*/5 * * * * count-answers ?jobKey=count-answers&max=3
`;

export const checkLanes: Lanes = { 'count-answers': 'bulk', 'rescore-check': 'bulk' };
