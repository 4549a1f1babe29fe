import type { Feature } from '#server/feature.ts';
import { portalRoutes } from './routes.ts';

export const portal: Feature = { routes: portalRoutes };
