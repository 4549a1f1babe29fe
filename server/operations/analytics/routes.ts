import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { listResources } from '#contract/catalogue/search.endpoints.ts';
import { Arrival } from '#contract/identity/sign-in-forms.ts';
import type { Landing } from '#contract/landings.ts';
import { Message } from '#contract/message.ts';
import {
  getAnalyticsActivity,
  getAnalyticsOverview,
  listAnalyticsRows,
  recordVisit,
} from '#contract/operations/analytics.endpoints.ts';
import {
  AnalyticsActivity,
  AnalyticsOverview,
  AnalyticsQuery,
  AnalyticsRow,
  AnalyticsRowsQuery,
} from '#contract/operations/analytics.ts';
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

/** What administrators see of the whole, and what is counted for it. */
export function analyticsRoutes(app: FastifyInstance, options: AnalyticsRoutes): void {
  const { database, currency, visitLimits, isOpen } = options;
  const { readBehind, flow, visitors } = routesOf(app, database);
  const usage = createUsageCounts();
  const writeSoon = recordUsage(app, database, usage);

  // Public pages are cached by anybody, so that visits are counted by what the page itself sends (FRONT-15).
  visitors.read(
    recordVisit,
    { body: Arrival, reply: Message },
    async ({ origin }, { body }) => {
      if (!(await isOpen(body.landing))) throw fail('request.not-found');
      const host = visitLimits.take(networkOf(origin.ip), body.host, elapsedMs());
      usage.noteVisit({ ...body, host });
      writeSoon();
      return { message: 'Counted' };
    },
    { bodyLimit: 4 * 1024 },
  );

  readBehind(getAnalyticsOverview, { reply: AnalyticsOverview }, (ctx) => actions.getOverview(ctx));

  flow(getAnalyticsActivity, { query: AnalyticsQuery, reply: AnalyticsActivity }, (ctx, { query }) =>
    readActivity(ctx, { range: query, currency, usage }),
  );

  readBehind(
    listAnalyticsRows,
    { query: AnalyticsRowsQuery, reply: z.array(AnalyticsRow) },
    async (ctx, { query, reply }) => {
      const { rows, total } = await actions.listRows(ctx, query, currency);
      reply.header('x-total-count', total);
      return rows;
    },
  );
}

/** How long what was seen waits in memory before it is written down. */
const writeAfterMs = 10_000;

/**
 * Counts which resources members open and what they look for in vain, after they have been answered: of those members
 * alone who have Data Collection on (SET-03), and of no administrators. What a process has seen and not yet written is lost when it is killed.
 * @returns has what was seen written down soon
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

/** Also when the browser had the same answer already. */
function isAnswered({ statusCode }: FastifyReply): boolean {
  return statusCode === 200 || statusCode === 304;
}

// The route has checked these parts against its shapes before it answered.
const openedBy = (request: FastifyRequest) => (request.params as { id: number }).id;
const searchOf = (request: FastifyRequest) => (request.query as { search: string }).search;

/** A search of the whole catalogue: within a filter it says nothing about what is missing. */
function foundNothing(request: FastifyRequest, reply: FastifyReply): boolean {
  // Only filters are lists, and each that is not used is an empty one.
  const isFiltered = Object.values(request.query as object).some((one) => Array.isArray(one) && one.length > 0);
  return !isFiltered && searchOf(request) !== '' && String(reply.getHeader('x-total-count')) === '0';
}
