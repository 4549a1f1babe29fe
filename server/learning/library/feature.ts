import type { Feature } from '#server/app/feature.ts';
import { downloadLimits, libraryRoutes, pictureRoutes, savedRoutes, shelfRoutes } from './routes.ts';

export const library: Feature = {
  routes: (app, { env, database, blobs, limiter, findActor, settings }) => {
    libraryRoutes(app, { database, blobs, limiter, limits: downloadLimits(env) });
    pictureRoutes(app, { database, blobs, assetsOrigin: env.assetsOrigin, findActor, settings });
    shelfRoutes(app, { database });
    savedRoutes(app, { database });
  },
};
