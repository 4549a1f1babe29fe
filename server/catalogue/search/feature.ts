import type { Feature } from '#server/app/feature.ts';
import { searchRoutes } from './routes.ts';

export const search: Feature = {
  routes: (app, { database, catalogueVersion: version, settings }) =>
    searchRoutes(app, { database, version, settings }),
};
