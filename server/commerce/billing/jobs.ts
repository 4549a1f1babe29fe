import { issueRefund } from '#server/commerce/payments/flows/payment.ts';
import { isOutage } from '#server/commerce/payments/flows/work-through.ts';
import type { PromoJobDeps } from '#server/commerce/promotions/flows/promo-deps.ts';
import type { Database, Db } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import { enqueue, type NoParameters, type Task, type Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import * as actions from './event-actions.ts';
import { confirmStart } from './flows/confirm-start.ts';
import { applyEvent, fetchUndelivered } from './flows/events.ts';
import { reconcileUnfinal } from './flows/reconcile.ts';
import { reconcileWithStripe } from './flows/reconcile-with-stripe.ts';
import { syncPaid } from './flows/sync-invoice.ts';
import { mailDispute } from './ledger-actions.ts';
import { forgetOldRuns } from './reconciliation-actions.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'handle-stripe-event': { eventId: string };
    'reconcile-payments': { atStart?: boolean };
    'fetch-undelivered-events': NoParameters;
    'reconcile-with-stripe': NoParameters;
    'mail-subscription-start': { subscriptionId: number };
    'issue-refund': { refundId: number };
    'mail-dispute': { disputeId: string };
    'delete-old-events': NoParameters;
  }
}

/** Returns the jobs that sync payments; none of them exists while paid actions are off. */
export function billingTasks(database: Database, deps: PromoJobDeps): Tasks {
  return {
    'handle-stripe-event': handleStripeEventTask(database, deps),
    'reconcile-payments': async ({ atStart = false }) => {
      await reconcileUnfinal(jobContext(database, 'reconcile-payments'), deps, { atStart });
    },
    'fetch-undelivered-events': async () => {
      const failures = new ItemFailures('Some events could not be taken in', isOutage);
      await fetchUndelivered(jobContext(database, 'fetch-undelivered-events'), deps.stripe, failures);
      failures.throwAny();
    },
    'reconcile-with-stripe': () => reconcileWithStripe(jobContext(database, 'reconcile-with-stripe'), deps),
    'mail-subscription-start': async ({ subscriptionId }) => {
      await confirmStart(jobContext(database, `subscription-start:${subscriptionId}`), deps, subscriptionId);
    },
    'issue-refund': async ({ refundId }) => {
      const ctx = jobContext(database, `issue-refund:${refundId}`);
      await issueRefund(ctx, { stripe: deps.stripe, sync: (id) => syncPaid(ctx, deps, id) }, refundId);
    },
    'mail-dispute': async ({ disputeId }) => {
      const ctx = jobContext(database, `dispute:${disputeId}`);
      await ctx.transaction((inner) => mailDispute(inner, disputeId, deps.portal));
    },
    'delete-old-events': async () => {
      await actions.forgetOldEvents(jobContext(database, 'delete-old-events'));
      await forgetOldRuns(jobContext(database, 'delete-old-runs'));
    },
  };
}

/** The schedule of these jobs (UTC); at most one of each is queued, however long it takes. */
export const billingCrontab = `
*/5 * * * * reconcile-payments ?jobKey=reconcile-payments&max=1
23 * * * * reconcile-with-stripe ?jobKey=reconcile-with-stripe&max=3
41 3 * * * delete-old-events ?jobKey=delete-old-events&max=3
`;

export const billingLanes: Lanes = { 'handle-stripe-event': 'now', 'issue-refund': 'now', 'delete-old-events': 'bulk' };

function handleStripeEventTask(database: Database, deps: PromoJobDeps): Task<{ eventId: string }> {
  return async ({ eventId }, { isLast }) => {
    const ctx = jobContext(database, `event:${eventId}`);
    try {
      await applyEvent(ctx, deps, eventId);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await ctx.transaction((inner) => actions.recordFailure(inner, eventId, { reason, isLast }));
      throw error;
    }
  };
}

/** Queues the search for payments that were made while the portal was down, at the start of a node. */
export async function enqueueMissedPayments(db: Db): Promise<void> {
  await enqueue(db, 'reconcile-payments', { atStart: true }, { key: 'reconcile-at-start', maxAttempts: 5 });
  await enqueue(db, 'fetch-undelivered-events', {}, { key: 'fetch-at-start', maxAttempts: 5 });
  // Finds the payments made since a backup that has been restored.
  await enqueue(db, 'reconcile-with-stripe', {}, { key: 'reconcile-with-stripe', maxAttempts: 3 });
}
