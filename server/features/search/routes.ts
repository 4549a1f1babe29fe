import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ResourceSummary } from '#contract/catalogue.ts';
import * as endpoints from '#contract/search.endpoints.ts';
import { ResourceCounts, ResourceCountsQuery, ResourceQuery, SuggestionQuery, Suggestions } from '#contract/search.ts';
import type { CatalogueVersion } from '#server/features/catalogue/version-actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import {
  bytesOfReply,
  type ReadyReply,
  readyJson,
  readyReply,
  sendReady,
  sendsReady,
} from '#server/platform/http/cached-reply.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { createCards } from './card-actions.ts';
import { countValues } from './count-actions.ts';
import { countResources, listResources, type Overview } from './list-actions.ts';
import { countsKeyOf, keyOf } from './rules.ts';
import { suggest } from './suggestion-actions.ts';
import { suggestionKeyOf } from './suggestion-rules.ts';

type SearchRoutes = { database: Database; version: CatalogueVersion };

const ResourceList = z.array(ResourceSummary);

/** The list of resources and what its filters would find: the same for every member, so these answers are kept until the catalogue changes. */
export function searchRoutes(app: FastifyInstance, { database, version }: SearchRoutes): void {
  const { read } = routesOf(app, database);
  const pages = version.cacheOf<ReadyReply>({ maxEntries: 500, maxBytes: 32 * 1024 * 1024, bytesOf: bytesOfReply });
  const counts = version.cacheOf<ReadyReply>({ maxEntries: 500, maxBytes: 1024 * 1024, bytesOf: bytesOfReply });
  const suggestions = version.cacheOf<ReadyReply>({ maxEntries: 1000, maxBytes: 1024 * 1024, bytesOf: bytesOfReply });
  const overviews = version.cacheOf<Overview>({ maxEntries: 1, maxBytes: 1024 * 1024, bytesOf: () => 0 });

  const cards = createCards();

  const overviewOf = (ctx: Context) => overviews.get('the one', () => countResources(ctx));

  read(
    endpoints.listResources,
    { query: ResourceQuery, reply: ResourceList },
    async (ctx, { query, request, reply }) => {
      const answer = await pages.get(keyOf(query), async () => {
        const list = await listResources(ctx, query, { ...(await overviewOf(ctx)), cards });
        const { total, isMinimum } = list;
        return readyJson(`[${list.cards.join(',')}]`, {
          'x-total-count': String(total),
          ...(isMinimum && { 'x-total-count-is-minimum': 'true' }),
        });
      });
      return sendReady(request, reply, answer);
    },
    sendsReady,
  );

  read(
    endpoints.countResources,
    { query: ResourceCountsQuery, reply: ResourceCounts },
    async (ctx, { query, request, reply }) => {
      const answer = await counts.get(countsKeyOf(query), async () =>
        readyReply(ResourceCounts, await countValues(ctx, query, await overviewOf(ctx))),
      );
      return sendReady(request, reply, answer);
    },
    sendsReady,
  );

  read(
    endpoints.suggestResources,
    { query: SuggestionQuery, reply: Suggestions },
    async (ctx, { query: { search }, request, reply }) => {
      const answer = await suggestions.get(suggestionKeyOf(search), async () =>
        readyReply(Suggestions, await suggest(ctx, search, await overviewOf(ctx))),
      );
      return sendReady(request, reply, answer);
    },
    sendsReady,
  );
}
