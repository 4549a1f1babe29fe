import type { Feature } from '#server/app/feature.ts';
import { paymentLimits } from '#server/commerce/payments/flows/call-limits.ts';
import { checkoutCodes } from '#server/commerce/promotions/feature.ts';
import { subscriptionCallDeps, subscriptionJobDeps } from '#server/commerce/subscriptions/feature.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import { rejectionOf } from '#server/identity/sign-in/actions.ts';
import { openedLinksLimit } from '#server/identity/sign-in/flows/deps.ts';
import type { Limit, LimitFactors } from '#server/platform/http/limits.ts';
import { organisationAdminRoutes } from './admin-routes.ts';
import { domainRoutes } from './domain-routes.ts';
import { recipientMails, strangerMails } from './flows/stranger-mails.ts';
import {
  organisationCrontab,
  organisationLanes,
  organisationPaymentCrontab,
  organisationPaymentTasks,
  organisationTasks,
} from './jobs.ts';
import { organisationKeyRoutes } from './key-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { type OrganisationLimits, organisationRoutes, seatRoutes } from './routes.ts';

const day = 86_400;

function organisationLimits({ limitFactor, networkLimitFactor }: LimitFactors): OrganisationLimits & { proofs: Limit } {
  return {
    openedLinks: openedLinksLimit({ networkLimitFactor }),
    made: { name: 'organisations-made', max: 10 * limitFactor, windowSeconds: day },
    renamed: { name: 'organisations-renamed', max: 10 * limitFactor, windowSeconds: day },
    invited: { name: 'organisations-invited', max: 1_000 * limitFactor, windowSeconds: day },
    links: { name: 'organisations-links', max: 60 * limitFactor, windowSeconds: 3_600 },
    proofs: { name: 'organisations-proofs', max: 20 * limitFactor, windowSeconds: 3_600 },
  };
}

export const organisations: Feature = {
  routes: (app, services) => {
    const { env, database, limiter, stripe, lookUpTxt } = services;
    const portal = portalOf(env);
    const limits = paymentLimits('payment', env);
    const { proofs, ...ownLimits } = organisationLimits(env);
    const strangers = strangerMails({ database, limitFactor: env.limitFactor, settings: services.settings });
    const registrationRejection = rejectionOf(services);
    organisationRoutes(app, {
      database,
      limiter,
      limits: ownLimits,
      portal,
      strangers,
      registrationRejection,
    });
    domainRoutes(app, { database, limiter, limit: proofs, portal, lookUpTxt, strangers });
    seatRoutes(app, { database });
    organisationKeyRoutes(app, { database, portal });
    const terms = { taxMode: env.tax, graceDays: env.pastDueGraceDays };
    const deps = { portal, stripe, limiter, limits, codes: checkoutCodes(services), ...terms };
    const plans = { ...subscriptionCallDeps(services), currency: env.currency };
    orderRoutes(app, { database, deps, plans, dueDays: env.invoiceDueDays });
    organisationAdminRoutes(app, { database, portal });
  },
  tasks: ({ database, env }) => organisationTasks(database, portalOf(env), recipientMails(database)),
  paymentTasks: (services) => organisationPaymentTasks(services.database, subscriptionJobDeps(services)),
  paymentCrontab: organisationPaymentCrontab,
  crontab: organisationCrontab,
  lanes: organisationLanes,
  pageRules: () => [{ pages: /^\/invitation(\/|$|\?)/, hidesAddress: true }],
};
