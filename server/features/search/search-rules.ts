import { labelsOf } from './label-rules.ts';
import { asksAudience, type Filter } from './rules.ts';

/** A word that somebody typed, in search form, and what is known of it. */
export type SoughtWord = {
  word: string;
  /** In how many resources the words that are looked for stand, added up: at least as many as resources that match. */
  uses: number;
  /** The words of the catalogue that hold it; null when they are too many to be looked up one by one. */
  spellings: string[] | null;
  /** Other words that may have been meant, as long as nothing matches what was typed. */
  similar: string[];
};

/**
 * How well a resource matches: for each of these patterns whether it lies in the title, among the tags, or only in the
 * text. The best come first.
 */
export type Ranking = { patterns: string[] };

/** What a text is looked through for, row by row. Everything must be in it. */
export type Look = {
  /** For LIKE: words as they were typed. */
  patterns: string[];
  /** For LIKE, in a text that has a space before and after each of its words: for each misspelt word what it may be. */
  meant: string[][];
};

/** A search in the form that the index understands, and what is looked for in what the index finds. */
export type Search = Look & {
  /** For each word one of its spellings; null when every word has too many. */
  tsquery: string | null;
  /** What the index of the words is asked for besides; null when it is not asked, but an index of the lists. */
  labels: string[][] | null;
};

type Within = {
  filter: Filter;
  listed: number;
  /** How many fit the filter, its phases and roles aside. */
  matching: number;
};

/**
 * Puts a search together. The index finds the words within the filter, reading of it what it has of each; words that
 * cost more there than looking at everything that fits the filter are looked for in the rows.
 */
export function searchOf(words: readonly SoughtWord[], { filter, listed, matching }: Within): Search {
  const indexed = words.filter(
    ({ spellings, similar, uses }) =>
      spellings && uses * (1 + (spellings.length + similar.length) / 100) < Math.min(listed, 50 * matching),
  );
  const tsquery = tsqueryOf(indexed);
  // An index of the lists finds what fits a filter of single values; phases and roles are in that of the words.
  const labels = tsquery !== null || asksAudience(filter) ? labelsOf(filter) : null;
  return { tsquery, labels, ...lookFor(words.filter((word) => !indexed.includes(word))) };
}

/** The same without the index. */
export function lookFor(words: readonly SoughtWord[]): Look {
  const typed = words.filter(({ similar }) => similar.length === 0);
  const misspelt = words.filter(({ similar }) => similar.length > 0);
  // What all alternatives have in common is looked for first: most texts hold none of them.
  const common = misspelt.map((word) => commonPart(alternativesOf(word)));
  return {
    patterns: [...typed.map(({ word }) => word), ...common.filter((part) => part !== '')].map(patternOf),
    meant: misspelt.map((word) => alternativesOf(word).map(patternOf)),
  };
}

/** What a resource that matches well holds in its title: the words, or what was meant by them. */
export function rankingOf(words: readonly SoughtWord[]): Ranking {
  return { patterns: words.flatMap(({ word, similar }) => [word, ...similar]).map(patternOf) };
}

function tsqueryOf(words: readonly SoughtWord[]): string | null {
  const either = words.map(
    ({ spellings, similar }) => `(${[...(spellings ?? []), ...similar].map(quoted).join(' | ')})`,
  );
  return either.length === 0 ? null : either.join(' & ');
}

function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}

/** Above this length the catalogue's words may be parts of longer ones (words_of). */
const wholeLength = 100;

/** The word anywhere, as far as something holds it, or one of the similar ones as it stands between spaces. */
function alternativesOf({ word, spellings, similar }: SoughtWord): string[] {
  const isHeld = spellings === null || spellings.length > 0;
  return [...(isHeld ? [word] : []), ...similar.map((other) => (other.length > wholeLength ? other : ` ${other} `))];
}

/** The longest part, spaces aside, that lies in each of these texts; nothing below three letters. */
function commonPart(texts: readonly string[]): string {
  const shortest = texts.map((text) => text.trim()).reduce((one, other) => (other.length < one.length ? other : one));
  for (let length = Math.min(shortest.length, 20); length >= 3; length -= 1) {
    for (let start = 0; start + length <= shortest.length; start += 1) {
      const part = shortest.slice(start, start + length);
      if (texts.every((text) => text.includes(part))) return part;
    }
  }
  return '';
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
