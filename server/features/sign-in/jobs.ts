import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { sendResetLink } from './link-actions.ts';
import { forgetOldSignIns } from './session-actions.ts';

/** Mails a reset link to an address, if it has an account. */
export function sendResetLinkTask(database: Database, portal: Portal): Task {
  return async (payload) => {
    // The queue's payload is what requestResetLink wrote.
    const { email } = payload as { email: string };
    await jobContext(database, 'send-reset-link').transaction((ctx) => sendResetLink(ctx, email, portal));
  };
}

/** Forgets sign-ins that are long over, a part at a time so that no transaction lasts long. */
export function deleteOldSignInsTask(database: Database): Task {
  return async () => {
    const ctx = jobContext(database, 'delete-old-sign-ins');
    while (!(await ctx.transaction((inner) => forgetOldSignIns(inner))));
  };
}

/** When (UTC). */
export const accountCrontab = `
53 3 * * * delete-old-sign-ins ?jobKey=delete-old-sign-ins&max=3
`;
