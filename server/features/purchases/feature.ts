import type { Feature } from '#server/feature.ts';
import { paymentLimits } from '#server/features/payments/flows/payer.ts';
import { portalOf } from '#server/platform/mail/layout.ts';
import { purchaseAdminRoutes, purchaseRoutes } from './routes.ts';

export const purchases: Feature = {
  routes: (app, { env, database, stripe, limiter, hasGrant }) => {
    const limits = paymentLimits('payment', env);
    const deps = { portal: portalOf(env), stripe, limiter, limits, hasGrant };
    purchaseRoutes(app, { database, deps, seller: env.support.publisher ?? env.productName });
    purchaseAdminRoutes(app, { database });
  },
  pageRules: () => [{ pages: /^\/payment-success(\/|$|\?)/, hidesAddress: true }],
};
