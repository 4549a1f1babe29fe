import { deepestResource } from '#contract/catalogue/search.endpoints.ts';
import { isKind, isSoft } from './question-rules.ts';

/** A word in search form, with its matches in the catalogue. */
export type SoughtWord = {
  word: string;
  /** Number of resources with its spellings and other words, added up; 0 when no resource has the word. */
  uses: number;
  /** The words of the catalogue that contain the word; null when they are too many for the index. */
  spellings: string[] | null;
  /** Number of resources with each of the spellings, in the order of `spellings`. */
  counts: number[];
  /** Whole words that count as this word: its other forms, or the words of which it may be a misspelling. */
  others: string[];
};

/** A typed word, or several that have synonyms together. */
export type SoughtTerm = {
  typed: string;
  /** Whether the term only ranks, because it names a type, an access, a file format or a quality. */
  isSoft: boolean;
  /** The term and its synonyms, as far as the catalogue has all their words; a result must have one of them. */
  alternatives: SoughtWord[][];
};

/** Patterns that the text of a resource must all match. */
export type Patterns = {
  /** Typed words, and parts that all alternatives of a term share. */
  parts: string[];
  /** For each term with alternatives all of them, for a text with a space before and after each word. */
  meant: string[][];
};

/** A search: words for the index, and patterns for the others. */
export type Search = {
  /** For each term one of its spellings; null when no term is indexed. */
  tsquery: string | null;
  patterns: Patterns;
  /** Maximum duration of a match in minutes; null unless only a duration was typed. */
  minutes?: number | null;
};

/** A word of the catalogue, and the number of resources with it. */
export type Meant = { word: string; resources: number };

/** Returns a term that the catalogue has in no form, with the words of which it may be a misspelling. */
export function misspeltTerm({ typed, isSoft: wasSoft }: SoughtTerm, meant: readonly Meant[]): SoughtTerm {
  if (meant.length === 0) return { typed, isSoft: wasSoft, alternatives: [] };
  const others = meant.map(({ word }) => word);
  const uses = meant.reduce((sum, { resources }) => sum + resources, 0);
  return {
    typed,
    isSoft: wasSoft || isSoft(others),
    alternatives: [[{ word: typed, uses, spellings: [], counts: [], others }]],
  };
}

/** A search: the terms that a result must have, and those that only rank it. */
export type Asked = { terms: SoughtTerm[]; soft: SoughtTerm[]; minutes: number | null };

/**
 * Splits the terms. Soft terms only rank (BROWSE-19), unless nothing else was typed, or the other terms have so many
 * results that these are not ranked.
 */
export function askedOf(found: readonly SoughtTerm[], minutes: number | null): Asked {
  const hard = found.filter((term) => !term.isSoft);
  const soft = found.filter((term) => term.isSoft);
  const isFrequent = hard.every((term) => usesOf(term) > deepestResource);
  if (hard.length > 0 && isFrequent && areKnown(soft)) return { terms: [...found], soft: [], minutes };
  const terms = hard.length > 0 ? hard : softTermsSought(soft);
  return { terms, soft: soft.filter((term) => usesOf(term) > 0 && !terms.includes(term)), minutes };
}

/** Returns the soft terms that a result must have when nothing else was typed: types and accesses before the others. */
function softTermsSought(soft: readonly SoughtTerm[]): SoughtTerm[] {
  const known = soft.filter(({ alternatives }) => alternatives.length > 0);
  const kinds = known.filter(({ typed }) => isKind([typed]));
  return [kinds, known].find((terms) => terms.length > 0) ?? [...soft];
}

/** Whether the catalogue has every term. */
export const areKnown = (terms: readonly SoughtTerm[]) => terms.every(({ alternatives }) => alternatives.length > 0);

/** Builds a search: words for which the index is too slow are searched in the texts. */
export function searchOf(terms: readonly SoughtTerm[]): Search {
  return {
    tsquery: tsqueryOf(terms.filter(isIndexed)),
    patterns: patternsOf(terms.filter((term) => !isIndexed(term))),
  };
}

/**
 * Whether the index is fast enough for a term: it takes longer for each resource and each spelling of a word. Searching
 * text by text soon finds the first matches of a frequent word, and more than pages reach are not read.
 */
export function isIndexed({ alternatives }: SoughtTerm): boolean {
  return alternatives.flat().every(({ spellings, others, uses }) => {
    return spellings !== null && uses * (1 + (spellings.length + others.length) / 25) <= 10 * deepestResource;
  });
}

/** Builds the patterns of a search without the index. */
export function patternsOf(terms: readonly SoughtTerm[]): Patterns {
  const texts = terms.map(textsOf);
  const alternatives = texts.filter((one) => one.length > 1 || one[0]?.startsWith(' '));
  // A part that all alternatives share is compared first, because most texts do not have it.
  const common = alternatives.map(commonPart);
  return {
    parts: [...texts.filter((one) => !alternatives.includes(one)).flat(), ...common.filter((part) => part !== '')],
    meant: alternatives,
  };
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

/** Returns an upper bound for the number of resources with a term. */
export function usesOf({ alternatives }: SoughtTerm): number {
  return alternatives.reduce((sum, words) => sum + Math.min(...words.map(({ uses }) => uses)), 0);
}

export function isHeld({ spellings, others }: SoughtWord): boolean {
  return spellings === null || spellings.length > 0 || others.length > 0;
}

/** Whether the catalogue has one of the term's texts as it is written. */
export const isSpelt = ({ alternatives }: SoughtTerm) =>
  alternatives.some((words) => words.every(({ spellings }) => spellings === null || spellings.length > 0));

/** Maximum length at which a word of the catalogue is certainly whole; `words_of` cuts longer ones. */
const wholeLength = 100;

/**
 * Returns the alternatives of a term: a word anywhere, other words between spaces, words of a synonym adjacent to each
 * other.
 */
export function textsOf({ alternatives }: SoughtTerm): string[] {
  return alternatives.flatMap((words) => {
    const [first] = words;
    if (!first || words.length > 1) return words.map(({ word }) => word).join(' ');
    const isTyped = first.spellings === null || first.spellings.length > 0;
    const others = first.others.map((other) => (other.length > wholeLength ? other : ` ${other} `));
    return [...(isTyped ? [first.word] : []), ...others];
  });
}

/** Returns the longest part that all these texts share, without spaces; empty when it has fewer than three letters. */
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
