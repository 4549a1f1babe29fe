import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ListedResource, ResourceSummary } from '#contract/catalogue/catalogue.ts';
import * as endpoints from '#contract/catalogue/search.endpoints.ts';
import { ResourceCounts, type ResourceQuery, Suggestions } from '#contract/catalogue/search.ts';
import { listWhole } from '#server/catalogue/catalogue/actions.ts';
import { showSummary } from '#server/catalogue/catalogue/rules.ts';
import type { CatalogueVersion } from '#server/catalogue/catalogue/version-actions.ts';
import { type Context, isEditor, type MemberContext } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import {
  bytesOfResponse,
  type ReadyResponse,
  readyResponse,
  sendReady,
  sendsReady,
} from '#server/platform/http/cached-response.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import {
  countValues,
  findWithClosest,
  type Known,
  listChangedResources,
  readKnown,
  type SearchSettings,
  suggest,
} from './actions.ts';
import { countHeadersOf, countsKeyOf, firstPageOf, hasPage, keyOf } from './rules.ts';
import { suggestionKeyOf } from './suggestion-rules.ts';

type SearchRoutes = { database: Database; version: CatalogueVersion; settings: () => Promise<SearchSettings> };

const ResourceList = z.array(ListedResource);
const SummaryList = z.array(ResourceSummary);

/** A page of the list, and the closest matches of its search. */
type ListResponse = { list: ReadyResponse; closest: ReadyResponse };

/**
 * Registers the routes of the list of resources, its changes, counts and suggestions. Cards, counts and suggestions are
 * the same for every member, so their responses are cached until the catalogue changes.
 */
export function searchRoutes(app: FastifyInstance, { database, version, settings }: SearchRoutes): void {
  const { read } = routesOf(app, database);

  read(endpoints.listChangedResources, (ctx, { query }) => listChangedResources(ctx, query));

  const sizes = { maxEntries: 2000, maxBytes: 16 * 1024 * 1024 };
  const lists = version.cacheOf<ListResponse>({
    ...sizes,
    bytesOf: ({ list, closest }) => bytesOfResponse(list) + bytesOfResponse(closest),
  });
  const answers = version.cacheOf<ReadyResponse>({ ...sizes, bytesOf: bytesOfResponse });
  const known = version.cacheOf<Known>({ maxEntries: 1, maxBytes: 1024 * 1024, bytesOf: () => 0 });
  const knownOf = (ctx: Context) =>
    known.get('all', async () => {
      const present = await settings();
      return version.read(ctx, (inner) => readKnown(inner, present));
    });

  /** Caches one result for both calls, because a screen with few results makes one after the other. */
  const listOf = (ctx: MemberContext, query: ResourceQuery) => {
    // Only whole resources differ for administrators: file URLs, content videos and unpublished parts of bundles.
    const reader = !hasPage(query) && isEditor(ctx.actor) ? 'administrator' : 'user';
    return lists.get(`${reader} ${keyOf(query)}`, async () => {
      const present = await knownOf(ctx);
      const { found, resources } = await version.read(ctx, async (inner) => {
        const answer = await findWithClosest(inner, query, present);
        const ids = answer.rows.map(({ id }) => id);
        return {
          found: answer,
          resources: hasPage(query) ? answer.rows.map(showSummary) : await listWhole(inner, ids, reader),
        };
      });
      return {
        list: readyResponse(ResourceList, resources, countHeadersOf(found)),
        closest: readyResponse(SummaryList, found.closest.map(showSummary)),
      };
    });
  };

  read(
    endpoints.listResources,
    async (ctx, { query, request, reply }) => sendReady(request, reply, (await listOf(ctx, query)).list),
    sendsReady,
  );

  read(
    endpoints.listClosestResources,
    async (ctx, { query, request, reply }) =>
      sendReady(request, reply, (await listOf(ctx, firstPageOf(query))).closest),
    sendsReady,
  );

  read(
    endpoints.countResources,
    async (ctx, { query, request, reply }) => {
      const answer = await answers.get(`counts ${countsKeyOf(query)}`, async () => {
        const present = await knownOf(ctx);
        return readyResponse(ResourceCounts, await version.read(ctx, (inner) => countValues(inner, query, present)));
      });
      return sendReady(request, reply, answer);
    },
    sendsReady,
  );

  read(
    endpoints.suggestResources,
    async (ctx, { query: { search }, request, reply }) => {
      const answer = await answers.get(`suggestions ${suggestionKeyOf(search)}`, async () => {
        const present = await knownOf(ctx);
        return readyResponse(Suggestions, await version.read(ctx, (inner) => suggest(inner, search, present)));
      });
      return sendReady(request, reply, answer);
    },
    sendsReady,
  );
}
