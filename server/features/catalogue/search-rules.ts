/** A word that somebody typed, in search form, and what is known of it. */
export type SoughtWord = {
  word: string;
  /** In how many resources the words that hold it stand, added up: at least as many as resources that match. */
  uses: number;
  /** The words of the catalogue that hold it; null when they are too many to be looked up one by one. */
  spellings: string[] | null;
};

/**
 * How well a resource matches: for each of these patterns whether it lies in the title, among the tags, or only in the
 * text. The best come first.
 */
export type Ranking = { patterns: string[] };

/** A search in the form that the index understands. Both parts must match. */
export type Search = {
  /** For each word one of its spellings; null when every word has too many. */
  tsquery: string | null;
  /** Patterns that all occur, for the words that `tsquery` leaves out. */
  patterns: string[];
};

/** Up to here every search counts all it finds; a larger catalogue stops at `countedMatches`. */
export const smallCatalogue = 20_000;
export const countedMatches = 5_000;
/** How far along the list a common search may walk before the index is asked after all. */
export const walkedResources = 20_000;

/** Whether so much must match that the next page is found sooner by walking along the list than by the index. */
export function isCommon(words: readonly SoughtWord[], { listed, matching }: { listed: number; matching: number }) {
  if (listed <= smallCatalogue) return false;
  const expected = words.reduce((share, { uses }) => share * Math.min(1, uses / listed), matching);
  return expected > 1.5 * countedMatches;
}

/**
 * Puts a search together.
 * @param matching how many resources fit the filter: when these are few, looking at each beats the index
 */
export function searchOf(words: readonly SoughtWord[], matching: number): Search {
  const indexed = words.filter(({ spellings, uses }) => spellings && uses * (1 + spellings.length / 100) < matching);
  return {
    tsquery: tsqueryOf(indexed),
    patterns: words.filter((word) => !indexed.includes(word)).map(({ word }) => patternOf(word)),
  };
}

/** The same with spellings alone, for words that may be misspelt. */
export function tsqueryOf(words: readonly Pick<SoughtWord, 'spellings'>[]): string | null {
  const either = words.map(({ spellings }) => `(${(spellings ?? []).map(quoted).join(' | ')})`);
  return either.length === 0 ? null : either.join(' & ');
}

function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}

/** A pattern for LIKE that finds the word anywhere, its own % and _ being plain characters (BROWSE-01). */
export function patternOf(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Whether `known`, or a part of it between marks, is what somebody meant who typed `typed`: one slip in a short word,
 * two in a longer one, none in very short ones.
 */
export function isMisspelling(typed: string, known: string): boolean {
  const slips = typed.length < 4 ? 0 : typed.length < 6 ? 1 : 2;
  return known.split(/[^\p{L}\p{N}]+/u).some((part) => part !== '' && distance(typed, part, slips) <= slips);
}

/** How many letters were left out, added, changed or swapped with their neighbour; more than `enough` is not counted. */
function distance(one: string, other: string, enough: number): number {
  if (Math.abs(one.length - other.length) > enough) return enough + 1;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = at(above, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(Math.min(changed, at(above, j) + 1, at(row, j - 1) + 1, isSwap ? at(before, j - 2) + 1 : Infinity));
    }
    before = above;
    above = row;
  }
  return at(above, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
