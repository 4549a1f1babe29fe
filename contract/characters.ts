// Without zod and with nothing but counting, because every screen loads it.

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters of a text as people see them: an accented letter, a flag or a family is one. */
export function charactersOf(text: string): string[] {
  return Array.from(characters.segment(text), ({ segment }) => segment);
}

export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of characters.segment(text)) count += 1;
  return count;
}

/**
 * Maximum code points for each character of a limit. A character can have any number of combining marks, so that a text
 * also needs a limit in what is stored; the check constraints of the tables allow as many.
 */
export const codePointsEach = 8;

/** Whether a text has at most so many characters as people see them, and so many code points. */
export function hasAtMost(text: string, most: number, codePoints = most * codePointsEach): boolean {
  if (text.length <= most) return true;
  // A code point has at most two UTF-16 units.
  if (text.length > codePoints * 2 || [...text].length > codePoints) return false;
  return countCharacters(text) <= most;
}

/** The first characters of a text, none of them halved, within the limit of `hasAtMost`. */
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

/** The first characters of a text that an outside service counts in UTF-16 units, none of them halved. */
export function firstUnits(text: string, units: number): string {
  let cut = '';
  for (const { segment } of characters.segment(text)) {
    if (cut.length + segment.length > units) break;
    cut += segment;
  }
  return cut;
}

/** The last characters of a text, none of them halved. */
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

/** A text cut to so many characters, the last of them an ellipsis when something was left out. */
export function shortened(text: string, most: number): string {
  return hasAtMost(text, most) ? text : `${firstCharacters(text, most - 1).trimEnd()}…`;
}
