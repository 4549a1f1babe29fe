import type { Feature, JobServices, PaymentJobServices, RouteServices } from '#server/app/feature.ts';
import type { CheckoutCodes } from '#server/commerce/purchases/attempt-actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import { subscriptionCallDeps, subscriptionJobDeps } from '../subscriptions/feature.ts';
import type { Claims } from './actions.ts';
import { claimCard, type PaidBy } from './card-actions.ts';
import { discountAfterTrial, endRejected } from './flows/after-trial.ts';
import { countingGuesses, type PromoJobDeps, promoLimits } from './flows/promo-deps.ts';
import { finishTrial, recordRedemption } from './flows/redeem.ts';
import { findForPurchase, findHolder, isLive, takeUse } from './purchase-actions.ts';
import { promoAdminRoutes, promoRoutes } from './routes.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'finish-promo-redemption': { redemptionId: number };
    'record-redemption': { subscriptionId: number };
    'claim-code-card': PaidBy;
    'discount-after-trial': { redemptionId: number };
    'end-refused-checkout': { stripeSubscriptionId: string };
  }
}

/** Recognises people across accounts. A demo requires no verified address, because everybody can read its mailbox. */
export function claimsOf({ env, sealer }: Pick<JobServices, 'env' | 'sealer'>): Claims {
  return { fingerprint: sealer.fingerprint, needsVerifiedAddress: !env.demo };
}

/** Returns the dependencies of jobs about codes, also for the features that build on this one. */
export function promoJobDeps(services: PaymentJobServices): PromoJobDeps {
  return { ...subscriptionJobDeps(services), claims: claimsOf(services) };
}

/** Calls about codes for purchases. */
export function checkoutCodes(services: Pick<RouteServices, 'env' | 'sealer' | 'limiter'>): CheckoutCodes {
  const { env, limiter } = services;
  const claims = claimsOf(services);
  const guesses = { limiter, limits: promoLimits(env) };
  const { currency } = env;
  return {
    find: (ctx, typed, sale) =>
      countingGuesses(ctx, guesses, () => findForPurchase(ctx, claims, { typed, ...sale, currency })),
    findHolder: (ctx, codeId) => findHolder(ctx, claims, codeId),
    take: (ctx, use) => takeUse(ctx, claims, use),
    isLive,
  };
}

export const promotions: Feature = {
  routes: (app, services) => {
    const { env, database, payments } = services;
    const { currency } = env;
    const isSandbox = payments?.sandbox ?? false;
    const deps = {
      ...subscriptionCallDeps(services),
      limits: promoLimits(env),
      isSandbox,
      isDemo: env.demo,
      currency,
      claims: claimsOf(services),
    };
    promoRoutes(app, { database, deps });
    promoAdminRoutes(app, { database, deps });
  },
  paymentTasks: (services) => promoTasks(services.database, promoJobDeps(services)),
};

/** Returns the tasks that call Stripe or queue such calls; no request waits for them. */
function promoTasks(database: Database, deps: PromoJobDeps): Tasks {
  return {
    'finish-promo-redemption': async ({ redemptionId }) => {
      await finishTrial(jobContext(database, `promo-redemption:${redemptionId}`), deps, redemptionId);
    },
    'record-redemption': async ({ subscriptionId }) => {
      await recordRedemption(jobContext(database, `record-redemption:${subscriptionId}`), deps, subscriptionId);
    },
    'claim-code-card': async (paid) => {
      const ctx = jobContext(database, `claim-code-card:${paid.attemptId}`);
      await ctx.transaction((inner) => claimCard(inner, deps, paid));
    },
    'discount-after-trial': async ({ redemptionId }) => {
      await discountAfterTrial(jobContext(database, `promo-discount:${redemptionId}`), deps, redemptionId);
    },
    'end-refused-checkout': async ({ stripeSubscriptionId }) => {
      await endRejected(jobContext(database, 'end-refused-checkout'), deps, stripeSubscriptionId);
    },
  };
}
