import { rappPhases } from '#contract/catalogue/catalogue.ts';
import { deepestResource, fewResults } from '#contract/catalogue/search.endpoints.ts';
import {
  type ChangedResources,
  type ResourceCounts,
  type ResourceCountsQuery,
  ResourceQuery,
  type Suggestions,
} from '#contract/catalogue/search.ts';
import type { ChangesQuery } from '#contract/changes.ts';
import type { SummaryRow } from '#server/catalogue/catalogue/columns.ts';
import { showSummary } from '#server/catalogue/catalogue/rules.ts';
import type { Context } from '#server/platform/context.ts';
import { listChanges } from '#server/platform/database/changes.ts';
import type { Db } from '#server/platform/database/db.ts';
import { listChanged } from './change-store.ts';
import { listClosest } from './closest-store.ts';
import { correctionsOf, isMisspelling } from './misspelling-rules.ts';
import { questionOf, type Synonyms, synonymsOf, type Term } from './question-rules.ts';
import { atBeginning, nearnessOf, rankingOf } from './ranking-rules.ts';
import {
  asksAudience,
  countMatches,
  countsOf,
  type Filter,
  type FoundCount,
  filterOf,
  firstPageOf,
  noFilter,
  pageOf,
  withoutAudience,
} from './rules.ts';
import * as store from './store.ts';
import { mostResources, suggestedOf, topicsOf } from './suggestion-rules.ts';
import {
  type Asked,
  areKnown,
  askedOf,
  isHeld,
  isSpelt,
  type Meant,
  misspeltTerm,
  patternsOf,
  type Search,
  type SoughtTerm,
  searchOf,
} from './word-rules.ts';

/** Lists a page of listed resources and those no longer listed, least recently changed first (APIKEY-06). */
export async function listChangedResources({ db }: Context, query: ChangesQuery): Promise<ChangedResources> {
  const { items: rows, ...page } = await listChanges(
    db,
    query,
    (asked) => listChanged(db, asked),
    (row) => row,
  );
  return {
    items: rows.flatMap((row) => (row.is_listed ? { ...showSummary(row), updatedAt: row.changed_at } : [])),
    withdrawn: rows.flatMap(({ is_listed, id, changed_at }) => (is_listed ? [] : { id, withdrawnAt: changed_at })),
    ...page,
  };
}

/** Data that is valid until the catalogue or the settings change: the numbers of listed resources, and the synonyms. */
export type Known = { kinds: FoundCount[]; synonyms: Synonyms };

/** One page of a list. With `isMinimum`, counting stopped at `total`. */
export type Found = { rows: SummaryRow[]; total: number; isMinimum: boolean };

const nothing: Found = { rows: [], total: 0, isMinimum: false };

export type SearchSettings = { searchSynonyms: readonly string[] };

/** Reads the counts and parses the synonyms. */
export async function readKnown(ctx: Context, settings: SearchSettings): Promise<Known> {
  return { kinds: await countKinds(ctx), synonyms: synonymsOf(settings.searchSynonyms) };
}

/**
 * Lists the numbers of listed resources by type, access and principles, at most 528 rows, from which the totals of
 * lists without words are computed.
 */
async function countKinds(ctx: Context): Promise<FoundCount[]> {
  return withoutAudience(await store.listCounts(ctx.db));
}

export async function countListed(ctx: Context): Promise<number> {
  return countMatches(await countKinds(ctx), noFilter);
}

/** Finds one page of the listed resources that match a query (API-09). */
export async function findResources(ctx: Context, query: ResourceQuery, known: Known): Promise<Found> {
  return findAsked(ctx, query, await lookUp(ctx, query.search, known), known);
}

async function findAsked(ctx: Context, query: ResourceQuery, asked: Asked, { kinds }: Known): Promise<Found> {
  if (isEverything(asked) && !asksAudience(filterOf(query))) return listAll(ctx, query, kinds);
  return areKnown(asked.terms) ? findMatches(ctx, query, asked, countMatches(kinds, noFilter)) : nothing;
}

const isEverything = ({ terms, minutes }: Asked) => terms.length === 0 && minutes === null;

/** Like `findResources`, but with the closest matches when few resources match (BROWSE-17). */
export async function findWithClosest(
  ctx: Context,
  query: ResourceQuery,
  known: Known,
): Promise<Found & { closest: SummaryRow[] }> {
  const asked = await lookUp(ctx, query.search, known);
  const found = await findAsked(ctx, query, asked, known);
  if (found.total >= fewResults) return { ...found, closest: [] };
  const nearness = nearnessOf(asked, countMatches(known.kinds, noFilter));
  if (!nearness) return { ...found, closest: [] };
  // A page other than the first does not have all results.
  const all = found.rows.length === found.total ? found : await findAsked(ctx, firstPageOf(query), asked, known);
  const closest = await listClosest(ctx.db, {
    nearness,
    filter: filterOf(query),
    except: all.rows.map(({ id }) => id),
    limit: fewResults,
  });
  return { ...found, closest };
}

/** Lists resources without words, phases and roles: an index gives the page, the stored counts its total. */
async function listAll(ctx: Context, query: ResourceQuery, kinds: FoundCount[]): Promise<Found> {
  const page = { filter: filterOf(query), sort: query.sort ?? 'created_at', slice: pageOf(query) };
  const total = countMatches(kinds, page.filter);
  if (page.slice.offset >= total || page.slice.limit === 0) return { ...nothing, total };
  return { rows: await store.listPage(ctx.db, page), total, isMinimum: false };
}

/**
 * Lists resources with the words that match the filter, best match first if the member chose no sort. With more results
 * than pages reach, they are not all counted and ranked: the sort decides, and its index gives the page.
 */
async function findMatches(ctx: Context, query: ResourceQuery, asked: Asked, listed: number): Promise<Found> {
  const { terms, soft, minutes } = asked;
  const page = { filter: filterOf(query), sort: query.sort ?? 'created_at', slice: pageOf(query) };
  const ranking =
    query.sort === undefined ? { terms: rankingOf(terms, listed), soft: rankingOf(soft, listed), minutes } : null;
  const found = await store.listMatches(ctx.db, { ...page, search: searchFor(asked), ranking, most: deepestResource });
  if (found.total <= deepestResource) return { ...found, isMinimum: false };
  const { minutes: atMost } = searchFor(asked);
  const rows = await store.listPage(ctx.db, { ...page, patterns: patternsOf(terms), minutes: atMost ?? null });
  return { rows, total: deepestResource, isMinimum: true };
}

/** Builds the search; a time restricts the results only when nothing else was typed. */
function searchFor({ terms, minutes }: Asked): Search {
  return { ...searchOf(terms), minutes: terms.length === 0 ? minutes : null };
}

/**
 * Parses a typed text and looks up its terms. For a term that the catalogue does not have, finds the words of which it
 * may be a misspelling (BROWSE-01).
 */
async function lookUp({ db }: Context, search: string, { synonyms }: Known): Promise<Asked> {
  const { terms, minutes } = questionOf(search, synonyms);
  const found = await findTerms(db, terms);
  const unspelt = found.filter((term) => !isSpelt(term)).map(({ typed }) => typed);
  if (unspelt.length === 0) return askedOf(found, minutes);

  const isUnknown = ({ alternatives }: SoughtTerm) => alternatives.length === 0;
  const meant = new Map<string, Meant[]>();
  for (const { typed } of found.filter(isUnknown)) meant.set(typed, await findMeant(db, typed));
  const corrections = correctionsOf(unspelt, meant, synonyms);
  const corrected =
    corrections.size === 0 ? found : await findTerms(db, questionOf(search, synonyms, corrections).terms);
  return askedOf(
    corrected.map((term) => (isUnknown(term) ? misspeltTerm(term, meant.get(term.typed) ?? []) : term)),
    minutes,
  );
}

/** Looks up the terms in the catalogue. Each word of a text of several counts only at the beginning of a word. */
function findTerms(db: Db, terms: readonly Term[]): Promise<SoughtTerm[]> {
  return Promise.all(
    terms.map(async ({ texts, isSoft }) => {
      const words = await Promise.all(texts.map((text) => store.listSoughtWords(db, text)));
      const alternatives = words.map((one) => (one.length > 1 ? one.map(atBeginning) : one));
      const held = alternatives.filter((one) => one.length > 0 && one.every(isHeld));
      return { typed: texts[0] ?? '', isSoft, alternatives: held };
    }),
  );
}

/** Finds the words of the catalogue of which a word may be a misspelling. */
async function findMeant(db: Db, typed: string): Promise<Meant[]> {
  return (await store.listSimilarWords(db, typed)).filter(({ word }) => isMisspelling(typed, word));
}

/**
 * Counts, for each value of the filters, the resources that it would match with the rest of the query. Returns no
 * counts when more resources than pages reach match the search without its filter.
 */
export async function countValues(ctx: Context, query: ResourceCountsQuery, known: Known): Promise<ResourceCounts> {
  const filter = filterOf(query);
  const asked = await lookUp(ctx, query.search, known);
  if (isEverything(asked) && !asksAudience(filter)) {
    return { ...countsOf(known.kinds, filter), ...(await countAudiences(ctx, filter)) };
  }
  if (!areKnown(asked.terms)) return countsOf([], filter);
  const found = await store.countMatches(ctx.db, { search: searchFor(asked), most: deepestResource });
  return countMatches(found, noFilter) > deepestResource ? {} : countsOf(found, filter);
}

/** Reads the counts of phases and roles for a filter without either; triggers maintain them. */
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

/** Number of found resources whose tags can become suggestions. */
const mostRead = 12;

/**
 * Suggests resources and tags while a text is typed: titles that begin with it, then search results, including misspelt
 * words (BROWSE-01); without any, the closest matches (BROWSE-17).
 */
export async function suggest(ctx: Context, typed: string, known: Known): Promise<Suggestions> {
  const beginning = await store.listTitlesFrom(ctx.db, typed, mostResources);
  const query = ResourceQuery.parse({ search: typed, page: 1, pageSize: mostRead });
  const found = await findResources(ctx, query, known);
  const rows =
    found.total > 0 || beginning.length > 0 ? found.rows : (await findWithClosest(ctx, query, known)).closest;
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
