import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AccessType } from '#contract/catalogue/catalogue.ts';
import {
  countResources,
  listClosestResources,
  listResources,
  suggestResources,
} from '#contract/catalogue/search.endpoints.ts';
import { pageQueryOf, queryOf } from '#web/platform/queries.ts';
import { type BrowseQuery, browsePageSize } from './browse-display.ts';

/** Query of one page of Browse Resources. The previous page stays until the next one arrives. */
export function browseResources({ search, ...query }: BrowseQuery) {
  return queryOptions({
    ...pageQueryOf(listResources, { query: { ...query, search: search.trim(), pageSize: browsePageSize } }),
    placeholderData: keepPreviousData,
  });
}

/** Query of the closest matches of a search with few results. */
export function browseClosest({ search, sort: _sort, page: _page, ...filters }: BrowseQuery) {
  return queryOf(listClosestResources, { query: { ...filters, search: search.trim() } });
}

/**
 * Query of the number of resources that each filter would find. The previous numbers stay until the next ones arrive.
 */
export function browseCounts({ search, sort: _sort, page: _page, ...filters }: BrowseQuery) {
  return queryOptions({
    ...queryOf(countResources, { query: { ...filters, search: search.trim() } }),
    placeholderData: keepPreviousData,
  });
}

/** Default number of resources that a choice offers; a search finds the others. */
export const choiceSize = 100;

type Choices = { search: string; accessType?: AccessType | undefined; pageSize?: number };

/** Query of published resources to choose from. */
export function resourceChoices({ search, accessType, pageSize = choiceSize }: Choices) {
  const query = { search: search || undefined, accessType: accessType && [accessType], page: 1, pageSize };
  return queryOptions({ ...pageQueryOf(listResources, { query }), placeholderData: keepPreviousData });
}

/** Minimum length of a text with suggestions. */
const shortestTyped = 2;

/**
 * Query of suggestions for a text being typed. The previous ones stay until the next ones arrive, and a late response
 * is dropped.
 */
export function suggestionsOf(typed: string) {
  const search = typed.trim();
  const isEnough = search.length >= shortestTyped;
  return queryOptions({
    ...queryOf(suggestResources, { query: { search } }),
    enabled: isEnough,
    placeholderData: isEnough ? keepPreviousData : undefined,
    staleTime: 60_000,
  });
}
