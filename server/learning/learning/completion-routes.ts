import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/learning/learning-completions.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './completion-actions.ts';

/** Registers the routes by which other systems read completions. */
export function completionRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read } = routesOf(app, database);
  read(endpoints.listOwnCompletions, (ctx, { query }) => actions.listOwnCompletions(ctx, query));

  read(endpoints.listOrganisationCompletions, (ctx, { params, query }) =>
    actions.listOrganisationCompletions(ctx, params.id, query),
  );

  read(endpoints.listCompletions, (ctx, { query }) => actions.listCompletions(ctx, query));
}
