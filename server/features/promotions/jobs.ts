import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import { discountAfterTrial, endRefused } from './flows/after-trial.ts';
import type { PromoJobDeps } from './flows/promo-deps.ts';
import { finishTrial, recordRedemption } from './flows/redeem.ts';

/** Calls to Stripe that no request waits for. The actions enqueue the payloads. */
export function promoTasks(database: Database, deps: PromoJobDeps): Tasks {
  return {
    'finish-promo-redemption': async (payload) => {
      const { redemptionId } = payload as { redemptionId: number };
      await finishTrial(jobContext(database, `promo-redemption:${redemptionId}`), deps, redemptionId);
    },
    'record-redemption': async (payload) => {
      const { subscriptionId } = payload as { subscriptionId: number };
      await recordRedemption(jobContext(database, `record-redemption:${subscriptionId}`), deps, subscriptionId);
    },
    'discount-after-trial': async (payload) => {
      const { redemptionId } = payload as { redemptionId: number };
      await discountAfterTrial(jobContext(database, `promo-discount:${redemptionId}`), deps, redemptionId);
    },
    'end-refused-checkout': async (payload) => {
      const { stripeSubscriptionId } = payload as { stripeSubscriptionId: string };
      await endRefused(jobContext(database, 'end-refused-checkout'), deps, stripeSubscriptionId);
    },
  };
}
