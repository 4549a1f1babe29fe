import type { Feature } from '#server/feature.ts';
import { subscriptionCallDeps, subscriptionJobDeps } from '../subscriptions/feature.ts';
import { promoLimits } from './flows/promo-deps.ts';
import { promoCrontab, promoTasks } from './jobs.ts';
import { promoAdminRoutes, promoRoutes } from './routes.ts';

export const promotions: Feature = {
  routes: (app, services) => {
    const { env, database, payments } = services;
    const { currency } = env;
    promoAdminRoutes(app, { database, currency });
    const isSandbox = payments?.sandbox ?? false;
    const deps = { ...subscriptionCallDeps(services), limits: promoLimits(env.demo), isSandbox, currency };
    promoRoutes(app, { database, deps });
  },
  paymentTasks: (services) => promoTasks(services.database, subscriptionJobDeps(services)),
  paymentCrontab: promoCrontab,
};
