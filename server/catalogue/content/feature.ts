import type { Feature } from '#server/app/feature.ts';
import { contentRoutes } from './routes.ts';

export const content: Feature = {
  routes: (app, { database }) => contentRoutes(app, database),
};
