import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '#contract/library.endpoints.ts';
import { LibraryCounts, LibraryEntry, LibraryQuery } from '#contract/library.ts';
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
