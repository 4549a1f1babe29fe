import type { Feature } from '#server/feature.ts';
import { articleRoutes } from './routes.ts';

export const articles: Feature = { routes: articleRoutes };
