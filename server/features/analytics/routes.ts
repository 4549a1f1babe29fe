import type { FastifyInstance } from 'fastify';
import { getAnalyticsActivity, getAnalyticsOverview } from '#contract/analytics.endpoints.ts';
import { AnalyticsActivity, AnalyticsOverview, AnalyticsQuery } from '#contract/analytics.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import { readActivity } from './flows.ts';
import { createUsageCounts } from './usage-counts.ts';
import { recordUsage } from './usage-routes.ts';

type AnalyticsRoutes = { database: Database; currency: string };

/** What administrators see of the whole. */
export function analyticsRoutes(app: FastifyInstance, { database, currency }: AnalyticsRoutes): void {
  const { read, flow } = routesOf(app, database);
  const usage = createUsageCounts();
  recordUsage(app, database, usage);

  read(getAnalyticsOverview, { reply: AnalyticsOverview }, (ctx) => actions.getOverview(ctx));

  flow(getAnalyticsActivity, { query: AnalyticsQuery, reply: AnalyticsActivity }, (ctx, { query }) =>
    readActivity(ctx, { range: query, currency, usage }),
  );
}
