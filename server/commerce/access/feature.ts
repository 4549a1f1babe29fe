import type { Feature } from '#server/app/feature.ts';
import { accessAdminRoutes, accessRoutes } from './routes.ts';

export const access: Feature = {
  routes: (app, { database, env: { currency }, catalogueVersion: version, nameOrganisation }) => {
    accessRoutes(app, { database, version, currency });
    accessAdminRoutes(app, { database, names: { nameOrganisation } });
  },
};
