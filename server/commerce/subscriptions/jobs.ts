import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import { applyOffer } from './flows/cancel-offer.ts';
import { updatePause } from './flows/change-subscription.ts';
import {
  endDisputed,
  endDuplicate,
  endFailedStart,
  endMemberSubscriptions,
  voidOpenInvoices,
} from './flows/end-subscription.ts';
import { makeResourcePrices } from './flows/prices.ts';
import type { SubscriptionDeps } from './flows/sync-subscription.ts';
import * as prices from './price-actions.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'make-stripe-prices': { resourceId: number };
    'sweep-stripe-prices': NoParameters;
    'update-subscription-pause': { subscriptionId: number };
    'apply-cancel-offer': { userId: number };
    'end-duplicate-subscription': { subscriptionId: number };
    'end-failed-start': { subscriptionId: number };
    'end-disputed-subscription': { subscriptionId: number };
    'void-open-invoices': { subscriptionId: number };
    'end-member-subscriptions': { userId: number };
  }
}

/** Returns the tasks that call Stripe or queue such calls; no request waits for them. */
export function subscriptionTasks(database: Database, deps: SubscriptionDeps): Tasks {
  return {
    'make-stripe-prices': async ({ resourceId }) => {
      await makeResourcePrices(jobContext(database, `stripe-prices:${resourceId}`), deps, resourceId);
    },
    'sweep-stripe-prices': () => prices.sweepPrices(jobContext(database, 'sweep-stripe-prices')),
    'update-subscription-pause': async ({ subscriptionId }) => {
      await updatePause(jobContext(database, `update-pause:${subscriptionId}`), deps, subscriptionId);
    },
    'apply-cancel-offer': async ({ userId }) => {
      await applyOffer(jobContext(database, `cancel-offer:${userId}`), deps, userId);
    },
    'end-duplicate-subscription': async ({ subscriptionId }) => {
      await endDuplicate(jobContext(database, `end-duplicate:${subscriptionId}`), deps, subscriptionId);
    },
    'end-failed-start': async ({ subscriptionId }) => {
      await endFailedStart(jobContext(database, `end-failed-start:${subscriptionId}`), deps, subscriptionId);
    },
    'end-disputed-subscription': async ({ subscriptionId }) => {
      await endDisputed(jobContext(database, `end-disputed:${subscriptionId}`), deps, subscriptionId);
    },
    'void-open-invoices': async ({ subscriptionId }) => {
      await voidOpenInvoices(jobContext(database, `void-open-invoices:${subscriptionId}`), deps, subscriptionId);
    },
    'end-member-subscriptions': async ({ userId }) => {
      await endMemberSubscriptions(jobContext(database, `end-subscriptions:${userId}`), deps, userId);
    },
  };
}

/** The schedule of the jobs that run regularly (UTC). */
export const subscriptionCrontab = `
37 * * * * sweep-stripe-prices ?jobKey=sweep-stripe-prices&max=3
`;
