import type { Feature } from '#server/app/feature.ts';
import { dashboardRoutes } from './routes.ts';

export const dashboard: Feature = {
  routes: (app, { env: { currency }, database, contents, catalogueVersion: version }) =>
    dashboardRoutes(app, { database, version, contents, currency }),
};
