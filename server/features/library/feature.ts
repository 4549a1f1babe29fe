import type { Feature } from '#server/feature.ts';
import { downloadLimits } from './limits.ts';
import { libraryRoutes } from './routes.ts';
import { savedRoutes } from './saved-routes.ts';
import { shelfRoutes } from './shelf-routes.ts';

export const library: Feature = {
  routes: (app, { env, database, blobs, limiter }) => {
    libraryRoutes(app, { database, blobs, limiter, limits: downloadLimits(env.demo) });
    shelfRoutes(app, { database });
    savedRoutes(app, { database });
  },
};
