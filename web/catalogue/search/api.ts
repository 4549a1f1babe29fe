import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AccessType } from '#contract/catalogue/catalogue.ts';
import {
  countResources,
  listClosestResources,
  listResources,
  suggestResources,
} from '#contract/catalogue/search.endpoints.ts';
import { pageQueryOf, queryOf } from '../../platform/queries.ts';
import { type BrowseQuery, browsePageSize } from './browse-display.ts';

/** One page of Browse Resources; the previous page stays until it arrives. */
export function browseResources({ search, ...query }: BrowseQuery) {
  return queryOptions({
    ...pageQueryOf(listResources, { query: { ...query, search: search.trim(), pageSize: browsePageSize } }),
    placeholderData: keepPreviousData,
  });
}

/** Closest matches of a search with few results. */
export function browseClosest({ search, sort: _sort, page: _page, ...filters }: BrowseQuery) {
  return queryOf(listClosestResources, { query: { ...filters, search: search.trim() } });
}

/** How many resources each filter would find; the previous numbers stay until these arrive. */
export function browseCounts({ search, sort: _sort, page: _page, ...filters }: BrowseQuery) {
  return queryOptions({
    ...queryOf(countResources, { query: { ...filters, search: search.trim() } }),
    placeholderData: keepPreviousData,
  });
}

/** How many resources a choice offers; a search finds the others. */
export const choiceSize = 100;

type Choices = { search: string; accessType?: AccessType | undefined; pageSize?: number };

/** Published resources to choose from. */
export function resourceChoices({ search, accessType, pageSize = choiceSize }: Choices) {
  const query = { search: search || undefined, accessType: accessType && [accessType], page: 1, pageSize };
  return queryOptions({ ...pageQueryOf(listResources, { query }), placeholderData: keepPreviousData });
}

/** The shortest text with suggestions. */
const shortestTyped = 2;

/** Suggestions for a text being typed; the previous ones stay until these arrive, and a late answer is dropped. */
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
