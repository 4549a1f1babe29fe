import type { Feature } from '#server/feature.ts';
import { subscriptionCallDeps, subscriptionJobDeps } from '../subscriptions/feature.ts';
import { promoAdminRoutes } from './admin-routes.ts';
import { promoCrontab, promoTasks } from './jobs.ts';
import { promoLimits } from './limits.ts';
import { promoRoutes } from './routes.ts';

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
