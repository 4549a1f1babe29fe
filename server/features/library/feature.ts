import type { Feature } from '#server/feature.ts';
import { downloadLimits, libraryRoutes, savedRoutes, shelfRoutes } from './routes.ts';

export const library: Feature = {
  routes: (app, { env, database, blobs, limiter }) => {
    libraryRoutes(app, { database, blobs, limiter, limits: downloadLimits(env) });
    shelfRoutes(app, { database });
    savedRoutes(app, { database });
  },
};
