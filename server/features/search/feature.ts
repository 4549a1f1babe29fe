import type { Feature } from '#server/feature.ts';
import { searchRoutes } from './routes.ts';

export const search: Feature = {
  routes: (app, { database, catalogueVersion: version, settings }) =>
    searchRoutes(app, { database, version, settings }),
};
