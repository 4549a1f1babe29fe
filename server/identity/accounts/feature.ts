import type { Feature } from '#server/app/feature.ts';
import { accountRoutes } from './routes.ts';

export const accounts: Feature = { routes: accountRoutes };
