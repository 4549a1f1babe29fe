import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ResourceSummary } from '#contract/catalogue.ts';
import * as endpoints from '#contract/search.endpoints.ts';
import { ResourceCounts, ResourceCountsQuery, ResourceQuery, SuggestionQuery, Suggestions } from '#contract/search.ts';
import { showSummary } from '#server/features/catalogue/rules.ts';
import type { CatalogueVersion } from '#server/features/catalogue/version-actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import {
  bytesOfReply,
  type ReadyReply,
  readyReply,
  sendReady,
  sendsReady,
} from '#server/platform/http/cached-reply.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { countValues, findResources, type Known, readKnown, type SearchSettings, suggest } from './actions.ts';
import { countsKeyOf, keyOf } from './rules.ts';
import { suggestionKeyOf } from './word-rules.ts';

type SearchRoutes = { database: Database; version: CatalogueVersion; settings: () => Promise<SearchSettings> };

const ResourceList = z.array(ResourceSummary);

/** The list of resources, its counts and suggestions: the same for every member, so answers are kept until the catalogue changes. */
export function searchRoutes(app: FastifyInstance, { database, version, settings }: SearchRoutes): void {
  const { read } = routesOf(app, database);
  const answers = version.cacheOf<ReadyReply>({ maxEntries: 2000, maxBytes: 32 * 1024 * 1024, bytesOf: bytesOfReply });
  const known = version.cacheOf<Known>({ maxEntries: 1, maxBytes: 1024 * 1024, bytesOf: () => 0 });
  const knownOf = (ctx: Context) =>
    known.get('all', async () => {
      const present = await settings();
      return version.read(ctx, (inner) => readKnown(inner, present));
    });

  read(
    endpoints.listResources,
    { query: ResourceQuery, reply: ResourceList },
    async (ctx, { query, request, reply }) => {
      const answer = await answers.get(`list ${keyOf(query)}`, async () => {
        const present = await knownOf(ctx);
        const { rows, total, isMinimum } = await version.read(ctx, (inner) => findResources(inner, query, present));
        return readyReply(ResourceList, rows.map(showSummary), {
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
      const answer = await answers.get(`counts ${countsKeyOf(query)}`, async () => {
        const present = await knownOf(ctx);
        return readyReply(ResourceCounts, await version.read(ctx, (inner) => countValues(inner, query, present)));
      });
      return sendReady(request, reply, answer);
    },
    sendsReady,
  );

  read(
    endpoints.suggestResources,
    { query: SuggestionQuery, reply: Suggestions },
    async (ctx, { query: { search }, request, reply }) => {
      const answer = await answers.get(`suggestions ${suggestionKeyOf(search)}`, async () => {
        const present = await knownOf(ctx);
        return readyReply(Suggestions, await version.read(ctx, (inner) => suggest(inner, search, present)));
      });
      return sendReady(request, reply, answer);
    },
    sendsReady,
  );
}
