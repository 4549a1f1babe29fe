import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ResourceSummary } from '#contract/catalogue.ts';
import * as endpoints from '#contract/library.endpoints.ts';
import { SavedIds, SavedQuery, SavedState } from '#contract/library.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './saved-actions.ts';

/** What members put aside for later. */
export function savedRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  const list = { query: SavedQuery, reply: z.array(ResourceSummary) };
  read(endpoints.listSaved, list, async (ctx, { query, reply }) => {
    const { resources, total } = await actions.listSaved(ctx, query);
    reply.header('x-total-count', total);
    return resources;
  });

  read(endpoints.listSavedIds, { reply: SavedIds }, async (ctx) => ({ resourceIds: await actions.listSavedIds(ctx) }));

  write(endpoints.saveResource, { params: IdParams, reply: SavedState }, (ctx, { params }) =>
    actions.save(ctx, params.id),
  );

  write(endpoints.unsaveResource, { params: IdParams, reply: SavedState }, (ctx, { params }) =>
    actions.unsave(ctx, params.id),
  );
}
