import type { Synonyms } from './question-rules.ts';
import type { Meant } from './word-rules.ts';

/**
 * Maps words that the catalogue does not have as written to the words of the synonyms' keys of which they are
 * misspellings, so that phrases with synonyms are found.
 * @param meant for each word, the words of the catalogue of which it may be a misspelling; a correction must be one of
 * these when there are any
 */
export function correctionsOf(
  unspelt: readonly string[],
  meant: ReadonlyMap<string, readonly Meant[]>,
  synonyms: Synonyms,
): Map<string, string> {
  const corrections = new Map<string, string>();
  const keyWords = [...synonyms.keys()].flatMap((key) => key.split(' '));
  for (const typed of unspelt) {
    const known = meant.get(typed) ?? [];
    const near = keyWords.filter((word) => isMisspelling(typed, word));
    const correction = known.length > 0 ? near.find((one) => known.some(({ word }) => word === one)) : near[0];
    if (correction !== undefined) corrections.set(typed, correction);
  }
  return corrections;
}

/**
 * Whether `typed` is a misspelling of `known` or of a part of it between punctuation: by one edit in a short word, two
 * in a longer one with the same first letter, none below four letters. A word with "%" or "_" is never a misspelling.
 */
export function isMisspelling(typed: string, known: string): boolean {
  if (/[%_]/.test(typed)) return false;
  const edits = (part: string) => (typed.length < 4 ? 0 : typed.length < 6 || typed[0] !== part[0] ? 1 : 2);
  return known
    .split(/[^\p{L}\p{N}]+/u)
    .some((part) => part !== '' && distance(typed, part, edits(part)) <= edits(part));
}

/** Counts the letters left out, added, changed or swapped with their neighbour; stops counting above `enough`. */
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
