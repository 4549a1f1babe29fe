import type { FastifyInstance } from 'fastify';
import { isoDay } from '#contract/dates.ts';
import type { PortalSettings } from '#contract/identity/settings-admin.ts';
import * as endpoints from '#contract/learning/assessment-rounds.endpoints.ts';
import type { RoundParams } from '#contract/learning/assessment-rounds.ts';
import { requireMembership } from '#server/organisations/organisations/actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { PrintedBrand } from '#server/platform/files/pdf.ts';
import { printInThread } from '#server/platform/files/print-in-thread.ts';
import type { Limit, Limiter, LimitFactors } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { closeRound } from './flows.ts';
import type { makeRoundReport } from './report/round-report.ts';
import * as actions from './round-actions.ts';
import { aboutRound, changePlan, getPlan, getResults, type RoundDeps } from './round-result-actions.ts';

type RoundRoutes = RoundDeps & {
  database: Database;
  limiter: Limiter;
  limits: RoundLimits;
  settings: () => Promise<PortalSettings>;
  printedBrand: () => Promise<PrintedBrand>;
};

/** Registers the routes of an organisation's assessment rounds (TEAM-01 to TEAM-06). */
export function roundRoutes(app: FastifyInstance, deps: RoundRoutes): void {
  const { database, limiter, limits, contents } = deps;
  const { read, write, flow } = routesOf(app, database);

  write(endpoints.startRound, async (ctx, { params, body }) => {
    await requireMembership(ctx, params.id);
    await limiter.take(limits.rounds, String(ctx.actor.userId));
    return actions.startRound(ctx, params.id, body, contents);
  });

  read(endpoints.listRounds, async (ctx, { params, query, reply }) => {
    const { rounds, total } = await actions.listRounds(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return rounds;
  });

  read(endpoints.getRoundSheet, (ctx, { params, reply }) => {
    reply.header('cache-control', 'private, no-store');
    return actions.getSheet(ctx, roundOf(params), contents);
  });

  write(endpoints.answerRound, async (ctx, { params, body }) => {
    await actions.answerRound(ctx, roundOf(params), body, contents);
    return { message: 'Your answers are saved.' };
  });

  flow(endpoints.closeRound, async (ctx, { params }) => {
    await limiter.take(limits.closings, String(ctx.actor.userId));
    return closeRound(ctx, roundOf(params));
  });

  read(endpoints.getRoundResults, (ctx, { params }) => getResults(ctx, roundOf(params), contents));

  read(endpoints.getRoundPlan, (ctx, { params }) => getPlan(ctx, roundOf(params), deps));

  write(endpoints.changeRoundPlan, (ctx, { params, body }) => changePlan(ctx, roundOf(params), body, deps));

  reportRoute(app, deps);
}

const reportThread = new URL('./report/round-report-thread.ts', import.meta.url);

function reportRoute(app: FastifyInstance, deps: RoundRoutes): void {
  const { read } = routesOf(app, deps.database);
  read(endpoints.downloadRoundReport, async (ctx, { params, request, reply }) => {
    const report = await aboutRound(ctx, roundOf(params), deps);
    if (request.method !== 'HEAD') await deps.limiter.take(deps.limits.reports, String(ctx.actor.userId));
    return reply
      .type('application/pdf')
      .header(
        'content-disposition',
        `attachment; filename="assessment-round-${isoDay(report.results.closedAt, report.timeZone)}.pdf"`,
      )
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(
        request.method === 'HEAD' ? '' : await printInThread<Parameters<typeof makeRoundReport>>(reportThread, report),
      );
  });
}

const roundOf = ({ id, roundId }: RoundParams): actions.OneRound => ({ organisationId: id, roundId });

/** Limits of starting and closing rounds and of making reports, per member. */
export type RoundLimits = { rounds: Limit; closings: Limit; reports: Limit };

/** Returns the limits, multiplied as GEN-17 says. */
export function roundLimits({ limitFactor }: LimitFactors): RoundLimits {
  return {
    rounds: { name: 'assessment-rounds', max: 20 * limitFactor, windowSeconds: 86_400 },
    closings: { name: 'assessment-closings', max: 30 * limitFactor, windowSeconds: 3600 },
    reports: { name: 'assessment-reports', max: 60 * limitFactor, windowSeconds: 3600 },
  };
}
