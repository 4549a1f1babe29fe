import type { Env } from '#server/app/env.ts';
import type { Feature } from '#server/app/feature.ts';
import { paymentLimits } from '#server/commerce/payments/flows/call-limits.ts';
import { checkoutCodes } from '#server/commerce/promotions/feature.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import { rejectionOf } from '#server/identity/sign-in/actions.ts';
import { openedLinksLimit } from '#server/identity/sign-in/flows/deps.ts';
import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { endHold, type ReconcilerDeps } from './flows/sync-payment.ts';
import { sendGift } from './gift-actions.ts';
import { purchaseAdminRoutes, purchaseRoutes, seatPriceRoutes } from './routes.ts';

const termsOf = ({ tax, pastDueGraceDays }: Pick<Env, 'tax' | 'pastDueGraceDays'>) => ({
  taxMode: tax,
  graceDays: pastDueGraceDays,
});

export const purchases: Feature = {
  routes: (app, services) => {
    const { env, database, stripe, limiter, findActor } = services;
    const limits = paymentLimits('payment', env);
    const deps = { portal: portalOf(env), stripe, limiter, limits, codes: checkoutCodes(services), ...termsOf(env) };
    const links = { openedLinks: openedLinksLimit(env), registrationRejection: rejectionOf(services) };
    purchaseRoutes(app, { database, deps, findActor, ...links });
    purchaseAdminRoutes(app, { database });
    seatPriceRoutes(app, { database });
  },
  tasks: ({ env, database }) => giftTasks(database, portalOf(env)),
  paymentTasks: ({ env, database, stripe }) => holdTasks(database, { stripe, portal: portalOf(env), ...termsOf(env) }),
  pageRules: () => [{ pages: /^\/(payment-success|gift)(\/|$|\?)/, hidesAddress: true }],
};

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'send-gift': { giftId: number };
    'end-code-hold': { attemptId: number };
  }
}

/** Mails gifts on their day. A job that runs twice, or before the day, does nothing. */
function giftTasks(database: Database, portal: Portal): Tasks {
  return {
    'send-gift': ({ giftId }) => {
      return jobContext(database, `gift:${giftId}`).transaction((ctx) => sendGift(ctx, giftId, portal));
    },
  };
}

/** Calls to Stripe that no request waits for. The actions enqueue the payloads. */
function holdTasks(database: Database, deps: ReconcilerDeps): Tasks {
  return {
    'end-code-hold': async ({ attemptId }) => {
      await endHold(jobContext(database, `end-code-hold:${attemptId}`), deps, attemptId);
    },
  };
}
