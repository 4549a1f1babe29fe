import { deepestResource } from '#contract/search.endpoints.ts';

/** A word that a member typed, in search form, and what the catalogue has of it. */
export type SoughtWord = {
  word: string;
  /** The resources of all its spellings, added up; 0 when no resource holds the word. */
  uses: number;
  /** The words of the catalogue that hold it; null when they are too many for the index. */
  spellings: string[] | null;
  /** Other words that may have been meant, when nothing matches what was typed. */
  similar: string[];
};

/** What the text of a resource must hold, all of it. */
export type Look = {
  /** Words as they were typed, and parts that all alternatives of a misspelt one share. */
  parts: string[];
  /** For each misspelt word its alternatives, in a text with a space before and after each word. */
  meant: string[][];
};

/** A search: words for the index, and what the index cannot find. */
export type Search = {
  /** For each word one of its spellings; null when every word has too many. */
  tsquery: string | null;
  look: Look;
};

/** Puts a search together: words that the index would find too slowly are looked for in the texts. */
export function searchOf(words: readonly SoughtWord[]): Search {
  return { tsquery: tsqueryOf(words.filter(isIndexed)), look: lookFor(words.filter((word) => !isIndexed(word))) };
}

/**
 * The index takes longer for each resource and each spelling of a word. In a text by text search the first matches of a
 * frequent word come soon, and more than pages reach are not read.
 */
function isIndexed({ spellings, uses }: SoughtWord): boolean {
  return spellings !== null && uses * (1 + spellings.length / 25) <= 10 * deepestResource;
}

/** The same without the index. */
export function lookFor(words: readonly SoughtWord[]): Look {
  const typed = words.filter(({ similar }) => similar.length === 0);
  const misspelt = words.filter(({ similar }) => similar.length > 0);
  // A part that all alternatives share is looked for first: most texts hold none of them.
  const common = misspelt.map((word) => commonPart(alternativesOf(word)));
  return {
    parts: [...typed.map(({ word }) => word), ...common.filter((part) => part !== '')],
    meant: misspelt.map(alternativesOf),
  };
}

/** By what matches are ranked: the words, and what may have been meant by them. */
export function rankingOf(words: readonly SoughtWord[]): string[] {
  return words.flatMap(({ word, similar }) => [word, ...similar]);
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

/** The word anywhere, if a resource holds it, or one of the similar words between spaces. */
function alternativesOf({ word, spellings, similar }: SoughtWord): string[] {
  const isHeld = spellings === null || spellings.length > 0;
  return [...(isHeld ? [word] : []), ...similar.map((other) => (other.length > wholeLength ? other : ` ${other} `))];
}

/** The longest part that all these texts share, without spaces; empty when it has fewer than three letters. */
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

/**
 * Whether `typed` is a misspelling of `known` or of a part of it between punctuation: by one edit in a short word, two
 * in a longer one, none below four letters.
 */
export function isMisspelling(typed: string, known: string): boolean {
  const edits = typed.length < 4 ? 0 : typed.length < 6 ? 1 : 2;
  return known.split(/[^\p{L}\p{N}]+/u).some((part) => part !== '' && distance(typed, part, edits) <= edits);
}

/** How many letters were left out, added, changed or swapped with their neighbour; stops counting above `enough`. */
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

/** How many of each are suggested. */
export const mostResources = 6;
const mostTopics = 3;

/**
 * The tags of found resources that hold the typed words, the most frequent first, each in one spelling. Tags that
 * resemble misspelt words count only when no tag holds the words as typed.
 */
export function topicsOf(tagLists: readonly (readonly string[])[], typed: string): string[] {
  const words = plain(typed).split(' ');
  const counts = new Map<string, { tag: string; count: number }>();
  for (const tag of tagLists.flat()) {
    const known = counts.get(plain(tag));
    if (known) known.count += 1;
    else counts.set(plain(tag), { tag, count: 1 });
  }
  const holding = [...counts].filter(([form]) => words.every((word) => form.includes(word)));
  const meant = [...counts].filter(([form]) => words.every((word) => isMisspelling(word, form)));
  return (holding.length > 0 ? holding : meant)
    .map(([, topic]) => topic)
    .sort((one, other) => other.count - one.count)
    .slice(0, mostTopics)
    .map(({ tag }) => tag);
}

/** Lower case without accents, as a search compares. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');
}

/** The cache key of a text: equal for all texts with the same suggestions. */
export function suggestionKeyOf(typed: string): string {
  return typed.toLowerCase().split(/\s+/).join(' ');
}

/** The first resources of both lists in this order, each once. */
export function suggestedOf<Found extends { id: number }>(
  beginning: readonly Found[],
  found: readonly Found[],
): Found[] {
  const begun = new Set(beginning.map(({ id }) => id));
  return [...beginning, ...found.filter(({ id }) => !begun.has(id))].slice(0, mostResources);
}
