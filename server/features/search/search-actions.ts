import type { ResourceSort } from '#contract/search.ts';
import type { Slice } from '#server/features/catalogue/rules.ts';
import type { Context } from '#server/platform/context.ts';
import { listAudienceCounts } from './count-store.ts';
import { countedMatches, courseOf, smallCatalogue } from './course-rules.ts';
import { asksAudience, type Filter, fittingOf, type Placed, walkedOf } from './rules.ts';
import { isMisspelling, lookFor, rankingOf, type SoughtWord, searchOf } from './search-rules.ts';
import { listSimilarWords, searchAll, searchAlong } from './search-store.ts';

/** Which part of which list; `listed` resources are there at all. */
export type About = {
  filter: Filter;
  /** Undefined when nobody chose: a search comes best match first, unless so much matches that it is not all counted. */
  chosenSort: ResourceSort | undefined;
  /** The sort that holds otherwise. */
  sort: ResourceSort;
  slice: Slice;
  listed: number;
  /** How many fit the filter, its phases and roles aside. */
  matching: number;
  /** How many stand along the way of a walk through the list. */
  walked: number;
};

/** What was found; `isMinimum` when `total` only says "more than". */
export type FoundPlaces = { placed: Placed[]; total: number; isMinimum?: boolean };

const nothing: FoundPlaces = { placed: [], total: 0 };

/** What every word occurs in; what resembles it only when nothing does (BROWSE-01). */
export async function search(ctx: Context, about: About, words: SoughtWord[]): Promise<FoundPlaces> {
  if (about.matching === 0) return nothing;
  const isKnown = words.every(({ uses }) => uses > 0);
  const found = isKnown ? await find(ctx, about, words) : nothing;
  if (found.total > 0) return found;
  const meant = await meantWords(ctx, words);
  return meant === null ? found : find(ctx, about, meant);
}

/** What fits a filter that no count is kept for: phases and roles, of which a resource may have several. */
export function listCounted(ctx: Context, about: About): Promise<FoundPlaces> {
  return about.matching === 0 ? Promise.resolve(nothing) : find(ctx, about, []);
}

/**
 * The slice of what holds the words and fits the filter. Up to `countedMatches`, and all of a small catalogue, it is
 * counted and may come best match first; of more it is told that there are more, and the sort holds.
 */
async function find(ctx: Context, about: About, words: SoughtWord[]): Promise<FoundPlaces> {
  const { within, most } = courseOf(words, { ...about, fitting: await countExpected(ctx, about) });
  const walk = { ...about, look: lookFor(words), along: walkedOf(about.filter, about.sort) };
  if (within !== null) {
    const placed = await searchAlong(ctx.db, { ...walk, within });
    if (placed.length === about.slice.limit) return moreThanCounted(placed);
  }
  const search = searchOf(words, about);
  const ranking = about.chosenSort === undefined && words.length > 0 ? rankingOf(words) : undefined;
  const rankedTo = most === null ? null : countedMatches;
  const found = await searchAll(ctx.db, { ...about, search, most, ranking, rankedTo });
  if (most === null || found.total <= countedMatches) return found;
  if (found.total <= most) return moreThanCounted(found.placed);
  return moreThanCounted(await searchAlong(ctx.db, { ...walk, within: null }));
}

function moreThanCounted(placed: Placed[]): FoundPlaces {
  return { placed, total: countedMatches, isMinimum: true };
}

/** How many resources about fit the filter: exactly, unless it asks for phases or roles; of a few, nobody needs to know. */
async function countExpected(ctx: Context, { filter, matching, listed }: About): Promise<number> {
  if (!asksAudience(filter) || listed <= smallCatalogue) return matching;
  return fittingOf(filter, matching, await listAudienceCounts(ctx.db, { ...filter, phases: [], roles: [] }));
}

/** For each word also what it may have meant; null when one of them resembles nothing. */
export async function meantWords(ctx: Context, words: SoughtWord[]): Promise<SoughtWord[] | null> {
  const meant: SoughtWord[] = [];
  for (const sought of words) {
    const known = await listSimilarWords(ctx.db, sought.word);
    const similar = known.filter(({ word }) => !word.includes(sought.word) && isMisspelling(sought.word, word));
    const uses = similar.reduce((sum, { resources }) => sum + resources, sought.uses);
    if (uses === 0) return null;
    meant.push({ ...sought, uses, similar: similar.map(({ word }) => word) });
  }
  return meant;
}
