import type { AppServices, Feature } from '#server/app/feature.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import { actorFinder } from '#server/identity/sign-in/feature.ts';
import { createCookie } from '#server/platform/http/cookies.ts';
import type { LimitFactors } from '#server/platform/http/limits.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { connectionAdminRoutes } from './admin-routes.ts';
import { openProviders } from './flows/providers.ts';
import { connectionCrontab, connectionTasks } from './jobs.ts';
import { keepOperators } from './operator-actions.ts';
import { connectionRoutes, ownConnectionRoutes } from './routes.ts';

/** Limits of company sign-in; see docs/operator/monitoring.md. */
export function connectionLimits({ limitFactor, networkLimitFactor }: LimitFactors) {
  return {
    starts: { name: 'sso-starts', max: 120 * networkLimitFactor, windowSeconds: 60 },
    logouts: { name: 'sso-logouts', max: 600 * networkLimitFactor, windowSeconds: 60 },
    codes: { name: 'sso-codes', max: 10 * limitFactor, windowSeconds: 3_600 },
    privateAddresses: {
      perNetwork: { name: 'private-network', max: 50 * Math.min(networkLimitFactor, 10), windowSeconds: 86_400 },
      perAddress: { name: 'private-address', max: 5 * limitFactor, windowSeconds: 86_400 },
    },
    lookUps: { name: 'sso-look-ups', max: 60 * limitFactor, windowSeconds: 3_600 },
    links: { name: 'sso-links', max: 5 * limitFactor, windowSeconds: 3_600 },
  };
}

/** Seconds for which a browser may be at a provider. */
const awaySeconds = 10 * 60;

/** Returns the cookie of a browser that is at a provider. */
export function browserCookieOf({ env }: Pick<AppServices, 'env'>) {
  return createCookie('sso', { isSecure: env.publicUrl.startsWith('https:'), maxAgeSeconds: awaySeconds });
}

/** Returns the providers of connections for one app. */
export function providersOf({ env, outbound, sealer }: AppServices) {
  const { publicUrl, demo, oidc } = env;
  const operatorSecret = oidc?.clientSecret ?? null;
  return openProviders({ outbound, sealer, publicUrl, isDemo: demo, operatorSecret });
}

export const connections: Feature = {
  routes: async (app, services) => {
    const { env, database, limiter, outbound, sealer, nameOrganisation, announceCatalogueChange } = services;
    const portal = portalOf(env);
    const providers = services.providers;
    const limits = connectionLimits(env);
    const browserCookie = browserCookieOf(services);
    const findActor = actorFinder(services);
    await jobContext(database, 'operators-connection').transaction((ctx) => keepOperators(ctx, env.oidc));
    const options = {
      database,
      limiter,
      limits,
      portal,
      providers,
      browserCookie,
      nameOrganisation,
      fetchFor: (organisationId: number | null) => (organisationId === null ? outbound.portal : outbound.public).fetch,
      findMember: findActor,
    };
    connectionRoutes(app, options);
    ownConnectionRoutes(app, options);
    const ofAdministrators = { sealer, limit: limits.lookUps, announceChange: announceCatalogueChange };
    connectionAdminRoutes(app, { ...options, ...ofAdministrators });
  },
  tasks: ({ database, env }) => connectionTasks(database, portalOf(env)),
  crontab: connectionCrontab,
};
