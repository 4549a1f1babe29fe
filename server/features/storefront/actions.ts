import * as z from 'zod/mini';
import { ResourceCounts, type ResourceCountsQuery, type ResourceQuery } from '#contract/search.ts';
import { PublicResource, PublicSummary } from '#contract/storefront.ts';
import { findResource, listListedAddresses, listRelatedResources } from '#server/features/catalogue/actions.ts';
import { type ListedAddress, showSummary } from '#server/features/catalogue/rules.ts';
import type { CatalogueVersion } from '#server/features/catalogue/version-actions.ts';
import { countKinds, countListed, countValues, findResources } from '#server/features/search/actions.ts';
import { countsKeyOf, type FoundCount, keyOf } from '#server/features/search/rules.ts';
import type { Context } from '#server/platform/context.ts';
import { bytesOfReply, publicReply, type ReadyReply, readyReply } from '#server/platform/http/cached-reply.ts';
import { type Limiter, networkOf } from '#server/platform/http/limits.ts';
import { lastPageOf, showPublicResource, showPublicSummary, sitemapParts, sitemapSlice } from './rules.ts';

/** A page of the list with what its HTML page says about it. */
export type PublicList = ReadyReply & { items: PublicSummary[]; total: number; lastPage: number };

/** What any visitor may read of the catalogue; the answers are ready until the catalogue changes. */
export type Storefront = {
  list(ctx: Context, query: ResourceQuery): Promise<PublicList>;
  counts(ctx: Context, query: ResourceCountsQuery): Promise<ReadyReply>;
  /** A listed resource; null for every other one (FRONT-03). */
  resource(ctx: Context, id: number): Promise<(ReadyReply & { resource: PublicResource }) | null>;
  /** A page or another text that holds until the catalogue changes; null is not kept. */
  text(key: string, make: () => Promise<ReadyReply | null>): Promise<ReadyReply | null>;
  /** A resource's picture, which the pages do not drive out. */
  picture(key: string, make: () => Promise<ReadyReply | null>): Promise<ReadyReply | null>;
  countSitemapParts(ctx: Context): Promise<number>;
  listSitemapPart(ctx: Context, part: number): Promise<ListedAddress[]>;
};

/** Other sites may show what any visitor may read (FRONT-10). */
const sharedReply = {
  ...publicReply,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-total-count, x-total-count-is-minimum',
  'cross-origin-resource-policy': 'cross-origin',
};

const List = z.array(PublicSummary);

type StorefrontDeps = { version: CatalogueVersion; limiter: Limiter; limitFactor: number };

/** The answers for visitors: bounded in number and memory, whatever is asked for (FRONT-13). */
export function openStorefront({ version, limiter, limitFactor }: StorefrontDeps): Storefront {
  const sizes = { maxEntries: 1000, maxBytes: 8 * 1024 * 1024 };
  const lists = version.cacheOf<PublicList>({ ...sizes, bytesOf: (list) => 2 * bytesOfReply(list) });
  const answers = version.cacheOf<ReadyReply>({ ...sizes, bytesOf: bytesOfReply });
  const resources = version.cacheOf<Awaited<ReturnType<Storefront['resource']>>>({
    ...sizes,
    bytesOf: (answer) => (answer ? 2 * bytesOfReply(answer) : 0),
  });
  const drawn = {
    ...sizes,
    maxBytes: 32 * 1024 * 1024,
    bytesOf: (one: ReadyReply | null) => (one ? bytesOfReply(one) : 0),
  };
  const texts = version.cacheOf<ReadyReply | null>(drawn);
  const pictures = version.cacheOf<ReadyReply | null>(drawn);
  const kinds = version.cacheOf<FoundCount[]>({ maxEntries: 1, maxBytes: 1024 * 1024, bytesOf: () => 0 });
  const kindsOf = (ctx: Context) => kinds.get('all', () => countKinds(ctx));

  /** Only what has to be searched for counts. */
  const searchLimit = { name: 'public-search', max: 1_200 * limitFactor, windowSeconds: 3_600 };
  const countSearch = async ({ origin }: Context, { search }: ResourceCountsQuery) => {
    if (search !== '') await limiter.take(searchLimit, networkOf(origin.ip));
  };

  return {
    list: (ctx, query) =>
      lists.get(keyOf(query), async () => {
        await countSearch(ctx, query);
        const { rows, total, isMinimum } = await findResources(ctx, query, await kindsOf(ctx));
        const items = rows.map((row) => showPublicSummary(showSummary(row)));
        const reply = readyReply(List, items, {
          ...sharedReply,
          'x-total-count': String(total),
          ...(isMinimum && { 'x-total-count-is-minimum': 'true' }),
        });
        return { ...reply, items, total, lastPage: lastPageOf(total) };
      }),
    counts: (ctx, query) =>
      answers.get(countsKeyOf(query), async () => {
        await countSearch(ctx, query);
        return readyReply(ResourceCounts, await countValues(ctx, query, await kindsOf(ctx)), sharedReply);
      }),
    resource: (ctx, id) =>
      resources.get(String(id), async () => {
        const found = await findResource(ctx, id, 'user');
        if (found?.accessTerms.state !== 'listed') return null;
        const resource = showPublicResource(found.resource, await listRelatedResources(ctx, id));
        return { ...readyReply(PublicResource, resource, sharedReply), resource };
      }),
    text: (key, make) => texts.get(key, make),
    picture: (key, make) => pictures.get(key, make),
    countSitemapParts: async (ctx) => sitemapParts(await countListed(ctx)),
    listSitemapPart: (ctx, part) => listListedAddresses(ctx, sitemapSlice(part)),
  };
}
