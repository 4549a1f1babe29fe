import type { Feature } from '#server/app/feature.ts';

export const metrics: Feature = {
  routes: async (app, { env, database, metrics: figures, laneOf }) => {
    if (!figures || !env.metricsToken) return;
    // Imported here, so that the metrics library is loaded only where it is used.
    const { metricsRoutes } = await import('./routes.ts');
    metricsRoutes(app, { database, metrics: figures, token: env.metricsToken, laneOf });
  },
};
