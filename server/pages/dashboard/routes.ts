import type { FastifyInstance } from 'fastify';
import { getDashboard } from '#contract/pages/dashboard.endpoints.ts';
import type { CatalogueVersion } from '#server/catalogue/catalogue/version-actions.ts';
import type { Contents } from '#server/catalogue/content/actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';

type DashboardRoutes = { database: Database; version: CatalogueVersion; contents: Contents; currency: string };

export function dashboardRoutes(
  app: FastifyInstance,
  { database, version, contents, currency }: DashboardRoutes,
): void {
  const { read } = routesOf(app, database);
  // One entry for each role and goal.
  const rows = version.cacheOf<actions.Rows>({ maxEntries: 60, maxBytes: 4 * 1024 * 1024, bytesOf: bytesOfRows });
  read(getDashboard, (ctx) => actions.getDashboard(ctx, { rows, contents, currency }));
}

const bytesOfRows = (rows: actions.Rows) => JSON.stringify(rows).length;
