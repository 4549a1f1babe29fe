import type { FastifyInstance } from 'fastify';
import { isoDay } from '#contract/dates.ts';
import type { PortalSettings } from '#contract/identity/settings-admin.ts';
import * as endpoints from '#contract/learning/assessment.endpoints.ts';
import { AssessmentQuestions, PublicAssessment } from '#contract/learning/assessment.ts';
import type { CatalogueVersion } from '#server/catalogue/catalogue/version-actions.ts';
import type { Contents } from '#server/catalogue/content/actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { PrintedBrand } from '#server/platform/files/pdf.ts';
import { printInThread } from '#server/platform/files/print-in-thread.ts';
import {
  bytesOfResponse,
  publicHeaders,
  type ReadyResponse,
  readyResponse,
  sendReady,
  sendsReady,
} from '#server/platform/http/cached-response.ts';
import { type Limit, type Limiter, type LimitFactors, networkOf } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import { getNeeds, type HelpfulResources } from './actions.ts';
import type { makeReport } from './report/report.ts';
import { getPublicAssessment, getResult, scoreVisitor } from './result-actions.ts';

type AssessmentRoutes = {
  database: Database;
  version: CatalogueVersion;
  limiter: Limiter;
  limits: AssessmentLimits;
  settings: () => Promise<PortalSettings>;
  contents: Contents;
  publicUrl: string;
  printedBrand: () => Promise<PrintedBrand>;
  help: HelpfulResources;
};

const reportThread = new URL('./report/report-thread.ts', import.meta.url);

/**
 * Registers the routes of the readiness assessment: its questions, members' attempts with results and plans, the
 * assessment for visitors, and the needs for administrators.
 */
export function assessmentRoutes(app: FastifyInstance, options: AssessmentRoutes): void {
  const { database, version, limiter, limits, settings, contents, publicUrl, printedBrand, help } = options;
  const { read, write } = routesOf(app, database);
  visitorRoutes(app, options);

  const questions = version.cacheOf<ReadyResponse>({ maxEntries: 1, maxBytes: 1024 * 1024, bytesOf: bytesOfResponse });
  read(
    endpoints.getAssessmentQuestions,
    async (_ctx, { request, reply }) => {
      const ready = await questions.get('all', async () =>
        readyResponse(AssessmentQuestions, await actions.getQuestions(contents)),
      );
      return sendReady(request, reply, ready);
    },
    sendsReady,
  );

  read(endpoints.getOwnAssessment, (ctx) => actions.getOwnAssessment(ctx, contents));

  write(endpoints.createAttempt, async (ctx, { body }) => {
    await limiter.take(limits.attempts, String(ctx.actor.userId));
    const { assessment: content } = await contents.current();
    return actions.createAttempt(ctx, body, { isPublic: (await settings()).assessmentIsPublic, content });
  });

  read(endpoints.listAttempts, async (ctx, { query, reply }) => {
    const { attempts, total } = await actions.listAttempts(ctx, query, contents);
    reply.header('x-total-count', String(total));
    return attempts;
  });

  read(endpoints.getAttempt, (ctx, { params }) => getResult(ctx, params.id, { help, contents }));

  write(endpoints.changePlanEntry, (ctx, { params, body }) =>
    actions.changePlanEntry(ctx, { attemptId: params.id, actionId: params.actionId, change: body }, contents),
  );

  write(endpoints.removePlanEntry, async (ctx, { params }) => {
    await actions.removePlanEntry(ctx, { attemptId: params.id, actionId: params.actionId });
    return { message: 'The action is no longer in your plan.' };
  });

  read(endpoints.downloadReport, async (ctx, { params, request, reply }) => {
    if (request.method !== 'HEAD') await limiter.take(limits.reports, String(ctx.actor.userId));
    const result = await getResult(ctx, params.id, { help, contents });
    const { words } = await contents.current();
    const [{ productName }, brand] = [await settings(), await printedBrand()];
    const about = await actions.aboutReport(ctx, { productName, publicUrl, brand, words });
    const contentOf = await contents.assessments([result.contentVersion]);
    const given: Parameters<typeof makeReport> = [result, contentOf(result.contentVersion), about];
    return reply
      .type('application/pdf')
      .header(
        'content-disposition',
        `attachment; filename="readiness-assessment-${isoDay(result.createdAt, ctx.actor.timeZone)}.pdf"`,
      )
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(request.method === 'HEAD' ? '' : await printInThread(reportThread, ...given));
  });

  read(endpoints.getAssessmentNeeds, async (ctx) => getNeeds(ctx, (await contents.current()).assessment));
}

/** Registers the routes of the assessment without an account, which stores nothing (TRY-01, TRY-02). */
function visitorRoutes(app: FastifyInstance, options: AssessmentRoutes): void {
  const { database, version, limiter, limits, settings, contents, help } = options;
  const { visitors } = routesOf(app, database);
  const ready = version.cacheOf<ReadyResponse>({ maxEntries: 2, maxBytes: 1024 * 1024, bytesOf: bytesOfResponse });
  /**
   * Rejects the call unless the assessment is public. Returns the search for helpful resources, or null while the
   * catalogue is not public.
   */
  const requirePublic = async () => {
    const { assessmentIsPublic, catalogueIsPublic } = await settings();
    if (!assessmentIsPublic) throw fail('request.not-found');
    return catalogueIsPublic ? help : null;
  };

  visitors.read(
    endpoints.getPublicAssessment,
    async (ctx, { request, reply }) => {
      const open = await requirePublic();
      const answer = await ready.get(open ? 'with resources' : 'without resources', async () =>
        readyResponse(
          PublicAssessment,
          await getPublicAssessment(ctx, (await contents.current()).assessment, open),
          publicHeaders,
        ),
      );
      return sendReady(request, reply, answer);
    },
    sendsReady,
  );

  visitors.read(endpoints.scorePublicAnswers, async (ctx, { body }) => {
    const open = await requirePublic();
    await limiter.take(limits.visitors, networkOf(ctx.origin.ip));
    return scoreVisitor(ctx, (await contents.current()).assessment, body, open);
  });
}

/** Limits of results and reports per member, and of results for the visitors of a network. */
export type AssessmentLimits = { attempts: Limit; reports: Limit; visitors: Limit };

/** Returns the limits, multiplied as GEN-17 and ACCT-08 say. */
export function assessmentLimits({ limitFactor, networkLimitFactor }: LimitFactors): AssessmentLimits {
  return {
    attempts: { name: 'assessment-attempts', max: 60 * limitFactor, windowSeconds: 3600 },
    reports: { name: 'assessment-reports', max: 60 * limitFactor, windowSeconds: 3600 },
    visitors: { name: 'assessment-visitors', max: 60 * networkLimitFactor, windowSeconds: 3600 },
  };
}
