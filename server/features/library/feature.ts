import type { Feature } from '#server/feature.ts';
import { downloadLimits, libraryRoutes } from './routes.ts';
import { savedRoutes, shelfRoutes } from './shelf-routes.ts';

export const library: Feature = {
  routes: (app, { env, database, blobs, limiter }) => {
    libraryRoutes(app, { database, blobs, limiter, limits: downloadLimits(env) });
    shelfRoutes(app, { database });
    savedRoutes(app, { database });
  },
};
