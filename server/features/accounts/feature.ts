import type { Feature } from '#server/feature.ts';
import { accountRoutes } from './routes.ts';

export const accounts: Feature = { routes: accountRoutes };
