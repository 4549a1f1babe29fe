import { deepestResource } from '#contract/search.endpoints.ts';

/** A word in search form, and what the catalogue has of it. */
export type SoughtWord = {
  word: string;
  /** The resources of all its spellings and other words, added up; 0 when no resource holds the word. */
  uses: number;
  /** The words of the catalogue that hold it; null when they are too many for the index. */
  spellings: string[] | null;
  /** Whole words that count as this one: its other forms, or what it may be a misspelling of. */
  others: string[];
};

/** A word that a member typed, or several that have synonyms together. */
export type SoughtTerm = {
  typed: string;
  /** Itself and its synonyms, as far as the catalogue has all their words: one of them must occur. */
  alternatives: SoughtWord[][];
};

/** What the text of a resource must hold, all of it. */
export type Patterns = {
  /** Words as they were typed, and parts that all alternatives of a term share. */
  parts: string[];
  /** For each term with alternatives all of them, in a text with a space before and after each word. */
  meant: string[][];
};

/** A search: words for the index, and what the index cannot find. */
export type Search = {
  /** For each term one of its spellings; null when every term has too many. */
  tsquery: string | null;
  patterns: Patterns;
};

/** What is found instead of a word, or beside it, by the text that is typed. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/** Words that say nothing about what is sought. */
const stopWords = new Set(
  'a about an and any are as at be by can do does for from has have how i in is it me my of on or our should so some that the their them there this to us we what when where which who why with you your'.split(
    ' ',
  ),
);

/** The most words of a text that has synonyms. */
const longestSynonym = 4;

/**
 * The terms of a search, each once, as the texts that may stand for it: as typed, then its synonyms. Marks around words
 * and stop words are left out, unless nothing else was typed.
 */
export function termsOf(search: string, synonyms: Synonyms): string[][] {
  const terms = new Map<string, string[]>();
  const words = soughtWords(search);
  const synonymsFor = (text: string) => synonyms.get(text) ?? synonyms.get(text.replace(/s$/, ''));
  for (let start = 0; start < words.length; ) {
    let length = Math.min(longestSynonym, words.length - start);
    while (length > 1 && !synonymsFor(words.slice(start, start + length).join(' '))) length -= 1;
    const typed = words.slice(start, start + length).join(' ');
    terms.set(typed, [typed, ...(synonymsFor(typed) ?? [])]);
    start += length;
  }
  return [...terms.values()];
}

function soughtWords(search: string): string[] {
  const typed = plain(search).split(' ');
  const bare = typed.map(withoutMarks).filter((word) => word !== '');
  const telling = bare.filter((word) => !stopWords.has(word));
  return [telling, bare, typed.filter((word) => word !== '')].find((words) => words.length > 0) ?? [];
}

/** A word without the punctuation around it; % and _ are characters like others (BROWSE-01). */
function withoutMarks(word: string): string {
  return word.replace(/^[^\p{L}\p{N}%_]+|[^\p{L}\p{N}%_+#]+$/gu, '');
}

/** The synonyms of the portal settings by what is typed; their form is checked when they are saved. */
export function synonymsOf(lines: readonly string[]): Synonyms {
  const synonyms = new Map<string, string[]>();
  for (const line of lines) {
    const [typed = '', ...found] = line.split(/[=,]/);
    const key = soughtWords(typed).join(' ');
    synonyms.set(key, [...(synonyms.get(key) ?? []), ...found.map((text) => soughtWords(text).join(' '))]);
  }
  return synonyms;
}

/** Puts a search together: words that the index would find too slowly are looked for in the texts. */
export function searchOf(terms: readonly SoughtTerm[]): Search {
  return {
    tsquery: tsqueryOf(terms.filter(isIndexed)),
    patterns: patternsOf(terms.filter((term) => !isIndexed(term))),
  };
}

/**
 * The index takes longer for each resource and each spelling of a word. In a text by text search the first matches of a
 * frequent word come soon, and more than pages reach are not read.
 */
function isIndexed({ alternatives }: SoughtTerm): boolean {
  return alternatives.flat().every(({ spellings, others, uses }) => {
    return spellings !== null && uses * (1 + (spellings.length + others.length) / 25) <= 10 * deepestResource;
  });
}

/** The same without the index. */
export function patternsOf(terms: readonly SoughtTerm[]): Patterns {
  const texts = terms.map(textsOf);
  const alternatives = texts.filter((one) => one.length > 1 || one[0]?.startsWith(' '));
  // A part that all alternatives share is looked for first: most texts hold none of them.
  const common = alternatives.map(commonPart);
  return {
    parts: [...texts.filter((one) => !alternatives.includes(one)).flat(), ...common.filter((part) => part !== '')],
    meant: alternatives,
  };
}

/** By what matches are ranked: for each term the texts that count as it, without those that hold another. */
export function rankingOf(terms: readonly SoughtTerm[]): string[][] {
  return terms.map((term) => {
    const texts = [...new Set(textsOf(term).map((text) => withoutMarks(text.trim()) || text))];
    return texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
  });
}

function tsqueryOf(terms: readonly SoughtTerm[]): string | null {
  const anyOf = (parts: string[]) => `(${parts.join(' | ')})`;
  const all = terms.map(({ alternatives }) =>
    alternatives.map((words) =>
      words.map(({ spellings, others }) => anyOf([...(spellings ?? []), ...others].map(quoted))).join(' & '),
    ),
  );
  return all.length === 0 ? null : all.map((either) => (either.length > 1 ? anyOf(either) : either[0])).join(' & ');
}

function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}

/** How many resources hold a term, at most. */
export function usesOf({ alternatives }: SoughtTerm): number {
  return alternatives.flat().reduce((sum, { uses }) => sum + uses, 0);
}

/** Whether the catalogue has the word, in this form or another. */
export function isHeld({ spellings, others }: SoughtWord): boolean {
  return spellings === null || spellings.length > 0 || others.length > 0;
}

/** Above this length the catalogue's words may be parts of longer ones (words_of). */
const wholeLength = 100;

/** The alternatives of a term: a word anywhere, other words between spaces, words of a synonym one after the other. */
function textsOf({ alternatives }: SoughtTerm): string[] {
  return alternatives.flatMap((words) => {
    const [first] = words;
    if (!first || words.length > 1) return words.map(({ word }) => word).join(' ');
    const isTyped = first.spellings === null || first.spellings.length > 0;
    const others = first.others.map((other) => (other.length > wholeLength ? other : ` ${other} `));
    return [...(isTyped ? [first.word] : []), ...others];
  });
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
 * in a longer one with the same first letter, none below four letters.
 */
export function isMisspelling(typed: string, known: string): boolean {
  const edits = (part: string) => (typed.length < 4 ? 0 : typed.length < 6 || typed[0] !== part[0] ? 1 : 2);
  return known
    .split(/[^\p{L}\p{N}]+/u)
    .some((part) => part !== '' && distance(typed, part, edits(part)) <= edits(part));
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
