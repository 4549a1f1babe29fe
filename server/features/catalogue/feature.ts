import type { Feature } from '#server/feature.ts';
import { catalogueAdminRoutes } from './admin-routes.ts';
import { catalogueTasks } from './jobs.ts';
import { productAdminRoutes } from './product-admin-routes.ts';
import { catalogueRoutes } from './routes.ts';

export const catalogue: Feature = {
  routes: (app, { env, database, catalogueVersion: version, isBought }) => {
    catalogueAdminRoutes(app, { database, currency: env.currency });
    productAdminRoutes(app, { database, deps: { portalOrigin: env.publicUrl, isDemo: env.demo, isBought } });
    catalogueRoutes(app, { database, version });
  },
  tasks: ({ database }) => catalogueTasks(database),
};
