import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ResourceSummary } from '#contract/catalogue.ts';
import * as endpoints from '#contract/library.endpoints.ts';
import { LibraryCounts, LibraryEntry, LibraryQuery, SavedIds, SavedQuery, SavedState } from '#contract/library.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './shelf-actions.ts';

const Entries = z.array(LibraryEntry);

/** My Resources, and what the dashboard offers to go on with. */
export function shelfRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read } = routesOf(app, database);

  read(endpoints.listLibrary, { query: LibraryQuery, reply: Entries }, async (ctx, { query, reply }) => {
    const { entries, total } = await actions.listLibrary(ctx, query);
    reply.header('x-total-count', total);
    return entries;
  });

  read(endpoints.countLibrary, { reply: LibraryCounts }, (ctx) => actions.countLibrary(ctx));

  read(endpoints.listUnfinished, { reply: Entries }, (ctx) => actions.listUnfinished(ctx));
}

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

  write(endpoints.addSaved, { params: IdParams, reply: SavedState }, (ctx, { params }) => actions.save(ctx, params.id));

  write(endpoints.removeSaved, { params: IdParams, reply: SavedState }, (ctx, { params }) =>
    actions.unsave(ctx, params.id),
  );
}
