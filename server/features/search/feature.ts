import type { Feature } from '#server/feature.ts';
import { searchRoutes } from './routes.ts';

export const search: Feature = {
  routes: (app, { database, catalogueVersion: version }) => searchRoutes(app, { database, version }),
};
