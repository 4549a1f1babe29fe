import type { ResourceQuery, ResourceSummary } from '#contract/catalogue.ts';
import type { Context } from '#server/platform/context.ts';
import { listCounts, listPage, listRelated } from './list-store.ts';
import { type SummaryRow, showSummary } from './presenters.ts';
import {
  countMatches,
  type Filter,
  filterOf,
  type ListedCount,
  noFilter,
  type Slice,
  sliceOf,
  wayTo,
} from './rules.ts';
import {
  countedMatches,
  isCommon,
  isMisspelling,
  patternOf,
  type SoughtWord,
  searchOf,
  smallCatalogue,
  tsqueryOf,
  walkedResources,
} from './search-rules.ts';
import { listSimilarWords, listSoughtWords, searchAll, searchAlong } from './search-store.ts';

/** A part of a list; `isMinimum` when there are so many that `total` only says "more than". */
export type ResourceList = { resources: ResourceSummary[]; total: number; isMinimum: boolean };

type FoundRows = { rows: SummaryRow[]; total: number; isMinimum?: boolean };

/** How many listed resources there are of each kind; all totals without a search follow from it. */
export function countResources(ctx: Context): Promise<ListedCount[]> {
  return listCounts(ctx.db);
}

/** The listed resources that a query asks for (API-09). */
export async function listResources(ctx: Context, query: ResourceQuery, counts: ListedCount[]): Promise<ResourceList> {
  const filter = filterOf(query);
  const listed = countMatches(counts, noFilter);
  const about: About = {
    filter,
    sort: query.sort,
    slice: sliceOf(query),
    listed,
    matching: countMatches(counts, filter),
  };
  const words = query.search === '' ? [] : await listSoughtWords(ctx.db, query.search);
  const { rows, total, isMinimum = false } = await (words.length > 0 ? search(ctx, about, words) : page(ctx, about));
  return { resources: rows.map(showSummary), total, isMinimum };
}

/** Up to three listed resources of the type of this one (DETAIL-13). */
export async function listRelatedResources(ctx: Context, id: number): Promise<ResourceSummary[]> {
  return (await listRelated(ctx.db, id)).map(showSummary);
}

type About = { filter: Filter; sort: ResourceQuery['sort']; slice: Slice; listed: number; matching: number };

async function page(ctx: Context, about: About): Promise<FoundRows> {
  const way = wayTo(about.slice, about);
  return { rows: way ? await listPage(ctx.db, { ...about, way }) : [], total: about.matching };
}

/** What every word occurs in; what resembles it only when nothing does (BROWSE-01). */
async function search(ctx: Context, about: About, words: SoughtWord[]): Promise<FoundRows> {
  if (about.matching === 0) return { rows: [], total: 0 };
  const isKnown = words.every(({ uses }) => uses > 0);
  const found = isKnown ? await searchExactly(ctx, about, words) : { rows: [], total: 0 };
  return found.total > 0 ? found : searchMisspelt(ctx, about, words);
}

async function searchExactly(ctx: Context, about: About, words: SoughtWord[]): Promise<FoundRows> {
  const along = { ...about, search: { tsquery: null, patterns: words.map(({ word }) => patternOf(word)) } };
  if (isCommon(words, about)) {
    const rows = await searchAlong(ctx.db, along, walkedResources);
    if (rows.length === about.slice.limit) return { rows, total: countedMatches, isMinimum: true };
  }
  const countTo = about.listed <= smallCatalogue ? null : countedMatches;
  const found = await searchAll(ctx.db, { ...about, search: searchOf(words, about.matching) }, countTo);
  if (countTo === null || found.total <= countTo) return found;
  return { rows: await searchAlong(ctx.db, along, null), total: countedMatches, isMinimum: true };
}

async function searchMisspelt(ctx: Context, about: About, words: SoughtWord[]): Promise<FoundRows> {
  const meant: Pick<SoughtWord, 'spellings'>[] = [];
  for (const { word, spellings } of words) {
    const similar = (await listSimilarWords(ctx.db, word)).filter((known) => isMisspelling(word, known));
    const either = [...(spellings ?? []), ...similar];
    if (either.length === 0) return { rows: [], total: 0 };
    meant.push({ spellings: either });
  }
  const meantSearch = { tsquery: tsqueryOf(meant), patterns: [] };
  const { rows, total } = await searchAll(ctx.db, { ...about, search: meantSearch }, countedMatches);
  return { rows, total: Math.min(total, countedMatches), isMinimum: total > countedMatches };
}
