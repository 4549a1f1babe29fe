import type { Feature } from '#server/app/feature.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import { paymentLimits } from './flows/call-limits.ts';
import { paymentRoutes } from './routes.ts';

export const payments: Feature = {
  routes: (app, { env, database, stripe, limiter, printedBrand }) => {
    const details = {
      stripe,
      limiter,
      limits: paymentLimits('payment', env),
      taxMode: env.tax,
      currency: env.currency,
    };
    paymentRoutes(app, { database, details, portal: portalOf(env), printedBrand });
  },
};
