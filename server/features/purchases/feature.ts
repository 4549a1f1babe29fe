import type { Env } from '#server/env.ts';
import type { Feature } from '#server/feature.ts';
import { paymentLimits } from '#server/features/payments/flows/payer.ts';
import { portalOf } from '#server/features/portal/actions.ts';
import { giftTasks, holdTasks } from './jobs.ts';
import { purchaseAdminRoutes, purchaseRoutes, seatPriceRoutes } from './routes.ts';

/** What the operator decides about invoices. */
const termsOf = ({ tax, pastDueGraceDays }: Pick<Env, 'tax' | 'pastDueGraceDays'>) => ({
  taxMode: tax,
  graceDays: pastDueGraceDays,
});

export const purchases: Feature = {
  routes: (app, { env, database, stripe, limiter, isOwned, checkoutCodes: codes }) => {
    const limits = paymentLimits('payment', env);
    const deps = { portal: portalOf(env), stripe, limiter, limits, isOwned, codes, ...termsOf(env) };
    purchaseRoutes(app, { database, deps });
    purchaseAdminRoutes(app, { database });
    seatPriceRoutes(app, { database });
  },
  tasks: ({ env, database }) => giftTasks(database, portalOf(env)),
  paymentTasks: ({ env, database, stripe }) => holdTasks(database, { stripe, portal: portalOf(env), ...termsOf(env) }),
  pageRules: () => [{ pages: /^\/(payment-success|gift)(\/|$|\?)/, hidesAddress: true }],
};
