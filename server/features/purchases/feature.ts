import type { Feature } from '#server/feature.ts';
import { paymentLimits } from '#server/features/payments/flows/payer.ts';
import { portalOf } from '#server/features/portal/actions.ts';
import { purchaseAdminRoutes, purchaseRoutes } from './routes.ts';

export const purchases: Feature = {
  routes: (app, { env, database, stripe, limiter, isOwned, checkoutCodes: codes }) => {
    const limits = paymentLimits('payment', env);
    const deps = { portal: portalOf(env), stripe, limiter, limits, isOwned, codes, taxMode: env.tax };
    purchaseRoutes(app, { database, deps });
    purchaseAdminRoutes(app, { database });
  },
  pageRules: () => [{ pages: /^\/payment-success(\/|$|\?)/, hidesAddress: true }],
};
