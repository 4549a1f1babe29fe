import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { forgetOldAttempts } from './actions.ts';
import { forgetOldLinks, sendResetLink } from './link-actions.ts';
import { forgetOldSignIns } from './session-actions.ts';

export function signInTasks(database: Database, portal: Portal): Tasks {
  return {
    /** Mails a reset link to an address, if it has an account. */
    'send-reset-link': async (payload) => {
      // The queue's payload is what requestResetLink wrote.
      const { email } = payload as { email: string };
      await jobContext(database, 'send-reset-link').transaction((ctx) => sendResetLink(ctx, email, portal));
    },
    /** Deletes expired sign-ins, links and counted tries, a part at a time so that no transaction lasts long. */
    'delete-old-sign-ins': async () => {
      const ctx = jobContext(database, 'delete-old-sign-ins');
      while (!(await ctx.transaction((inner) => forgetOldSignIns(inner))));
      while (!(await ctx.transaction((inner) => forgetOldLinks(inner))));
      await ctx.transaction((inner) => forgetOldAttempts(inner));
    },
  };
}

export const signInCrontab = `
53 3 * * * delete-old-sign-ins ?jobKey=delete-old-sign-ins&max=3
`;

export const signInLanes: Lanes = { 'send-reset-link': 'now', 'delete-old-sign-ins': 'bulk' };
