import type { Slice } from '#server/features/catalogue/rules.ts';
import type { SoughtWord } from './search-rules.ts';

/** Up to here every search counts all it finds; of a larger catalogue more than `countedMatches` is just that. */
export const smallCatalogue = 20_000;
export const countedMatches = 1_000;
/** Where more is found than was expected, gathering ends after so many rows. */
const gatheredMatches = 2_000;
/** A walk reads so many rows in the time for one that is gathered: it comes by the same ones again and again. */
const walkedForGathered = 3;
/** So far a walk goes on that finds less than was expected. */
const leastWalk = 2_000;

/** Which part of which list is asked for. */
export type Extent = {
  /** How many resources are listed. */
  listed: number;
  /** How many a walk along the list's order has to pass from one end to the other. */
  walked: number;
  /** How many fit the filter, as far as that is known. */
  fitting: number;
  slice: Slice;
};

/**
 * How a page of a search is come to: with `within` by walking along the list for so many resources, which finds it
 * quickly when much matches. Otherwise, and when that was not enough, everything that matches is gathered and sorted;
 * should there be more than `most`, the list is walked along to the end after all.
 */
export type Course = { within: number | null; most: number | null };

/** Chooses by what has to be read: rows on the way to the page, or all that are expected to match. */
export function courseOf(words: readonly SoughtWord[], { listed, walked, fitting, slice }: Extent): Course {
  if (listed <= smallCatalogue) return { within: null, most: null };
  const expected = words.reduce((share, { uses }) => share * Math.min(1, uses / listed), fitting);
  const passed = ((slice.offset + slice.limit) * walked) / expected;
  // Looking for what was meant by a misspelt word takes time for each of the words that may have been.
  const work = passed * (1 + words.reduce((sum, { similar }) => sum + similar.length, 0) / 5);
  return expected > 1.5 * countedMatches && work < walkedForGathered * expected
    ? { within: Math.ceil(Math.max(leastWalk, 4 * passed)), most: gatheredMatches }
    : { within: null, most: Math.max(gatheredMatches, Math.ceil(2 * expected)) };
}
