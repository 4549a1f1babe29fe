import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { closeDueRound, remindOfRounds } from './round-actions.ts';

/** Closes rounds whose day is over and mails those who have not answered, in transactions of their own. */
export function roundTasks(database: Database, portal: Portal): Tasks {
  return {
    'close-rounds': async () => {
      const flow = jobContext(database, 'close-rounds');
      let isMore = true;
      while (isMore) isMore = await flow.transaction((ctx) => closeDueRound(ctx));
    },
    'remind-of-rounds': async () => {
      const flow = jobContext(database, 'remind-of-rounds');
      let after: number | null = 0;
      while (after !== null) {
        const last: number = after;
        after = await flow.transaction((ctx) => remindOfRounds(ctx, last, portal));
      }
    },
  };
}

/** When (UTC). */
export const roundCrontab = `
*/5 * * * * close-rounds ?jobKey=close-rounds&max=3
13 7 * * * remind-of-rounds ?jobKey=remind-of-rounds&max=3
`;

export const roundLanes: Lanes = { 'remind-of-rounds': 'bulk' };
