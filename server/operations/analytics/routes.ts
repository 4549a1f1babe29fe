import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { listResources } from '#contract/catalogue/search.endpoints.ts';
import type { Landing } from '#contract/landings.ts';
import {
  getAnalyticsActivity,
  getAnalyticsOverview,
  listAnalyticsRows,
  recordVisit,
} from '#contract/operations/analytics.endpoints.ts';
import { elapsedMs } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { networkOf } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import * as actions from './actions.ts';
import { readActivity } from './flows.ts';
import { createUsageCounts, type UsageCounts } from './usage-counts.ts';
import type { createVisitLimits } from './visit-limits.ts';

type AnalyticsRoutes = {
  database: Database;
  currency: string;
  visitLimits: ReturnType<typeof createVisitLimits>;
  /** Whether visitors may open pages of this kind. */
  isOpen: (landing: Landing) => Promise<boolean>;
};

/** Registers the routes of analytics for administrators and of visits, and the hooks that count members' usage. */
export function analyticsRoutes(app: FastifyInstance, options: AnalyticsRoutes): void {
  const { database, currency, visitLimits, isOpen } = options;
  const { readBehind, flow, visitors } = routesOf(app, database);
  const usage = createUsageCounts();
  const writeSoon = recordUsage(app, database, usage);

  // Public pages may be cached outside the portal, so the page itself reports the visit (FRONT-15).
  visitors.read(
    recordVisit,
    async ({ origin }, { body }) => {
      if (!(await isOpen(body.landing))) throw fail('request.not-found');
      const host = visitLimits.take(networkOf(origin.ip), body.host, elapsedMs());
      usage.noteVisit({ ...body, host });
      writeSoon();
      return { message: 'Counted' };
    },
    { bodyLimit: 4 * 1024 },
  );

  readBehind(getAnalyticsOverview, (ctx) => actions.getOverview(ctx));

  flow(getAnalyticsActivity, (ctx, { query }) => readActivity(ctx, { range: query, currency, usage }));

  readBehind(listAnalyticsRows, async (ctx, { query, reply }) => {
    const { rows, total } = await actions.listRows(ctx, query, currency);
    reply.header('x-total-count', total);
    return rows;
  });
}

/** Milliseconds for which counts wait in memory before they are stored. */
const writeAfterMs = 10_000;

/**
 * Counts the resources that members open and their searches without results, after the response. Counts only members
 * with Data Collection on (SET-03), and no administrators. Counts that are not stored yet are lost when the process is
 * killed.
 * @returns a function that stores the counts soon
 */
function recordUsage(app: FastifyInstance, database: Database, usage: UsageCounts): () => void {
  let timer: NodeJS.Timeout | null = null;

  const write = async () => {
    timer = null;
    const ctx = jobContext(database, 'sightings');
    await ctx
      .transaction((inner) => actions.writeUsage(inner, usage.take()))
      .catch((error: unknown) => app.log.warn(error, 'What was seen could not be written down'));
  };

  const writeSoon = () => {
    timer ??= setTimeout(write, writeAfterMs).unref();
  };

  app.addHook('onResponse', async (request, reply) => {
    const { actor } = request;
    if (actor?.role !== 'user' || !actor.allowsCounting || request.method !== 'GET' || !isAnswered(reply)) return;
    const address = request.routeOptions.url;
    if (address === getResource.path) usage.noteOpening(openedBy(request));
    else if (address === listResources.path && foundNothing(request, reply)) {
      usage.noteEmptySearch(searchOf(request), reply.hasHeader('x-closest-count'));
    } else return;
    writeSoon();
  });

  app.addHook('onClose', async () => {
    if (timer) clearTimeout(timer);
    await write();
  });
  return writeSoon;
}

/** Whether the request succeeded; 304 means that the browser had the same response already. */
function isAnswered({ statusCode }: FastifyReply): boolean {
  return statusCode === 200 || statusCode === 304;
}

// Safe casts, because the route has checked these parts against its schemas.
const openedBy = (request: FastifyRequest) => (request.params as { id: number }).id;
const searchOf = (request: FastifyRequest) => (request.query as { search: string }).search;

/**
 * Whether an unfiltered search found nothing; a search within a filter does not show that the catalogue lacks
 * something.
 */
function foundNothing(request: FastifyRequest, reply: FastifyReply): boolean {
  // Only filters are lists, and an unused one is an empty list.
  const isFiltered = Object.values(request.query as object).some((one) => Array.isArray(one) && one.length > 0);
  return !isFiltered && searchOf(request) !== '' && String(reply.getHeader('x-total-count')) === '0';
}
