// Without imports, because every screen loads it.

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a text into characters as people see them: an accented letter, a flag or a family is one. */
export function charactersOf(text: string): string[] {
  return Array.from(characters.segment(text), ({ segment }) => segment);
}

/** Counts the characters of a text, no further than one more than `most`. */
export function countCharacters(text: string, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (const _ of characters.segment(text)) {
    count += 1;
    if (count > most) break;
  }
  return count;
}

/**
 * Maximum code points for each character of a limit. A character can have any number of combining marks, so a text also
 * needs a limit in stored code points; the check constraints of the tables allow the same number.
 */
const codePointsEach = 8;

/** Whether a text has at most `most` characters as people see them, and at most `codePoints` code points. */
export function hasAtMost(text: string, most: number, codePoints = most * codePointsEach): boolean {
  if (text.length <= most) return true;
  // A code point has at most two UTF-16 units.
  if (text.length > codePoints * 2) return false;
  const { length: points } = [...text];
  // A character has at least one code point. Splitting into characters is slow, and few texts need it.
  return points <= codePoints && (points <= most || countCharacters(text, most) <= most);
}

/** Returns the beginning of a text within the limits of `hasAtMost`, without cutting through a character. */
export function firstCharacters(text: string, most: number, codePoints = most * codePointsEach): string {
  if (hasAtMost(text, most, codePoints)) return text;
  let cut = '';
  let room = codePoints;
  let count = 0;
  for (const { segment } of characters.segment(text)) {
    room -= [...segment].length;
    count += 1;
    if (count > most || room < 0) break;
    cut += segment;
  }
  return cut;
}

/**
 * Returns the beginning of a text within a limit in UTF-16 units, in which an outside service counts, without cutting
 * through a character.
 */
export function firstUnits(text: string, units: number): string {
  let cut = '';
  for (const { segment } of characters.segment(text)) {
    if (cut.length + segment.length > units) break;
    cut += segment;
  }
  return cut;
}

/** Returns the end of a text, without cutting through a character. */
export function lastCharacters(text: string, most: number): string {
  if (hasAtMost(text, most)) return text;
  let room = most * codePointsEach;
  const segments = charactersOf(text).slice(-most);
  const first = segments.findLastIndex((segment) => {
    room -= [...segment].length;
    return room < 0;
  });
  return segments.slice(first + 1).join('');
}

/** Truncates a text to `most` characters, the last of them an ellipsis when something was left out. */
export function shortened(text: string, most: number): string {
  return hasAtMost(text, most) ? text : `${firstCharacters(text, most - 1).trimEnd()}…`;
}
