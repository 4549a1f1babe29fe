import type { Feature } from '#server/feature.ts';
import { learningRoutes } from './routes.ts';

export const learning: Feature = { routes: learningRoutes };
