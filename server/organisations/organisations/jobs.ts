import { type OverdueReminders, remindOverdue } from '#server/commerce/purchases/order-actions.ts';
import type { SubscriptionDeps } from '#server/commerce/subscriptions/flows/sync-subscription.ts';
import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { endPlans, finishPlans } from './flows/plan-orders.ts';
import { forgetOldInvitations, sendNextInvitation, sendWaiting } from './invitation-actions.ts';
import { letNextIn, listAutomatic } from './joining-actions.ts';
import { noticeLeftKeys } from './key-actions.ts';
import { listLeftKeyMakers } from './key-store.ts';
import { remindOverduePlans } from './order-actions.ts';
import { announceClosing } from './seat-actions.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'send-invitations': { organisationId: number };
    'send-waiting-invitations': NoParameters;
    'announce-closing': { organisationId: number; name: string };
    'remind-overdue-orders': NoParameters;
    'join-by-domain': NoParameters;
    'delete-old-invitations': NoParameters;
    'end-plans': NoParameters;
    'finish-plan-orders': NoParameters;
    'notice-left-keys': NoParameters;
  }
}

/**
 * Tasks that call no Stripe. Most jobs over many people have a transaction for each step, so that an interrupted one
 * continues where it stopped.
 */
export function organisationTasks(
  database: Database,
  portal: Portal,
  mayMail: (email: string) => Promise<boolean>,
): Tasks {
  return {
    'send-invitations': async ({ organisationId }) => {
      const flow = jobContext(database, `invitations:${organisationId}`);
      const failures = new ItemFailures('Some invitations could not be sent');
      let after: number | null = 0;
      while (after !== null) {
        const last: number = after;
        after = await flow.transaction((ctx) =>
          sendNextInvitation(ctx, { organisationId, after: last, portal, failures, mayMail }),
        );
      }
      failures.throwAny();
    },
    'send-waiting-invitations': () => jobContext(database, 'send-waiting-invitations').transaction(sendWaiting),
    'announce-closing': async (closed) => {
      const flow = jobContext(database, `closing:${closed.organisationId}`);
      const failures = new ItemFailures('Some mails about the end of an organisation could not be queued');
      let after: number | null = 0;
      while (after !== null) {
        const part: { organisationId: number; name: string; after: number } = { ...closed, after };
        after = await flow.transaction((ctx) => announceClosing(ctx, part, { portal, failures }));
      }
      failures.throwAny();
    },
    'remind-overdue-orders': async () => {
      const failures = new ItemFailures('Some reminders of invoices could not be queued');
      const flow = jobContext(database, 'remind-overdue-orders');
      for (const remind of [remindOverdue, remindOverduePlans]) {
        let after: number | null = 0;
        while (after !== null) {
          const part: OverdueReminders = { after, portal, failures };
          after = await flow.transaction((ctx) => remind(ctx, part));
        }
      }
      failures.throwAny();
    },
    'join-by-domain': async () => {
      const flow = jobContext(database, 'join-by-domain');
      const failures = new ItemFailures('Some people could not join by their domain');
      for (const organisationId of await listAutomatic(flow)) {
        await failures.attempt(`organisation ${organisationId}`, async () => {
          let isMore = true;
          while (isMore) {
            isMore = await flow.transaction((ctx) => letNextIn(ctx, organisationId, { portal, failures }));
          }
        });
      }
      failures.throwAny();
    },
    'notice-left-keys': async () => {
      const flow = jobContext(database, 'notice-left-keys');
      const failures = new ItemFailures('Mails about some keys could not be queued');
      for (const person of await listLeftKeyMakers(flow.db)) {
        await failures.attempt(`organisation ${person.organisationId}`, () =>
          flow.transaction((ctx) => noticeLeftKeys(ctx, person, portal)),
        );
      }
      failures.throwAny();
    },
    'delete-old-invitations': () => forgetOldInvitations(jobContext(database, 'delete-old-invitations')),
  };
}

/** Tasks of calls to Stripe that no request waits for. */
export function organisationPaymentTasks(database: Database, deps: SubscriptionDeps): Tasks {
  return {
    'end-plans': () => endPlans(jobContext(database, 'end-plans'), deps),
    'finish-plan-orders': () => finishPlans(jobContext(database, 'finish-plan-orders'), deps),
  };
}

/** The schedule of these jobs (UTC). */
export const organisationPaymentCrontab = `
*/5 * * * * end-plans ?jobKey=end-plans&max=3
*/5 * * * * finish-plan-orders ?jobKey=finish-plan-orders&max=3
`;

/** The schedule of the jobs without Stripe (UTC). */
export const organisationCrontab = `
20 8 * * * remind-overdue-orders ?jobKey=remind-overdue-orders&max=3
41 * * * * send-waiting-invitations ?jobKey=send-waiting-invitations&max=3
*/5 * * * * join-by-domain ?jobKey=join-by-domain&max=3
*/5 * * * * notice-left-keys ?jobKey=notice-left-keys&max=3
47 3 * * * delete-old-invitations ?jobKey=delete-old-invitations&max=3
`;

export const organisationLanes: Lanes = {
  'send-invitations': 'bulk',
  'send-waiting-invitations': 'bulk',
  'announce-closing': 'bulk',
  'join-by-domain': 'bulk',
  'delete-old-invitations': 'bulk',
  'notice-left-keys': 'now',
};
