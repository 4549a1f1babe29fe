import type { FastifyInstance } from 'fastify';
import { ChangesQuery } from '#contract/changes.ts';
import * as endpoints from '#contract/learning/learning-completions.endpoints.ts';
import { ChangedCompletions } from '#contract/learning/learning-completions.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './completion-actions.ts';

/** Registers the routes by which other systems read completions. */
export function completionRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read } = routesOf(app, database);
  const listed = { query: ChangesQuery, reply: ChangedCompletions };

  read(endpoints.listOwnCompletions, listed, (ctx, { query }) => actions.listOwnCompletions(ctx, query));

  read(endpoints.listOrganisationCompletions, { params: IdParams, ...listed }, (ctx, { params, query }) =>
    actions.listOrganisationCompletions(ctx, params.id, query),
  );

  read(endpoints.listCompletions, listed, (ctx, { query }) => actions.listCompletions(ctx, query));
}
