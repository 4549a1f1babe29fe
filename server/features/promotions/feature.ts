import type { Feature, PaymentJobServices } from '#server/feature.ts';
import { subscriptionCallDeps, subscriptionJobDeps } from '../subscriptions/feature.ts';
import { type PromoJobDeps, promoLimits } from './flows/promo-deps.ts';
import { promoTasks } from './jobs.ts';
import { promoAdminRoutes, promoRoutes } from './routes.ts';

/** The dependencies of jobs about codes; nouns to the right use them too. */
export function promoJobDeps(services: PaymentJobServices): PromoJobDeps {
  return { ...subscriptionJobDeps(services), claims: services.sealer };
}

export const promotions: Feature = {
  routes: (app, services) => {
    const { env, database, payments, sealer: claims } = services;
    const { currency } = env;
    promoAdminRoutes(app, { database, currency });
    const isSandbox = payments?.sandbox ?? false;
    const deps = {
      ...subscriptionCallDeps(services),
      limits: promoLimits(env),
      isSandbox,
      currency,
      claims,
    };
    promoRoutes(app, { database, deps });
  },
  paymentTasks: (services) => promoTasks(services.database, promoJobDeps(services)),
};
