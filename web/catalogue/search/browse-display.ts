import type {
  AccessType,
  RappPhase,
  RappPrinciple,
  ResourceType,
  RoleAffiliation,
} from '#contract/catalogue/catalogue.ts';
import { deepestResource, fewResults } from '#contract/catalogue/search.endpoints.ts';
import type { ResourceSort } from '#contract/catalogue/search.ts';
import { firstCharacters } from '#contract/characters.ts';
import { usualWords } from '#contract/words.ts';
import { choice, choices, exactText, page, pageSearch, type Search } from '../../platform/search.ts';
import { accessTypeNames, keysOf, madeTypes, sortNames, typeNames } from '../catalogue/display.ts';

/** What Browse Resources is asked to show. */
export type BrowseQuery = {
  type: ResourceType[];
  accessType: AccessType[];
  rappPrinciples: RappPrinciple[];
  rappImplementationPhase: RappPhase[];
  roleAffiliations: RoleAffiliation[];
  /** As it was typed. */
  search: string;
  /** The chosen order; without one a search shows the best match first, and a list the newest first. */
  sort: ResourceSort | undefined;
  page: number;
};

/** How many resources one page shows (BROWSE-11). */
export const browsePageSize = 12;

/** The pages of a list, as far as pages reach (API-09). */
export function pageCountOf(totalCount: number): number {
  return Math.ceil(Math.min(totalCount, deepestResource) / browsePageSize);
}

const longestSearch = 100;

const parameters = pageSearch({
  type: choices(keysOf(typeNames)),
  accessType: choices(keysOf(accessTypeNames)),
  /** The short form of one access type (BROWSE-12). */
  filter: choices(keysOf(accessTypeNames)),
  rappPrinciples: choices(keysOf(usualWords.principles)),
  rappImplementationPhase: choices(keysOf(usualWords.phases)),
  roleAffiliations: choices(keysOf(usualWords.roles)),
  search: (given) => firstCharacters(exactText(given), longestSearch),
  sort: choice(keysOf(sortNames)),
  page,
});

export const browseSearch = {
  validateSearch: parameters.validateSearch,
  read(search: Search): BrowseQuery {
    const { filter, ...query } = parameters.read(search);
    const asked = [...query.accessType, ...filter];
    return {
      ...query,
      accessType: keysOf(accessTypeNames).filter((one) => asked.includes(one)),
      sort: query.sort ?? undefined,
    };
  },
  /** The usual sort is left out where it is the usual one: a search has its best matches first. */
  query(query: BrowseQuery) {
    const isUsual = query.sort === 'created_at' && query.search.trim() === '';
    return parameters.query({ ...query, filter: [], sort: isUsual ? null : (query.sort ?? null) });
  },
};

/** A filter, search or sort was changed: back to the first page (BROWSE-14). */
export function narrowed(query: BrowseQuery, change: Partial<Omit<BrowseQuery, 'page'>>): BrowseQuery {
  return { ...query, ...change, page: 1 };
}

/** The choices of the sort selector; with a search, "best match" is the first. */
export function sortChoices({ search }: BrowseQuery): { value: ResourceSort | 'best_match'; label: string }[] {
  const sorts = keysOf(sortNames).map((value) => ({ value, label: sortNames[value] }));
  return search.trim() === '' ? sorts : [{ value: 'best_match', label: 'Best match' }, ...sorts];
}

/** Clears every filter and keeps the sort (BROWSE-03). */
export function withoutFilters(query: BrowseQuery): BrowseQuery {
  return narrowed(query, {
    type: [],
    accessType: [],
    rappPrinciples: [],
    rappImplementationPhase: [],
    roleAffiliations: [],
    search: '',
  });
}

/** The number of selected filters. */
export function filterCount(query: BrowseQuery): number {
  const { type, accessType, rappPrinciples, rappImplementationPhase, roleAffiliations } = query;
  return [type, accessType, rappPrinciples, rappImplementationPhase, roleAffiliations].flat().length;
}

/** "Showing 12 resources" (BROWSE-07); "more than" where the portal stopped counting. */
export function showingCount({ totalCount, isMinimum }: { totalCount: number; isMinimum: boolean }): string {
  return isMinimum ? `Showing more than ${totalCount} resources` : `Showing ${totalCount} resources`;
}

/**
 * The boxes of the types that most catalogues have, and of another while resources of it match or it is chosen.
 */
export function typeOptions(chosen: readonly ResourceType[], counts: Readonly<Record<string, number>> | undefined) {
  return keysOf(typeNames)
    .filter((type) => madeTypes.includes(type) || chosen.includes(type) || (counts?.[type] ?? 0) > 0)
    .map((value) => ({ value, label: typeNames[value] }));
}

/** Whether the closest matches follow what a search has found. */
export function asksClosest(
  { search }: Pick<BrowseQuery, 'search'>,
  found: { totalCount: number } | undefined,
): boolean {
  return search.trim() !== '' && found !== undefined && found.totalCount < fewResults;
}

/** Sentence above the closest matches. */
export function closestNote(query: BrowseQuery): string {
  const words = 'These have some of the words, but not all.';
  return filterCount(query) === 0 ? words : 'From the whole catalogue: some are outside the filters, or lack words.';
}

/** The options of a filter with the numbers that are known; what is not among them finds nothing. */
export function withCounts<Option extends { value: string }>(
  options: readonly Option[],
  counts: Readonly<Record<string, number>> | undefined,
): (Option & { count?: number })[] {
  return options.map((option) => ({ ...option, ...(counts && { count: counts[option.value] ?? 0 }) }));
}

/** The description of the empty state. */
export function nothingFound(query: BrowseQuery): string {
  const search = query.search.trim();
  const count = filterCount(query);
  const filters = count === 1 ? '1 filter' : `${count} filters`;
  if (search && count > 0) {
    return `Nothing matches “${search}” with ${filters} applied. Remove a filter or search for a broader term.`;
  }
  if (search) return `Nothing matches “${search}”. Try a broader term.`;
  if (count > 0) return `Nothing matches ${count === 1 ? 'the filter' : `the ${filters}`} applied.`;
  return 'Nothing has been published yet.';
}
