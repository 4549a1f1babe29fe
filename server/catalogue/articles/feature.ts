import type { Feature } from '#server/app/feature.ts';
import { articleRoutes } from './routes.ts';

export const articles: Feature = { routes: articleRoutes };
