import type { Feature } from '#server/app/feature.ts';
import { callerFinder } from './caller.ts';
import { mcpRoutes } from './routes.ts';

export const mcp: Feature = {
  routes: (app, services) => mcpRoutes(app, { ...services, findCaller: callerFinder(services) }),
};
