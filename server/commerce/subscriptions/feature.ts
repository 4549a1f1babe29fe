import type { Feature, PaymentJobServices, RouteServices } from '#server/app/feature.ts';
import { paymentLimits } from '#server/commerce/payments/flows/call-limits.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import type { SubscriptionCallDeps } from './flows/open-subscription.ts';
import type { SubscriptionDeps } from './flows/sync-subscription.ts';
import { subscriptionCrontab, subscriptionTasks } from './jobs.ts';
import { planSeatPriceRoutes, subscriptionAdminRoutes, subscriptionRoutes } from './routes.ts';

/** Returns the dependencies of calls about subscriptions, also for the features that build on this one. */
export function subscriptionCallDeps({ env, stripe, limiter }: RouteServices): SubscriptionCallDeps {
  const limits = paymentLimits('subscription', env);
  return { portal: portalOf(env), stripe, limiter, graceDays: env.pastDueGraceDays, taxMode: env.tax, limits };
}

/** Like `subscriptionCallDeps`, but for jobs. */
export function subscriptionJobDeps({ env, stripe }: PaymentJobServices): SubscriptionDeps {
  return { portal: portalOf(env), stripe, graceDays: env.pastDueGraceDays, taxMode: env.tax };
}

export const subscriptions: Feature = {
  routes: (app, services) => {
    const options = { database: services.database, deps: subscriptionCallDeps(services) };
    subscriptionRoutes(app, options);
    subscriptionAdminRoutes(app, options);
    planSeatPriceRoutes(app, { database: services.database, currency: services.env.currency });
  },
  paymentTasks: (services) => subscriptionTasks(services.database, subscriptionJobDeps(services)),
  paymentCrontab: subscriptionCrontab,
};
