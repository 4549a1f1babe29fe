import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/identity/assistants.endpoints.ts';
import * as admin from '#contract/identity/assistants-admin.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import { openRequest, type RequestDeps } from './flows.ts';

export type AssistantLimits = {
  /** Requests for access that one member opens or answers. */
  requests: Limit;
  /** Registrations of clients from one network. */
  registrations: Limit;
  /** Calls that get or revoke tokens from one network. */
  tokens: Limit;
};

export type AssistantRoutes = {
  database: Database;
  limiter: Limiter;
  limits: AssistantLimits;
  deps: RequestDeps;
  /** Rejects every call with 404 unless members may connect assistants (MCP-01). */
  requireOpen: () => Promise<void>;
};

/** Registers the routes for the portal's own screens; `protocolRoutes` has those for assistants. */
export function assistantRoutes(
  app: FastifyInstance,
  { database, limiter, limits, deps, requireOpen }: AssistantRoutes,
) {
  const { read, write, flow } = routesOf(app, database);

  read(endpoints.listAssistants, async (ctx) => {
    await requireOpen();
    return actions.listAssistants(ctx);
  });

  write(endpoints.disconnectAssistant, async (ctx, { params }) => {
    await requireOpen();
    await actions.disconnect(ctx, params.id);
    return { message: 'The assistant is disconnected.' };
  });

  flow(endpoints.readAssistantRequest, async (ctx, { query }) => {
    await requireOpen();
    await limiter.take(limits.requests, `${ctx.actor.userId}`);
    return openRequest(ctx, query, deps);
  });

  read(admin.listAssistantClients, async (ctx) => {
    await requireOpen();
    return actions.listClients(ctx);
  });

  write(admin.disconnectAssistantClient, async (ctx, { params }) => {
    await requireOpen();
    await actions.disconnectForAll(ctx, params.id);
    return { message: 'The assistant is disconnected for all members.' };
  });
}
