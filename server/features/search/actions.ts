import { rappPhases } from '#contract/catalogue.ts';
import { deepestResource } from '#contract/search.endpoints.ts';
import { type ResourceCounts, type ResourceCountsQuery, ResourceQuery, type Suggestions } from '#contract/search.ts';
import type { SummaryRow } from '#server/features/catalogue/columns.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/db.ts';
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
  isHeld,
  isMisspelling,
  mostResources,
  patternsOf,
  rankingOf,
  type SoughtTerm,
  type Synonyms,
  searchOf,
  suggestedOf,
  synonymsOf,
  termsOf,
  topicsOf,
  usesOf,
} from './word-rules.ts';

/** What holds until the catalogue or the settings change: how many resources of each kind are listed, and the synonyms. */
export type Known = { kinds: FoundCount[]; synonyms: Synonyms };

/** One page of a list. With `isMinimum` the portal stopped counting at `total`. */
export type Found = { rows: SummaryRow[]; total: number; isMinimum: boolean };

const nothing: Found = { rows: [], total: 0, isMinimum: false };

/** What the search needs of the portal's settings. */
export type SearchSettings = { searchSynonyms: readonly string[] };

/** Reads both anew. */
export async function readKnown(ctx: Context, settings: SearchSettings): Promise<Known> {
  return { kinds: await countKinds(ctx), synonyms: synonymsOf(settings.searchSynonyms) };
}

/** The listed resources by type, access and principles, at most 432 rows: the totals of every list without words come from them. */
async function countKinds(ctx: Context): Promise<FoundCount[]> {
  return withoutAudience(await store.listCounts(ctx.db));
}

/** How many resources are listed. */
export async function countListed(ctx: Context): Promise<number> {
  return countMatches(await countKinds(ctx), noFilter);
}

/** One page of the listed resources that match a query (API-09). */
export async function findResources(ctx: Context, query: ResourceQuery, known: Known): Promise<Found> {
  const terms = await lookUp(ctx, query.search, known);
  if (terms.length === 0 && !asksAudience(filterOf(query))) return listAll(ctx, query, known.kinds);
  return areKnown(terms) ? findMatches(ctx, query, terms) : nothing;
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
async function findMatches(ctx: Context, query: ResourceQuery, terms: SoughtTerm[]): Promise<Found> {
  const page = { filter: filterOf(query), sort: query.sort ?? 'created_at', slice: pageOf(query) };
  const ranking = query.sort === undefined ? rankingOf(terms) : [];
  const found = await store.listMatches(ctx.db, { ...page, search: searchOf(terms), ranking, most: deepestResource });
  if (found.total <= deepestResource) return { ...found, isMinimum: false };
  const rows = await store.listPage(ctx.db, { ...page, patterns: patternsOf(terms) });
  return { rows, total: deepestResource, isMinimum: true };
}

/** The terms of a text; for one that the catalogue does not have, the words it may be a misspelling of (BROWSE-01). */
function lookUp({ db }: Context, search: string, { synonyms }: Known): Promise<SoughtTerm[]> {
  const terms = termsOf(search, synonyms).map(async ([typed = '', ...others]): Promise<SoughtTerm> => {
    const texts = await Promise.all([typed, ...others].map((text) => store.listSoughtWords(db, text)));
    const alternatives = texts.filter((words) => words.length > 0 && words.every(isHeld));
    return { typed, alternatives: alternatives.length > 0 ? alternatives : await misspelt(db, typed) };
  });
  return Promise.all(terms);
}

async function misspelt(db: Db, typed: string): Promise<SoughtTerm['alternatives']> {
  const known = await store.listSimilarWords(db, typed);
  const meant = known.filter(({ word }) => isMisspelling(typed, word));
  if (meant.length === 0) return [];
  const uses = meant.reduce((sum, { resources }) => sum + resources, 0);
  return [[{ word: typed, uses, spellings: [], others: meant.map(({ word }) => word) }]];
}

const areKnown = (terms: readonly SoughtTerm[]) => terms.every(({ alternatives }) => alternatives.length > 0);

/**
 * How many resources each value of the filters would find beside the rest of the query. Groups are left out when
 * counting them would read more resources than pages reach.
 */
export async function countValues(ctx: Context, query: ResourceCountsQuery, known: Known): Promise<ResourceCounts> {
  const filter = filterOf(query);
  const terms = await lookUp(ctx, query.search, known);
  if (terms.length === 0 && !asksAudience(filter)) {
    return { ...countsOf(known.kinds, filter), ...(await countAudiences(ctx, filter)) };
  }
  if (!areKnown(terms)) return countsOf([], filter);
  const found = await store.countMatches(ctx.db, { search: searchOf(terms), most: deepestResource });
  return countMatches(found, noFilter) > deepestResource ? {} : countsOf(found, filter);
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

/** The tags of so many found resources can become suggestions. */
const mostRead = 12;

/**
 * Suggestions for a text that is being typed: titles that begin with it, then what the search finds, misspelt words
 * included (BROWSE-01); when it finds nothing, what is nearest (BROWSE-17).
 */
export async function suggest(ctx: Context, typed: string, known: Known): Promise<Suggestions> {
  const beginning = await store.listTitlesFrom(ctx.db, typed, mostResources);
  const query = ResourceQuery.parse({ search: typed, page: 1, pageSize: mostRead });
  const found = await findResources(ctx, query, known);
  const { rows } = found.total > 0 || beginning.length > 0 ? found : await findNearest(ctx, query, known);
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

/** Where nothing matches all words: what matches those that the catalogue has, or else the rarest of them. */
async function findNearest(ctx: Context, query: ResourceQuery, known: Known): Promise<Found> {
  const terms = await lookUp(ctx, query.search, known);
  const held = terms.filter((term) => usesOf(term) > 0).sort((one, other) => usesOf(one) - usesOf(other));
  if (held.length === 0) return nothing;
  const found = held.length < terms.length ? await findMatches(ctx, query, held) : nothing;
  return found.total > 0 ? found : findMatches(ctx, query, held.slice(0, 1));
}
