import type { FastifyInstance } from 'fastify';
import { getAnalyticsOverview } from '#contract/analytics.endpoints.ts';
import { AnalyticsOverview } from '#contract/analytics.ts';
import type { Database } from '#server/platform/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';

type AnalyticsRoutes = { database: Database };

/** What administrators see of the whole. */
export function analyticsRoutes(app: FastifyInstance, { database }: AnalyticsRoutes): void {
  const { read } = routesOf(app, database);

  read(getAnalyticsOverview, { reply: AnalyticsOverview }, (ctx) => actions.getOverview(ctx));
}
