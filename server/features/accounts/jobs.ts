import type { Database } from '#server/platform/db.ts';
import { jobContext } from '#server/platform/job-context.ts';
import type { Task } from '#server/platform/jobs.ts';
import type { Portal } from './actions.ts';
import { sendResetLink } from './link-actions.ts';

/** Mails a reset link to an address, if it has an account. */
export function sendResetLinkTask(database: Database, portal: Portal): Task {
  return async (payload) => {
    // The queue's payload is what requestResetLink wrote.
    const { email } = payload as { email: string };
    await jobContext(database, 'send-reset-link').transaction((ctx) => sendResetLink(ctx, email, portal));
  };
}
