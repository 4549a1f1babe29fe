import type { Feature } from '#server/app/feature.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import type { LimitFactors } from '#server/platform/http/limits.ts';
import { directoryRoutes } from './routes.ts';
import { type ScimRoutes, scimRoutes } from './scim-routes.ts';

/** Limits of calls. They allow 50 calls a second on average, because directories may send 25 (SCIM-05). */
function scimLimits({ limitFactor, networkLimitFactor }: LimitFactors): ScimRoutes['limits'] {
  return {
    calls: { name: 'directory-calls', max: 500 * limitFactor, windowSeconds: 10 },
    refused: { name: 'directory-refused', max: 60 * networkLimitFactor, windowSeconds: 60 },
  };
}

export const directory: Feature = {
  routes: async (app, { env, database, limiter }) => {
    const options = { database, publicUrl: env.publicUrl, portal: portalOf(env) };
    directoryRoutes(app, options);
    await scimRoutes(app, { ...options, limiter, limits: scimLimits(env) });
  },
};
