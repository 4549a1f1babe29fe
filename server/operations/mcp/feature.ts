import type { Feature } from '#server/app/feature.ts';
import { findAssistantToken } from '#server/identity/assistants/actions.ts';
import { passkeyRule } from '#server/identity/sign-in/feature.ts';
import { callerFinder } from './caller.ts';
import { mcpRoutes } from './routes.ts';

export const mcp: Feature = {
  routes: (app, services) => {
    const { publicUrl } = services.env;
    const withRule = passkeyRule(services);
    const readAssistant = (call: { token: string; ip: string }) =>
      findAssistantToken(services.database.db, { ...call, publicUrl }, withRule);
    return mcpRoutes(app, { ...services, findCaller: callerFinder({ ...services, readAssistant }) });
  },
};
