import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/learning/checks.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Limit, Limiter, LimitFactors } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import * as attempts from './attempt-actions.ts';
import type { CheckContents } from './content-actions.ts';

type CheckRoutes = { database: Database; contents: CheckContents; limiter: Limiter; limits: CheckLimits };

/**
 * Registers the routes of members' attempts at knowledge checks (CHECK-04), and of the further attempts that managers
 * give (CHECK-08).
 */
export function checkRoutes(app: FastifyInstance, { database, contents, limiter, limits }: CheckRoutes): void {
  const { read, write } = routesOf(app, database);

  read(endpoints.getCheck, (ctx, { params }) => actions.getCheck(ctx, params.id, contents));

  write(endpoints.startCheck, async (ctx, { params, reply }) => {
    await limiter.take(limits.starts, String(ctx.actor.userId));
    reply.header('cache-control', 'private, no-store');
    return attempts.startAttempt(ctx, params.id, contents);
  });

  read(endpoints.listOwnCheckAttempts, async (ctx, { query, reply }) => {
    const { attempts: own, total } = await actions.listOwnAttempts(ctx, query);
    reply.header('x-total-count', String(total));
    return own;
  });

  read(endpoints.getAttemptResult, (ctx, { params, reply }) => {
    reply.header('cache-control', 'private, no-store');
    return actions.getResult(ctx, params.id, contents);
  });

  read(endpoints.getOpenAttempt, (ctx, { params, reply }) => {
    reply.header('cache-control', 'private, no-store');
    return attempts.getOpenAttempt(ctx, params.id, contents);
  });

  write(endpoints.saveCheckAnswer, (ctx, { params, body }) =>
    attempts.saveAnswer(ctx, { ...params, ...body }, contents),
  );

  write(endpoints.handInAttempt, (ctx, { params, reply }) => {
    reply.header('cache-control', 'private, no-store');
    return attempts.handIn(ctx, params.id, contents);
  });

  write(endpoints.giveFurtherAttempts, async (ctx, { params, body }) => ({
    message: await attempts.giveFurtherAttempts(ctx, params, body.attempts),
  }));
}

/** Limit of starting attempts, per member. */
export type CheckLimits = { starts: Limit };

/** Returns the limits, multiplied as GEN-17 says. */
export function checkLimitsOf({ limitFactor }: LimitFactors): CheckLimits {
  return { starts: { name: 'check-starts', max: 200 * limitFactor, windowSeconds: 86_400 } };
}
