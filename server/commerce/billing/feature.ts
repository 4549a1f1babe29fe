import type { Feature } from '#server/app/feature.ts';
import { portalOrigin } from '#server/platform/http/origin.ts';
import { promoJobDeps } from '../promotions/feature.ts';
import { subscriptionCallDeps } from '../subscriptions/feature.ts';
import { billingCrontab, billingLanes, billingTasks } from './jobs.ts';
import { billingAdminRoutes, billingRoutes, webhookRoutes } from './routes.ts';

export const billing: Feature = {
  routes: async (app, services) => {
    const { env, database, stripe, payments } = services;
    const deps = subscriptionCallDeps(services);
    const originOf = (host: string) => (payments?.sandbox ? portalOrigin(env, host) : env.publicUrl);
    billingRoutes(app, { database, deps, currency: env.currency, originOf });
    const mode = env.stripe?.isLive ? '' : 'test/';
    const paymentsUrl = payments?.sandbox ? null : `https://dashboard.stripe.com/${mode}payments`;
    billingAdminRoutes(app, { database, deps, currency: env.currency, paymentsUrl });
    await webhookRoutes(app, { database, stripe });
  },
  paymentTasks: (services) => billingTasks(services.database, promoJobDeps(services)),
  paymentCrontab: billingCrontab,
  lanes: billingLanes,
};
