import type { Feature } from '#server/app/feature.ts';
import { progressRoutes } from './routes.ts';

export const progress: Feature = { routes: progressRoutes };
