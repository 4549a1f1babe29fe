import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '#contract/assessment.endpoints.ts';
import {
  AssessmentNeeds,
  AssessmentQuestions,
  AssessmentResult,
  AttemptQuery,
  AttemptSummary,
  ChangePlanEntry,
  CreatedAttempt,
  NewAttempt,
  PlanEntry,
  PlanEntryParams,
} from '#contract/assessment.ts';
import type { ResourceSummary } from '#contract/catalogue.ts';
import { IdParams } from '#contract/text.ts';
import type { CatalogueVersion } from '#server/features/catalogue/version-actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import { type ReadyReply, readyReply, sendReady, sendsReady } from '#server/platform/http/cached-reply.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import { getNeeds } from './actions.ts';
import { getResult } from './result-actions.ts';
import { contentOf } from './rules.ts';

type AssessmentRoutes = {
  database: Database;
  version: CatalogueVersion;
  limiter: Limiter;
  limits: AssessmentLimits;
  productName: string;
};

/** The readiness assessment: its questions, members' attempts with results and plans, and what administrators learn. */
export function assessmentRoutes(app: FastifyInstance, options: AssessmentRoutes): void {
  const { database, version, limiter, limits, productName } = options;
  const { read, write } = routesOf(app, database);
  const tagged = version.cacheOf<ResourceSummary[]>({
    maxEntries: 200,
    maxBytes: 16 * 1024 * 1024,
    bytesOf: (resources) => resources.length * 1500,
  });

  // The same for everybody until the portal is started with another version.
  let questions: ReadyReply | null = null;
  read(
    endpoints.getAssessmentQuestions,
    { reply: AssessmentQuestions },
    async (_ctx, { request, reply }) => {
      questions ??= readyReply(AssessmentQuestions, actions.getQuestions());
      return sendReady(request, reply, questions);
    },
    sendsReady,
  );

  write(endpoints.createAttempt, { body: NewAttempt, reply: CreatedAttempt }, async (ctx, { body }) => {
    await limiter.take(limits.attempts, String(ctx.actor.userId));
    return actions.createAttempt(ctx, body);
  });

  const attemptList = z.array(AttemptSummary);
  read(endpoints.listAttempts, { query: AttemptQuery, reply: attemptList }, async (ctx, { query, reply }) => {
    const { attempts, total } = await actions.listAttempts(ctx, query);
    reply.header('x-total-count', String(total));
    return attempts;
  });

  read(endpoints.getAttempt, { params: IdParams, reply: AssessmentResult }, (ctx, { params }) =>
    getResult(ctx, params.id, tagged),
  );

  write(
    endpoints.changePlanEntry,
    { params: PlanEntryParams, body: ChangePlanEntry, reply: PlanEntry },
    (ctx, { params, body }) =>
      actions.changePlanEntry(ctx, { attemptId: params.id, actionId: params.actionId, change: body }),
  );

  read(endpoints.downloadReport, { params: IdParams }, async (ctx, { params, request, reply }) => {
    if (request.method !== 'HEAD') await limiter.take(limits.reports, String(ctx.actor.userId));
    const result = await getResult(ctx, params.id, tagged);
    const about = await actions.aboutReport(ctx, productName);
    // Loaded by the first report: what makes PDF files takes ten megabytes of memory.
    const { makeReport } = await import('./report/report.ts');
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="readiness-assessment-${result.createdAt.slice(0, 10)}.pdf"`)
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(request.method === 'HEAD' ? '' : await makeReport(result, contentOf(result.contentVersion), about));
  });

  read(endpoints.getAssessmentNeeds, { reply: AssessmentNeeds }, (ctx) => getNeeds(ctx));
}

/** How often a member may have a result computed, and a report made. */
export type AssessmentLimits = { attempts: Limit; reports: Limit };

/** @param factor widens them as GEN-17 says */
export function assessmentLimits(factor: number): AssessmentLimits {
  return {
    attempts: { name: 'assessment-attempts', max: 60 * factor, windowSeconds: 3600 },
    reports: { name: 'assessment-reports', max: 60 * factor, windowSeconds: 3600 },
  };
}
