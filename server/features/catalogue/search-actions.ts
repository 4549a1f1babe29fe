import type { ResourceSort } from '#contract/catalogue.ts';
import type { Context } from '#server/platform/context.ts';
import type { Filter, Placed, Slice } from './rules.ts';
import {
  countedMatches,
  isCommon,
  isMisspelling,
  patternOf,
  type Ranking,
  type Search,
  type SoughtWord,
  searchOf,
  smallCatalogue,
  tsqueryOf,
  walkedResources,
} from './search-rules.ts';
import { listSimilarWords, searchAll, searchAlong } from './search-store.ts';

/** Which part of which list; `listed` resources are there at all, `matching` of them fit the filter. */
export type About = {
  filter: Filter;
  /** Undefined when nobody chose: a search comes best match first, unless so much matches that it is not all looked at. */
  chosenSort: ResourceSort | undefined;
  /** The sort that holds otherwise. */
  sort: ResourceSort;
  slice: Slice;
  listed: number;
  matching: number;
};

/** What was found; `isMinimum` when `total` only says "more than". */
export type FoundPlaces = { placed: Placed[]; total: number; isMinimum?: boolean };

/** What every word occurs in; what resembles it only when nothing does (BROWSE-01). */
export async function search(ctx: Context, about: About, words: SoughtWord[]): Promise<FoundPlaces> {
  if (about.matching === 0) return { placed: [], total: 0 };
  const isKnown = words.every(({ uses }) => uses > 0);
  const found = isKnown ? await searchExactly(ctx, about, words) : { placed: [], total: 0 };
  return found.total > 0 ? found : searchMisspelt(ctx, about, words);
}

async function searchExactly(ctx: Context, about: About, words: SoughtWord[]): Promise<FoundPlaces> {
  const patterns = words.map(({ word }) => patternOf(word));
  if (isCommon(words, about)) {
    const placed = await searchAlong(ctx.db, { ...about, patterns, within: walkedResources });
    if (placed.length === about.slice.limit) return { placed, total: countedMatches, isMinimum: true };
  }
  return countedSlice(ctx, about, {
    search: searchOf(words, about.matching),
    patterns,
    ranking: rankingOf(about, patterns),
  });
}

/**
 * What fits a filter that no count is kept for: phases and roles, of which a resource may have several. `matching` is
 * how many fit the rest of it.
 */
export function listCounted(ctx: Context, about: About): Promise<FoundPlaces> {
  if (about.matching === 0) return Promise.resolve({ placed: [], total: 0 });
  return countedSlice(ctx, about, { search: { tsquery: null, patterns: [] }, patterns: [] });
}

type Sought = {
  /** What the best matches hold in their titles. */
  ranking?: Ranking;
  search: Search;
  /** The same without the index, for a walk along the list. */
  patterns: string[];
};

/** Counts what is found, in a large catalogue no further than needed; a slice of more is walked to. */
async function countedSlice(ctx: Context, about: About, { search, patterns, ranking }: Sought): Promise<FoundPlaces> {
  const countTo = about.listed <= smallCatalogue ? null : countedMatches;
  const found = await searchAll(ctx.db, { ...about, search, countTo, ranking });
  if (countTo === null || found.total <= countTo) return found;
  return {
    placed: await searchAlong(ctx.db, { ...about, patterns, within: null }),
    total: countedMatches,
    isMinimum: true,
  };
}

async function searchMisspelt(ctx: Context, about: About, words: SoughtWord[]): Promise<FoundPlaces> {
  const meant = await meantWords(ctx, words);
  if (meant === null) return { placed: [], total: 0 };
  const search = { tsquery: tsqueryOf(meant), patterns: [] };
  const spellings = meant.flatMap((word) => word.spellings ?? []);
  const ranking = rankingOf(about, spellings.map(patternOf));
  const { placed, total } = await searchAll(ctx.db, { ...about, search, countTo: countedMatches, ranking });
  return { placed, total: Math.min(total, countedMatches), isMinimum: total > countedMatches };
}

function rankingOf({ chosenSort }: About, patterns: string[]): Ranking | undefined {
  return chosenSort === undefined ? { patterns } : undefined;
}

/** What a word may have meant. */
export type MeantWord = Pick<SoughtWord, 'spellings'>;

/** For each word what it may have meant; null when one of them resembles nothing. */
export async function meantWords(ctx: Context, words: SoughtWord[]): Promise<MeantWord[] | null> {
  const meant: MeantWord[] = [];
  for (const { word, spellings } of words) {
    const similar = (await listSimilarWords(ctx.db, word)).filter((known) => isMisspelling(word, known));
    const either = [...(spellings ?? []), ...similar];
    if (either.length === 0) return null;
    meant.push({ spellings: either });
  }
  return meant;
}
