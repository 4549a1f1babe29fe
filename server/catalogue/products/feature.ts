import type { Feature } from '#server/app/feature.ts';
import { productRoutes } from './routes.ts';

export const products: Feature = {
  routes: (app, { env, database, isBought }) =>
    productRoutes(app, { database, deps: { portalOrigin: env.publicUrl, isDemo: env.demo, isBought } }),
};
