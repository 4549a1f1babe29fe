import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  countPublicResources,
  getLanding,
  getPublicResource,
  listClosestPublicResources,
  listPublicResources,
} from '#contract/pages/storefront.endpoints.ts';
import type { CatalogueStart } from '#contract/pages/storefront.ts';
import { checkCertificate } from '#contract/pages/storefront-certificates.endpoints.ts';
import { type BrowseQuery, browsePageSize, browseSearch } from '#web/catalogue/search/browse-display.ts';
import { pageQueryOf, queryOf } from '#web/platform/queries.ts';

/** Parameters of the first page of the whole catalogue, without search or filters. */
export const everything: BrowseQuery = browseSearch.read({});

/** Query of one page of the public catalogue. The previous page stays until the next one arrives. */
export function publicResources({ search, ...query }: BrowseQuery) {
  return queryOptions({
    ...pageQueryOf(listPublicResources, { query: { ...query, search: search.trim(), pageSize: browsePageSize } }),
    placeholderData: keepPreviousData,
  });
}

/** Query of the closest matches of a search with few results. */
export function publicClosest({ search, sort: _sort, page: _page, ...filters }: BrowseQuery) {
  return queryOf(listClosestPublicResources, { query: { ...filters, search: search.trim() } });
}

/** Query of the three newest listed resources. */
export const newestPublicResources = queryOf(listPublicResources, { query: { pageSize: 3 } });

/** Query of the number of listed resources that each filter would find. */
export function publicCounts({ search, sort: _sort, page: _page, ...filters }: BrowseQuery) {
  return queryOptions({
    ...queryOf(countPublicResources, { query: { ...filters, search: search.trim() } }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Whether the query is the whole catalogue from its beginning. That page starts with the publisher's introduction
 * (FRONT-14).
 */
export const isLanding = (query: BrowseQuery) => JSON.stringify(query) === JSON.stringify(everything);

export const landing = queryOf(getLanding);

export const hasLanding = (given: CatalogueStart | undefined): given is CatalogueStart =>
  given !== undefined && (given.introduction !== null || given.pinned.length > 0);

/** Query of one listed resource, with related ones. */
export const publicResource = (id: number) => queryOf(getPublicResource, { params: { id } });

export const publicCertificate = (code: string) => queryOf(checkCertificate, { params: { code } });
