import { withoutMarks } from './question-rules.ts';
import {
  type Asked,
  isHeld,
  isIndexed,
  type Search,
  type SoughtTerm,
  type SoughtWord,
  searchOf,
  textsOf,
  usesOf,
} from './word-rules.ts';

/** A term with its weight, which is higher the fewer resources have it. */
export type WeighedTerm = { texts: string[]; weight: number };

/**
 * Returns the terms by which matches are ranked: for each its texts, without those that contain another.
 * @param listed the number of listed resources
 */
export function rankingOf(terms: readonly SoughtTerm[], listed: number): WeighedTerm[] {
  return terms.map((term) => weighedOf(term, listed));
}

function weighedOf(term: SoughtTerm, listed: number): WeighedTerm {
  const texts = [...new Set(textsOf(term).map((text) => withoutMarks(text.trim()) || text))];
  return {
    texts: texts.filter((text) => !texts.some((other) => other !== text && text.includes(other))),
    weight: Math.max(leastWeight, rarity(usesOf(atBeginnings(term)), listed)),
  };
}

/** Minimum weight, of a word that every resource has. */
const leastWeight = 0.1;

/** Terms of the closest matches of a search, with their weights. */
export type Nearness = {
  /** The terms that the catalogue has, rarest first; a closest match has at least one rare term. */
  terms: (WeighedTerm & { isRare: boolean })[];
  /** Searches for candidates; `holds` are the indexes of the terms that all candidates of a search have. */
  places: { search: Search; holds: number[] }[];
  /** Maximum number of candidates of one search. */
  mostOfPlace: number;
  /** Terms that count only in the title and the tags. */
  soft: WeighedTerm[];
  /** Pairs of adjacent words of the search, which count when they are adjacent in a text. */
  phrases: WeighedTerm[];
  minutes: { most: number; weight: number } | null;
  filterWeight: number;
};

/** Maximum number of candidates for the closest matches. */
const mostCandidates = 300;

/**
 * Returns how to rank the closest matches: each term of a resource counts, more if fewer resources have it. Null when
 * the catalogue has no word of the search, or none of them is rare.
 * @param listed the number of listed resources
 */
export function nearnessOf({ terms, soft, minutes }: Asked, listed: number): Nearness | null {
  const weighed = terms
    .map(atBeginnings)
    .filter(({ alternatives }) => alternatives.length > 0)
    .map((term) => ({ term, ...weighedOf(term, listed) }))
    .sort((one, other) => other.weight - one.weight);
  const [rarest] = weighed;
  if (!rarest || rarest.weight < leastRarity) return null;
  const usual = weighed.reduce((sum, { weight }) => sum + weight, 0) / weighed.length;
  return {
    terms: weighed.map(({ texts, weight }) => ({ texts, weight, isRare: weight >= leastRarity })),
    places: placesOf(weighed.map(({ term }) => term)),
    mostOfPlace: mostCandidates,
    soft: rankingOf(soft, listed).map(({ texts }) => ({ texts, weight: usual / 2 })),
    phrases: terms.slice(1).map((term, index) => ({
      texts: [`${terms[index]?.typed} ${term.typed}`],
      weight: usual / 2,
    })),
    minutes: minutes === null ? null : { most: minutes, weight: usual / 2 },
    filterWeight: (weighed.at(-1)?.weight ?? 0) / 2,
  };
}

/**
 * Returns a search for each term while all candidates together are few enough. Of the other terms, the two rarest are
 * combined, and the rarest is searched alone when no term has its own search.
 */
function placesOf(terms: readonly SoughtTerm[]): Nearness['places'] {
  let left = mostCandidates;
  const places: Nearness['places'] = [];
  const further: number[] = [];
  for (const [index, term] of terms.entries()) {
    left -= usesOf(term);
    if (left >= 0 && isIndexed(term)) places.push({ search: searchOf([term]), holds: [index] });
    else further.push(index);
  }
  const isAlone = places.length === 0;
  const [first, second] = further.flatMap((index) => terms[index] ?? []);
  if (first && second && isIndexed(first)) {
    places.push({ search: searchOf([first, second]), holds: further.slice(0, 2) });
  }
  if (first && isAlone) places.push({ search: searchOf([first]), holds: further.slice(0, 1) });
  return places;
}

/** Minimum weight of a rare word, which at most a third of the resources have. */
const leastRarity = Math.log(3);

const rarity = (uses: number, listed: number) => Math.max(0, Math.log((listed + 1) / Math.max(1, uses)));

/** Removes the words of the catalogue that have the term only inside, such as "dashboard" for "board". */
function atBeginnings(term: SoughtTerm): SoughtTerm {
  const alternatives = term.alternatives.map((words) => words.map(atBeginning)).filter((words) => words.every(isHeld));
  return { ...term, alternatives };
}

/** Keeps only the spellings that begin with the word, and subtracts the uses of the others. */
export function atBeginning(sought: SoughtWord): SoughtWord {
  const { word, uses, spellings, counts } = sought;
  if (spellings === null) return sought;
  const begun = spellings.flatMap((spelling, index) =>
    beginsWord(spelling, word) ? [{ spelling, count: counts[index] ?? 0 }] : [],
  );
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    ...sought,
    uses: uses - sum(counts) + sum(begun.map(({ count }) => count)),
    spellings: begun.map(({ spelling }) => spelling),
    counts: begun.map(({ count }) => count),
  };
}

/** Whether a word of the catalogue, or a part of it after punctuation, begins with this text. */
function beginsWord(spelling: string, word: string): boolean {
  for (let at = spelling.indexOf(word); at >= 0; at = spelling.indexOf(word, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(spelling[at - 1] ?? '')) return true;
  }
  return false;
}
