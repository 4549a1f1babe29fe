import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as endpoints from '#contract/learning/tools.endpoints.ts';
import type { MemberContext } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { rejectionAsPage } from '#server/platform/http/error-page.ts';
import { type Limit, type Limiter, type LimitFactors, networkOf } from '#server/platform/http/limits.ts';
import { locationOf } from '#server/platform/http/location.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';

type ToolRoutes = { database: Database; limiter: Limiter; limits: ToolLimits };

/** Registers the routes that open tools, and those for the portal's own tool pages. */
export function toolRoutes(app: FastifyInstance, { database, limiter, limits }: ToolRoutes): void {
  const { flow, read } = routesOf(app, database);

  const countOpening = async (ctx: MemberContext) => {
    await limiter.take(limits.openingsPerMember, String(ctx.actor.userId));
    await limiter.take(limits.openingsPerNetwork, networkOf(ctx.origin.ip));
  };
  const countUse = async (ctx: MemberContext) => {
    await limiter.take(limits.usesPerMember, String(ctx.actor.userId));
    await limiter.take(limits.usesPerNetwork, networkOf(ctx.origin.ip));
  };

  // Limits are counted before a transaction is open, because calls that wait for a second connection would block each
  // other.
  flow(endpoints.generateToolToken, async (ctx, { body }) => {
    await countOpening(ctx);
    return ctx.transaction((inner) => actions.generateToken(inner, body));
  });

  read(endpoints.findTool, (ctx, { params }) => actions.findTool(ctx, params.slug));

  flow(
    endpoints.openTool,
    async (ctx, { params, request, reply }) => {
      // The session's cookie travels with links of other sites, which must not open tools in a member's name.
      if (isFromElsewhere(request)) throw fail('request.foreign-origin');
      await countOpening(ctx);
      const address = await ctx.transaction((inner) => actions.openTool(inner, params));
      return reply.header('referrer-policy', 'no-referrer').redirect(locationOf(address));
    },
    { exposeHeadRoute: false, errorHandler: rejectionAsPage },
  );

  flow(endpoints.validateToolToken, async (ctx, { body }) => {
    await countUse(ctx);
    return ctx.transaction((inner) => actions.validateToken(inner, body.token));
  });

  flow(endpoints.updateToolSession, async (ctx, { body }) => {
    await countUse(ctx);
    return ctx.transaction((inner) => actions.updateSession(inner, body));
  });
}

const isFromElsewhere = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site';

/** The limits of opening and using tools; see docs/operator/monitoring.md. */
export type ToolLimits = {
  openingsPerMember: Limit;
  openingsPerNetwork: Limit;
  usesPerMember: Limit;
  usesPerNetwork: Limit;
  /** Calls of outside tools: by token, because a tool's server calls for all its members. */
  usesPerToken: Limit;
  refusedBearersPerNetwork: Limit;
};

/** Returns the limits, multiplied as GEN-17 and ACCT-08 say. */
export function toolLimits({ limitFactor: factor, networkLimitFactor }: LimitFactors): ToolLimits {
  return {
    openingsPerMember: { name: 'tool-open-member', max: 30 * factor, windowSeconds: 60 },
    openingsPerNetwork: { name: 'tool-open-network', max: 60 * networkLimitFactor, windowSeconds: 60 },
    usesPerMember: { name: 'tool-use-member', max: 120 * factor, windowSeconds: 60 },
    usesPerNetwork: { name: 'tool-use-network', max: 300 * networkLimitFactor, windowSeconds: 60 },
    usesPerToken: { name: 'tool-use-token', max: 120 * factor, windowSeconds: 60 },
    refusedBearersPerNetwork: { name: 'tool-bearer-refused', max: 60 * networkLimitFactor, windowSeconds: 60 },
  };
}
