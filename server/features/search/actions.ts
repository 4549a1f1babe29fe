import { rappPhases } from '#contract/catalogue.ts';
import { deepestResource } from '#contract/search.endpoints.ts';
import { type ResourceCounts, type ResourceCountsQuery, ResourceQuery, type Suggestions } from '#contract/search.ts';
import type { SummaryRow } from '#server/features/catalogue/columns.ts';
import type { Context } from '#server/platform/context.ts';
import {
  asksAudience,
  countMatches,
  countsOf,
  type Filter,
  type FoundCount,
  filterOf,
  noFilter,
  pageOf,
  withoutAudience,
} from './rules.ts';
import * as store from './store.ts';
import {
  isMisspelling,
  lookFor,
  mostResources,
  rankingOf,
  type SoughtWord,
  searchOf,
  suggestedOf,
  topicsOf,
} from './word-rules.ts';

/** One page of a list. With `isMinimum` the portal stopped counting at `total`. */
export type Found = { rows: SummaryRow[]; total: number; isMinimum: boolean };

const nothing: Found = { rows: [], total: 0, isMinimum: false };

/** The listed resources by type, access and principles, at most 432 rows: the totals of every list without words come from them. */
export async function countKinds(ctx: Context): Promise<FoundCount[]> {
  return withoutAudience(await store.listCounts(ctx.db));
}

/** How many resources are listed. */
export async function countListed(ctx: Context): Promise<number> {
  return countMatches(await countKinds(ctx), noFilter);
}

/**
 * One page of the listed resources that match a query (API-09).
 * @param kinds `countKinds` of the same version of the catalogue
 */
export async function findResources(ctx: Context, query: ResourceQuery, kinds: FoundCount[]): Promise<Found> {
  const filter = filterOf(query);
  const words = await wordsOf(ctx, query.search);
  if (words.length === 0 && !asksAudience(filter)) return listAll(ctx, query, kinds);
  const isKnown = words.every(({ uses }) => uses > 0);
  const found = isKnown ? await findMatches(ctx, query, words) : nothing;
  if (found.total > 0 || words.length === 0) return found;
  const meant = await meantWords(ctx, words);
  return meant ? findMatches(ctx, query, meant) : nothing;
}

/** A list without words, phases and roles: an index gives its pages, the kept counts its total. */
async function listAll(ctx: Context, query: ResourceQuery, kinds: FoundCount[]): Promise<Found> {
  const page = { filter: filterOf(query), sort: query.sort ?? 'created_at', slice: pageOf(query) };
  const total = countMatches(kinds, page.filter);
  if (page.slice.offset >= total || page.slice.limit === 0) return { ...nothing, total };
  return { rows: await store.listPage(ctx.db, page), total, isMinimum: false };
}

/**
 * Resources that hold the words and match the filter, best match first if the member chose no sort. When there are more
 * than pages reach, they are not all counted and ranked: the sort decides, and its index gives the page.
 */
async function findMatches(ctx: Context, query: ResourceQuery, words: SoughtWord[]): Promise<Found> {
  const page = { filter: filterOf(query), sort: query.sort ?? 'created_at', slice: pageOf(query) };
  const ranking = query.sort === undefined && words.length > 0 ? rankingOf(words) : [];
  const found = await store.listMatches(ctx.db, { ...page, search: searchOf(words), ranking, most: deepestResource });
  if (found.total <= deepestResource) return { ...found, isMinimum: false };
  const rows = await store.listPage(ctx.db, { ...page, look: lookFor(words) });
  return { rows, total: deepestResource, isMinimum: true };
}

/** The words of a text, each once; an empty list for a text without any. */
async function wordsOf(ctx: Context, search: string): Promise<SoughtWord[]> {
  return search === '' ? [] : store.listSoughtWords(ctx.db, search);
}

/** Each word with the words it may be a misspelling of (BROWSE-01); null when one of them resembles nothing. */
async function meantWords(ctx: Context, words: SoughtWord[]): Promise<SoughtWord[] | null> {
  const meant: SoughtWord[] = [];
  for (const sought of words) {
    const known = await store.listSimilarWords(ctx.db, sought.word);
    const similar = known.filter(({ word }) => !word.includes(sought.word) && isMisspelling(sought.word, word));
    if (sought.uses === 0 && similar.length === 0) return null;
    meant.push({ ...sought, similar: similar.map(({ word }) => word) });
  }
  return meant;
}

/**
 * How many resources each value of the filters would find beside the rest of the query. Groups are left out when
 * counting them would read more resources than pages reach.
 * @param kinds `countKinds` of the same version of the catalogue
 */
export async function countValues(
  ctx: Context,
  query: ResourceCountsQuery,
  kinds: FoundCount[],
): Promise<ResourceCounts> {
  const filter = filterOf(query);
  const words = await wordsOf(ctx, query.search);
  if (words.length === 0 && !asksAudience(filter)) {
    return { ...countsOf(kinds, filter), ...(await countAudiences(ctx, filter)) };
  }
  const found = await countFound(ctx, words, filter);
  return found ? countsOf(found, filter) : {};
}

/** The counts of phases and roles for a filter that asks for neither: triggers keep them. */
async function countAudiences(ctx: Context, filter: Filter): Promise<ResourceCounts> {
  const inPhases: Record<string, number> = {};
  const inRoles: Record<string, number> = {};
  const phases: readonly string[] = rappPhases;
  for (const { audience, resources } of await store.listAudienceCounts(ctx.db, filter)) {
    const group = phases.includes(audience) ? inPhases : inRoles;
    group[audience] = resources;
  }
  return { rappImplementationPhase: inPhases, roleAffiliations: inRoles };
}

/** What the words find without the filter, exact or misspelt as in the list; null when that is too much to count. */
async function countFound(ctx: Context, words: SoughtWord[], filter: Filter): Promise<FoundCount[] | null> {
  const countFor = async (sought: SoughtWord[]) => {
    const found = await store.countMatches(ctx.db, { search: searchOf(sought), most: deepestResource });
    return countMatches(found, noFilter) > deepestResource ? null : found;
  };
  const isKnown = words.every(({ uses }) => uses > 0);
  const exact = isKnown ? await countFor(words) : [];
  if (exact === null || countMatches(exact, filter) > 0 || words.length === 0) return exact;
  const meant = await meantWords(ctx, words);
  return meant ? countFor(meant) : [];
}

/** The tags of so many found resources can become suggestions. */
const mostRead = 12;

/**
 * Suggestions for a text that is being typed: titles that begin with it, then what the search finds, misspelt words
 * included (BROWSE-01).
 * @param kinds `countKinds` of the same version of the catalogue
 */
export async function suggest(ctx: Context, typed: string, kinds: FoundCount[]): Promise<Suggestions> {
  const beginning = await store.listTitlesFrom(ctx.db, typed, mostResources);
  const query = ResourceQuery.parse({ search: typed, page: 1, pageSize: mostRead });
  const { rows } = await findResources(ctx, query, kinds);
  return {
    resources: suggestedOf(
      beginning,
      rows.map(({ id, title, type }) => ({ id, title, type })),
    ),
    topics: topicsOf(
      rows.map(({ tags }) => tags),
      typed,
    ),
  };
}
