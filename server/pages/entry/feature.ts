import type { Feature } from '#server/app/feature.ts';
import { signInRoutesDeps } from '#server/identity/sign-in/feature.ts';
import { entryRoutes } from './routes.ts';

export const entry: Feature = {
  routes: async (app, services) => {
    entryRoutes(app, await signInRoutesDeps(services));
  },
};
