import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as endpoints from '#contract/learning/tools.endpoints.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { hashedKey, type Limiter, networkOf } from '#server/platform/http/limits.ts';
import { contextOf, routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import type { ToolLimits } from './routes.ts';
import { originOfTool } from './rules.ts';

type OutsideToolRoutes = { database: Database; limiter: Limiter; limits: ToolLimits; publicUrl: string };

/**
 * Registers the routes that tools outside the portal call, from a browser or a server. The token in the Authorization
 * header identifies the member; cookies are ignored. Of pages, only those of the product's own origin may call.
 */
export function outsideToolRoutes(app: FastifyInstance, given: OutsideToolRoutes): void {
  const { database, limiter, limits, publicUrl } = given;
  const { visitors } = routesOf(app, database);
  const openedBy = new WeakMap<FastifyRequest, actions.OpenedTool>();

  // Runs before the body is read, so that a caller without a token does not reach the parser (GEN-03).
  const resolveBearer = async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = contextOf(request, database.db);
    const isAllowed = await allowOrigin(ctx, { request, reply, publicUrl });
    const network = networkOf(request.ip);
    await limiter.check(limits.refusedBearersPerNetwork, network);
    const token = /^Bearer +([\w-]{1,500})$/i.exec(request.headers.authorization ?? '')?.[1];
    const opened = token === undefined ? null : await actions.resolveToken(ctx, token);
    if (token === undefined || !opened) {
      await limiter.record(limits.refusedBearersPerNetwork, network);
      reply.header('www-authenticate', 'Bearer');
      throw fail('tools.bearer-invalid');
    }
    if (!isAllowed || !isOriginOf(opened, request, publicUrl)) {
      reply.removeHeader('access-control-allow-origin');
      throw fail('request.foreign-origin');
    }
    await limiter.take(limits.usesPerToken, hashedKey(token));
    openedBy.set(request, opened);
  };

  const openedFor = (ctx: Context, request: FastifyRequest) => {
    const opened = openedBy.get(request);
    if (!opened) throw fail('tools.bearer-invalid');
    return { ...opened, member: { ...opened.member, db: ctx.db } };
  };

  // The origin rule of the portal's own pages does not apply, because these routes ignore cookies.
  const options = { onRequest: resolveBearer, config: { originExempt: true } } as const;

  visitors.write(
    endpoints.getToolSession,
    (ctx, { request }) => actions.getOutsideSession(openedFor(ctx, request)),
    options,
  );

  visitors.write(
    endpoints.saveToolSession,
    (ctx, { request, body }) => actions.saveOutsideSession(openedFor(ctx, request), body),
    options,
  );

  app.options(
    endpoints.getToolSession.path,
    { config: { caller: 'visitor' }, schema: { hide: true } },
    async (request, reply) => {
      await allowOrigin(contextOf(request, database.db), { request, reply, publicUrl });
      reply.header('access-control-allow-methods', 'GET, PUT');
      reply.header('access-control-allow-headers', 'authorization, content-type');
      reply.header('access-control-max-age', '600');
      return reply.code(204).send();
    },
  );
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; publicUrl: string };

/** Lets a page read the response when its origin is a tool's; a call without an origin comes from no page. */
async function allowOrigin(ctx: Context, { request, reply, publicUrl }: Exchange): Promise<boolean> {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (origin === undefined) return true;
  const origins = await actions.listToolOrigins(ctx, publicUrl);
  const isKnown = origins.has(origin) || (origins.has(publicUrl) && isOwnHost(origin, request));
  if (isKnown) reply.header('access-control-allow-origin', origin);
  return isKnown;
}

function isOriginOf({ product }: actions.OpenedTool, request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  const allowed = originOfTool(product, publicUrl);
  return origin === allowed || (allowed === publicUrl && isOwnHost(origin, request));
}

/**
 * Whether the origin is the host of this request, which may differ from the public one, such as 127.0.0.1 for
 * localhost.
 */
const isOwnHost = (origin: string, { host }: FastifyRequest) => URL.parse(origin)?.host === host;
