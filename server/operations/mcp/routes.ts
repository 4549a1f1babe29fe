import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '#contract/scopes.ts';
import type { RouteServices } from '#server/app/feature.ts';
import { requireAssistants } from '#server/identity/settings/actions.ts';
import { fail, failTooMany } from '#server/platform/failure.ts';
import { bearerOf } from '#server/platform/http/guard.ts';
import { isForeignOrigin } from '#server/platform/http/origin.ts';
import type { CallerFinder, McpCaller } from './caller.ts';

export type McpRoutes = Pick<RouteServices, 'env' | 'database' | 'settings' | 'limiter' | 'version'> & {
  findCaller: CallerFinder;
};

/** Scopes that an assistant asks for when it connects. */
const firstScopes: readonly Scope[] = ['catalogue:read', 'library:read'];

/** Adds the endpoint for assistants (MCP-01). Every method is a route, so that none shows the web app. */
export async function mcpRoutes(app: FastifyInstance, deps: McpRoutes): Promise<void> {
  await app.register(async (scope) => {
    const callers = new WeakMap<FastifyRequest, McpCaller>();
    scope.route({
      method: scope.supportedMethods,
      url: '/mcp',
      config: { caller: 'visitor', originExempt: true },
      schema: { hide: true },
      // Before the body is read: a caller without a token does not reach the parser.
      onRequest: async (request, reply) => {
        callers.set(request, await admit(request, reply, deps));
      },
      handler: async (request, reply) => {
        const caller = callers.get(request);
        if (!caller) throw fail('keys.refused');
        return reply.send(await answer(request, caller, deps));
      },
    });
  });
}

/** Accepts a call of an assistant, or rejects it: 404, 403 for a foreign host or origin, 405, 401, 429. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { env, settings, limiter, findCaller }: McpRoutes,
): Promise<McpCaller> {
  await requireAssistants(settings);
  if (!isOwnHost(request, env.publicUrl) || isForeignOrigin(request, env.publicUrl)) {
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
    const metadata = `resource_metadata="${metadataUrl(env.publicUrl)}"`;
    reply.header('www-authenticate', `Bearer ${error}${metadata}, scope="${firstScopes.join(' ')}"`);
    throw fail('keys.refused');
  }
  const { hits, waitSeconds } = await limiter.count(caller.limit, caller.limitKey);
  if (hits > caller.limit.max) throw failTooMany(waitSeconds);
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

async function answer(request: FastifyRequest, caller: McpCaller, { env, version }: McpRoutes): Promise<Response> {
  const handler = createMcpHandler(() => new McpServer({ name: 'RAPP Learning', version: version.version }));
  const { headers, body } = request;
  const authInfo = {
    token: '',
    clientId: caller.client,
    scopes: [...caller.scopes],
    resourceMetadataUrl: metadataUrl(env.publicUrl),
  };
  const sent = new Request(`${env.publicUrl}/mcp`, {
    method: 'POST',
    headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  });
  return handler.fetch(sent, { authInfo, parsedBody: body });
}
