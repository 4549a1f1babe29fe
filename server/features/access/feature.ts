import type { Feature } from '#server/feature.ts';
import { accessAdminRoutes, accessRoutes } from './routes.ts';

export const access: Feature = {
  routes: (app, { database, catalogueVersion: version, nameOrganisation }) => {
    accessRoutes(app, { database, version });
    accessAdminRoutes(app, { database, names: { nameOrganisation } });
  },
};
