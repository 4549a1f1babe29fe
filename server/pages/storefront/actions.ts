import * as z from 'zod/mini';
import { picturesOf } from '#contract/catalogue/articles-text.ts';
import { ResourceCounts, type ResourceCountsQuery, type ResourceQuery } from '#contract/catalogue/search.ts';
import type { PortalSettings } from '#contract/identity/settings-admin.ts';
import { CatalogueStart, PublicResource, PublicSummary } from '#contract/pages/storefront.ts';
import {
  listAccessTerms,
  listListedAddresses,
  listRelatedResources,
  listSummaries,
} from '#server/catalogue/catalogue/actions.ts';
import type { SummaryRow } from '#server/catalogue/catalogue/columns.ts';
import { type ListedAddress, showSummary } from '#server/catalogue/catalogue/rules.ts';
import type { CatalogueVersion } from '#server/catalogue/catalogue/version-actions.ts';
import { listPictureSizes } from '#server/catalogue/files/actions.ts';
import {
  countListed,
  countValues,
  findWithClosest,
  type Known,
  readKnown,
  type SearchSettings,
} from '#server/catalogue/search/actions.ts';
import { countHeadersOf, countsKeyOf, keyOf } from '#server/catalogue/search/rules.ts';
import { findListedResource } from '#server/commerce/access/actions.ts';
import { keptTerms } from '#server/commerce/subscriptions/price-actions.ts';
import type { Context } from '#server/platform/context.ts';
import {
  bytesOfResponse,
  publicHeaders,
  type ReadyResponse,
  readyResponse,
} from '#server/platform/http/cached-response.ts';
import { type Limiter, networkOf } from '#server/platform/http/limits.ts';
import { lastPageOf, showPublicResource, showPublicSummary, sitemapParts, sitemapSlice } from './rules.ts';

/** A page of the list, with its data for the head of the HTML page. */
export type PublicList = ReadyResponse & {
  items: PublicSummary[];
  total: number;
  lastPage: number;
  /** The closest matches of a search with few results. */
  closest: ReadyResponse;
};

/** The public catalogue; its responses are cached until the catalogue changes. */
export type Storefront = {
  list(ctx: Context, query: ResourceQuery): Promise<PublicList>;
  counts(ctx: Context, query: ResourceCountsQuery): Promise<ReadyResponse>;
  /** Returns a listed resource; null for every other one (FRONT-03). */
  resource(ctx: Context, id: number): Promise<(ReadyResponse & { resource: PublicResource }) | null>;
  /** Returns the start of the catalogue: its introduction and pinned resources. */
  landing(ctx: Context): Promise<ReadyResponse>;
  /** Returns a page or another text, cached until the catalogue changes; null is not cached. */
  text(key: string, make: () => Promise<ReadyResponse | null>): Promise<ReadyResponse | null>;
  /** Returns a resource's picture from a separate cache, so that pages do not evict pictures. */
  picture(key: string, make: () => Promise<ReadyResponse | null>): Promise<ReadyResponse | null>;
  countSitemapParts(ctx: Context): Promise<number>;
  listSitemapPart(ctx: Context, part: number): Promise<ListedAddress[]>;
};

/** Headers that let other sites use public data (FRONT-10). */
const sharedHeaders = {
  ...publicHeaders,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-total-count, x-total-count-is-minimum, x-closest-count',
  'cross-origin-resource-policy': 'cross-origin',
};

const List = z.array(PublicSummary);

type StorefrontDeps = {
  version: CatalogueVersion;
  settings: () => Promise<SearchSettings & Pick<PortalSettings, 'introduction' | 'pinnedResourceIds'>>;
  limiter: Limiter;
  limitFactor: number;
  currency: string;
};

/**
 * Creates the public catalogue. Its cached responses are bounded in number and memory, whatever visitors request
 * (FRONT-13).
 */
export function openStorefront({ version, settings, limiter, limitFactor, currency }: StorefrontDeps): Storefront {
  const readTerms = keptTerms(version, currency);
  const sizes = { maxEntries: 1000, maxBytes: 8 * 1024 * 1024 };
  const lists = version.cacheOf<PublicList>({
    ...sizes,
    bytesOf: (list) => 2 * bytesOfResponse(list) + bytesOfResponse(list.closest),
  });
  const answers = version.cacheOf<ReadyResponse>({ ...sizes, bytesOf: bytesOfResponse });
  const resources = version.cacheOf<Awaited<ReturnType<Storefront['resource']>>>({
    ...sizes,
    bytesOf: (answer) => (answer ? 2 * bytesOfResponse(answer) : 0),
  });
  const drawn = {
    ...sizes,
    maxBytes: 32 * 1024 * 1024,
    bytesOf: (one: ReadyResponse | null) => (one ? bytesOfResponse(one) : 0),
  };
  const texts = version.cacheOf<ReadyResponse | null>(drawn);
  const pictures = version.cacheOf<ReadyResponse | null>(drawn);
  const known = version.cacheOf<Known>({ maxEntries: 1, maxBytes: 1024 * 1024, bytesOf: () => 0 });
  const knownOf = (ctx: Context) =>
    known.get('all', async () => {
      const present = await settings();
      return version.read(ctx, (inner) => readKnown(inner, present));
    });

  /** Limit of searches per network; a search whose response is cached does not count. */
  const searchLimit = { name: 'public-search', max: 1_200 * limitFactor, windowSeconds: 3_600 };
  const countSearch = async ({ origin }: Context, { search }: ResourceCountsQuery) => {
    if (search !== '') await limiter.take(searchLimit, networkOf(origin.ip));
  };

  return {
    list: (ctx, query) =>
      lists.get(keyOf(query), async () => {
        await countSearch(ctx, query);
        const present = await knownOf(ctx);
        const found = await version.read(ctx, (inner) => findWithClosest(inner, query, present));
        const show = (rows: readonly SummaryRow[]) => rows.map((row) => showPublicSummary(showSummary(row)));
        const items = show(found.rows);
        return {
          ...readyResponse(List, items, { ...sharedHeaders, ...countHeadersOf(found) }),
          items,
          total: found.total,
          lastPage: lastPageOf(found.total),
          closest: readyResponse(List, show(found.closest), sharedHeaders),
        };
      }),
    counts: (ctx, query) =>
      answers.get(countsKeyOf(query), async () => {
        await countSearch(ctx, query);
        const present = await knownOf(ctx);
        const counts = await version.read(ctx, (inner) => countValues(inner, query, present));
        return readyResponse(ResourceCounts, counts, sharedHeaders);
      }),
    resource: (ctx, id) =>
      resources.get(String(id), () =>
        version.read(ctx, async (inner) => {
          const found = await findListedResource(inner, id, readTerms);
          if (!found) return null;
          const resource = showPublicResource(found, await listRelatedResources(inner, id));
          return { ...readyResponse(PublicResource, resource, sharedHeaders), resource };
        }),
      ),
    landing: (ctx) =>
      answers.get('landing', async () => {
        const present = await settings();
        const start = await version.read(ctx, (inner) => readLanding(inner, present));
        return readyResponse(CatalogueStart, start, sharedHeaders);
      }),
    text: (key, make) => texts.get(key, make),
    picture: (key, make) => pictures.get(key, make),
    countSitemapParts: async (ctx) => sitemapParts(await version.read(ctx, countListed)),
    listSitemapPart: (ctx, part) => version.read(ctx, (inner) => listListedAddresses(inner, sitemapSlice(part))),
  };
}

/**
 * Reads the introduction with the sizes of its pictures, and the pinned resources that are listed now, in their order.
 */
async function readLanding(
  ctx: Context,
  { introduction, pinnedResourceIds }: Pick<PortalSettings, 'introduction' | 'pinnedResourceIds'>,
): Promise<CatalogueStart> {
  const terms = await listAccessTerms(ctx, pinnedResourceIds);
  const listed = new Set(terms.filter(({ state }) => state === 'listed').map(({ id }) => id));
  const pinned = await listSummaries(
    ctx,
    pinnedResourceIds.filter((id) => listed.has(id)),
  );
  return {
    introduction: introduction && {
      document: introduction,
      pictureSizes: await listPictureSizes(ctx, picturesOf(introduction)),
    },
    pinned: pinned.map(showPublicSummary),
  };
}
