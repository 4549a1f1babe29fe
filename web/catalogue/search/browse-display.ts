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
import { choice, choices, exactText, page, pageSearch, type Search } from '#web/platform/search.ts';
import { accessTypeNames, keysOf, madeTypes, sortNames, typeNames } from '../catalogue/display.ts';

export type BrowseQuery = {
  type: ResourceType[];
  accessType: AccessType[];
  rappPrinciples: RappPrinciple[];
  rappImplementationPhase: RappPhase[];
  roleAffiliations: RoleAffiliation[];
  /** Search text as typed. */
  search: string;
  /** Chosen order; undefined puts the best match first in a search, and the newest first otherwise. */
  sort: ResourceSort | undefined;
  page: number;
};

/** Number of resources on a page (BROWSE-11). */
export const browsePageSize = 12;

/** Returns the number of pages of a list, up to the last page that can be requested (API-09). */
export function pageCountOf(totalCount: number): number {
  return Math.ceil(Math.min(totalCount, deepestResource) / browsePageSize);
}

const longestSearch = 100;

const parameters = pageSearch({
  type: choices(keysOf(typeNames)),
  accessType: choices(keysOf(accessTypeNames)),
  /** Short name of `accessType` in links (BROWSE-12). */
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
  /** Leaves out the sort when it is the default. A search has another default, the best match. */
  query(query: BrowseQuery) {
    const isUsual = query.sort === 'created_at' && query.search.trim() === '';
    return parameters.query({ ...query, filter: [], sort: isUsual ? null : (query.sort ?? null) });
  },
};

/** Returns the query after a change of filter, search or sort, at the first page (BROWSE-14). */
export function narrowed(query: BrowseQuery, change: Partial<Omit<BrowseQuery, 'page'>>): BrowseQuery {
  return { ...query, ...change, page: 1 };
}

/** Returns the choices of the sort selector; with a search, "best match" comes first. */
export function sortChoices({ search }: BrowseQuery): { value: ResourceSort | 'best_match'; label: string }[] {
  const sorts = keysOf(sortNames).map((value) => ({ value, label: sortNames[value] }));
  return search.trim() === '' ? sorts : [{ value: 'best_match', label: 'Best match' }, ...sorts];
}

/** Clears every filter and the search, keeps the sort, and goes to the first page (BROWSE-03). */
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

export function filterCount(query: BrowseQuery): number {
  const { type, accessType, rappPrinciples, rappImplementationPhase, roleAffiliations } = query;
  return [type, accessType, rappPrinciples, rappImplementationPhase, roleAffiliations].flat().length;
}

/** Returns "Showing 12 resources" (BROWSE-07), with "more than" when the portal stopped counting. */
export function showingCount({ totalCount, isMinimum }: { totalCount: number; isMinimum: boolean }): string {
  return isMinimum ? `Showing more than ${totalCount} resources` : `Showing ${totalCount} resources`;
}

/** Returns the checkboxes of the types that most catalogues have, and of other types that match or are chosen. */
export function typeOptions(chosen: readonly ResourceType[], counts: Readonly<Record<string, number>> | undefined) {
  return keysOf(typeNames)
    .filter((type) => madeTypes.includes(type) || chosen.includes(type) || (counts?.[type] ?? 0) > 0)
    .map((value) => ({ value, label: typeNames[value] }));
}

/** Whether the results of a search are so few that closest matches follow. */
export function asksClosest(
  { search }: Pick<BrowseQuery, 'search'>,
  found: { totalCount: number } | undefined,
): boolean {
  return search.trim() !== '' && found !== undefined && found.totalCount < fewResults;
}

/** Returns the sentence above the closest matches. */
export function closestNote(query: BrowseQuery): string {
  const words = 'These have some of the words, but not all.';
  return filterCount(query) === 0 ? words : 'From the whole catalogue: some are outside the filters, or lack words.';
}

/** Adds the counts to the options of a filter: 0 for an option that they lack, none while they are unknown. */
export function withCounts<Option extends { value: string }>(
  options: readonly Option[],
  counts: Readonly<Record<string, number>> | undefined,
): (Option & { count?: number })[] {
  return options.map((option) => ({ ...option, ...(counts && { count: counts[option.value] ?? 0 }) }));
}

/** Returns the description of the empty state. */
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
