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
import { type BrowseQuery, browsePageSize, browseSearch } from '../../catalogue/search/browse-display.ts';
import { pageQueryOf, queryOf } from '../../platform/queries.ts';

/** The query of the whole catalogue. */
export const everything: BrowseQuery = browseSearch.read({});

/** One page of the public catalogue; the previous page stays until it arrives. */
export function publicResources({ search, ...query }: BrowseQuery) {
  return queryOptions({
    ...pageQueryOf(listPublicResources, { query: { ...query, search: search.trim(), pageSize: browsePageSize } }),
    placeholderData: keepPreviousData,
  });
}

/** Closest matches of a search with few results. */
export function publicClosest({ search, sort: _sort, page: _page, ...filters }: BrowseQuery) {
  return queryOf(listClosestPublicResources, { query: { ...filters, search: search.trim() } });
}

/** The three newest listed resources. */
export const newestPublicResources = queryOf(listPublicResources, { query: { pageSize: 3 } });

/** How many listed resources each filter would find. */
export function publicCounts({ search, sort: _sort, page: _page, ...filters }: BrowseQuery) {
  return queryOptions({
    ...queryOf(countPublicResources, { query: { ...filters, search: search.trim() } }),
    placeholderData: keepPreviousData,
  });
}

/** Whether the whole catalogue is asked for from its beginning: this page opens with the publisher's words (FRONT-14). */
export const isLanding = (query: BrowseQuery) => JSON.stringify(query) === JSON.stringify(everything);

/** The publisher's introduction and pinned resources. */
export const landing = queryOf(getLanding);

/** Whether there is anything of it to show. */
export const hasLanding = (given: CatalogueStart | undefined): given is CatalogueStart =>
  given !== undefined && (given.introduction !== null || given.pinned.length > 0);

/** One listed resource, with related ones. */
export const publicResource = (id: number) => queryOf(getPublicResource, { params: { id } });

/** What the code of a certificate says. */
export const publicCertificate = (code: string) => queryOf(checkCertificate, { params: { code } });
