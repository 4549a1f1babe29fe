import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listAssistantCalls } from '#contract/operations/mcp.endpoints.ts';
import { dataNotice } from '#contract/operations/mcp.ts';
import type { Scope } from '#contract/scopes.ts';
import { type PortalSettings, requireAssistants } from '#server/identity/settings/actions.ts';
import { elapsedMs } from '#server/platform/clock.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail, failInvalid } from '#server/platform/failure.ts';
import { bearerOf, countCall } from '#server/platform/http/guard.ts';
import type { Limiter } from '#server/platform/http/limits.ts';
import { isForeignOrigin } from '#server/platform/http/origin.ts';
import { contextOf, routesOf } from '#server/platform/http/routes.ts';
import { causedBy } from '#server/platform/jobs/cause.ts';
import { listCalls } from './call-actions.ts';
import type { CallerFinder, McpCaller } from './caller-actions.ts';
import { addTools, recordAsked, type ToolDeps } from './flows/tools.ts';

export type McpRoutes = {
  publicUrl: string;
  version: string;
  database: Database;
  limiter: Limiter;
  settings(): Promise<PortalSettings>;
  findCaller: CallerFinder;
  tools: ToolDeps;
};

/** Maximum body: a message has only the name of a tool and its arguments, and errors repeat some of it. */
const mostBodyBytes = 16 * 1024;

/** Scopes that an assistant asks for when it connects. */
const firstScopes: readonly Scope[] = ['catalogue:read', 'library:read'];

/** Registers the route that lists the calls of a member's assistants (MCP-05). */
export function callRoutes(
  app: FastifyInstance,
  { database, settings }: Pick<McpRoutes, 'database' | 'settings'>,
): void {
  const { read } = routesOf(app, database);
  read(listAssistantCalls, async (ctx, { query, reply }) => {
    await requireAssistants(settings);
    const { calls, total } = await listCalls(ctx, query);
    reply.header('x-total-count', total);
    return calls;
  });
}

/**
 * Adds the endpoint for assistants (MCP-01). Every method has a route, so that none of them returns the web app's page.
 */
export async function mcpRoutes(app: FastifyInstance, deps: McpRoutes): Promise<void> {
  const callers = new WeakMap<FastifyRequest, McpCaller>();
  app.route({
    method: app.supportedMethods,
    url: '/mcp',
    config: { caller: 'visitor', originExempt: true },
    schema: { hide: true },
    bodyLimit: mostBodyBytes,
    // Before the body is read: a caller without a token does not reach the parser.
    onRequest: async (request, reply) => {
      const caller = await admit(request, reply, deps);
      request.actor = caller.actor;
      callers.set(request, caller);
    },
    handler: (request, reply) =>
      causedBy(request.id, async () => {
        const caller = callers.get(request);
        if (!caller) throw fail('keys.refused');
        return send(reply, await respond(request, caller, deps));
      }),
  });
}

/** Accepts a call of an assistant, or rejects it: 404, 403 for a foreign host or origin, 405, 401, 429. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, settings, limiter, findCaller }: McpRoutes,
): Promise<McpCaller> {
  await requireAssistants(settings);
  if (!isOwnHost(request, publicUrl) || isForeignOrigin(request, publicUrl)) {
    throw fail('request.foreign-origin');
  }
  if (request.method !== 'POST') {
    reply.header('allow', 'POST');
    throw fail('request.wrong-method');
  }
  const token = bearerOf(request);
  const caller = token === null ? null : await findCaller({ token, ip: request.ip });
  if (!caller) {
    const error = token === null ? '' : 'error="invalid_token", ';
    const metadata = `resource_metadata="${metadataUrl(publicUrl)}"`;
    reply.header('www-authenticate', `Bearer ${error}${metadata}, scope="${firstScopes.join(' ')}"`);
    throw fail('keys.refused');
  }
  await countCall(reply, { limiter, limit: caller.limit, key: caller.limitKey });
  return caller;
}

const metadataUrl = (publicUrl: string) => `${publicUrl}/.well-known/oauth-protected-resource/mcp`;

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether a call came to the portal's own host, so that no other name leads a browser to it (DNS rebinding). */
function isOwnHost({ host }: FastifyRequest, publicUrl: string): boolean {
  const own = new URL(publicUrl);
  const given = URL.parse(`${own.protocol}//${host}`);
  if (!given) return false;
  return given.host === own.host || (loopback.test(own.hostname) && loopback.test(given.hostname));
}

/** Handles one message with a new server, because the protocol has no sessions. */
async function respond(request: FastifyRequest, caller: McpCaller, deps: McpRoutes): Promise<Response> {
  const { publicUrl, version, settings, tools } = deps;
  const { body } = request;
  // Rejects batches, because no limit would count their messages; the protocol has had none since 2025-06-18.
  if (Array.isArray(body)) throw failInvalid('Send one message at a time. Batches are not accepted.');
  if (JSON.stringify((body as { id?: unknown } | null)?.id ?? null).length > 200)
    throw failInvalid('The id of a message is too long.');
  const { productName } = await settings();
  const ctx = contextOfCaller(request, caller, deps);
  const isRecorded = await recordAsked(ctx, caller, body);
  const handler = createMcpHandler(
    () => {
      const server = new McpServer(
        { name: 'rapp-learning', title: productName, version },
        { capabilities: { tools: { listChanged: false } }, instructions: dataNotice },
      );
      addTools(server, { ctx, caller, deps: tools, isRecorded });
      return server;
    },
    {
      maxSubscriptions: 0,
      onerror: (error) => request.log.debug({ err: error }, 'a message of an assistant was rejected'),
    },
  );
  const sent = new Request(`${publicUrl}/mcp`, { method: 'POST', headers: headersOf(request) });
  const authInfo = {
    // The tools need the caller, never the token.
    token: '',
    clientId: caller.client,
    scopes: [...caller.scopes],
    resourceMetadataUrl: metadataUrl(publicUrl),
  };
  return handler.fetch(sent, { authInfo, parsedBody: body });
}

function contextOfCaller(request: FastifyRequest, { actor }: McpCaller, { database }: McpRoutes): MemberFlowContext {
  const ctx = { ...contextOf(request, database.db), actor };
  const transaction: MemberFlowContext['transaction'] = (action) =>
    database.transaction((db) => action({ ...ctx, db }));
  return { ...ctx, callerWaitsSinceMs: elapsedMs(), transaction };
}

/** Returns the headers that the protocol reads. */
function headersOf({ headers }: FastifyRequest): Headers {
  const read = Object.entries(headers).filter(([name]) => /^(accept|content-type|mcp-.+)$/.test(name));
  return new Headers(read.map(([name, value]) => [name, String(value)]));
}

/**
 * Sends the response of the protocol's handler, with the portal's headers about caching and the connection in place of
 * its own.
 */
function send(reply: FastifyReply, response: Response): FastifyReply {
  response.headers.delete('cache-control');
  response.headers.delete('connection');
  return reply.send(response);
}
