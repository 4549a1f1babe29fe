// Without zod, because the server's platform uses it and screens normalise typed text with it.
import { firstCharacters, hasAtMost } from './characters.ts';

/** Characters that break a line or look like a blank; U+2800 is a Braille cell without dots. */
const blank = /[\t-\r \u0085\p{Z}\u2800]+/gu;

/**
 * Invisible characters are removed unless they are part of something visible, which is matched with them: in emoji,
 * flags of regions, keycaps, variants of ideographs, and between visible letters of scripts without capitals.
 * Bidi_Control includes the direction overrides; U+FFF9 to U+FFFB hide a gloss behind its text. Nothing looks behind:
 * looking back over a run of variation selectors from each of them took seconds.
 */
const unseen =
  /(\u{1F3F4}[\u{E0030}-\u{E007A}]{0,6}[\u{E0030}-\u{E007F}]|\p{Extended_Pictographic}(?=\uFE0E|\uFE0F|\u200D|\p{Emoji_Modifier})[\uFE0F\p{Emoji_Modifier}]*(?:\uFE0E|\u200D(?=\p{Extended_Pictographic}))?|[0-9#*]\uFE0F(?=\u20E3))|((?!\p{Default_Ignorable_Code_Point})\p{Lo}\p{M}*)([\u200C\u200D])(?=\p{Lo})|(\p{Unified_Ideograph}[\u{E0100}-\u{E01EF}])|[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/gu;

const invisible =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/u;

function withoutUnseen(text: string): string {
  // Faster for the many texts that have nothing invisible.
  if (!invisible.test(text)) return text;
  return text.replace(unseen, (_, whole = '', letter?: string, joiner?: string, variant = '') =>
    letter === undefined ? whole + variant : withoutUnseen(letter) + joiner,
  );
}

/** Combining marks of one character at most; the standard's format for streams has 30 (UAX 15, Stream-Safe). */
const mostMarks = 64;

/** A mark at the start of three UTF-16 units, also when they begin in the middle of one. */
const mark = /^[\uDC00-\uDFFF]?\p{M}/u;
const stride = 8;

/**
 * Whether a run of marks may be too long: one that is has a mark at each of so many places at this distance. Much
 * faster than looking at every character.
 */
function mayBeCrowded(text: string): boolean {
  let marks = 0;
  for (let at = 0; at < text.length && marks < mostMarks / stride; at += stride)
    marks = mark.test(text.slice(at, at + 3)) ? marks + 1 : 0;
  return marks === mostMarks / stride;
}

/** Cuts each run of marks; a whole run is one match, so that nothing is searched twice. */
function uncrowded(text: string): string {
  if (!mayBeCrowded(text)) return text;
  return text.replace(/\p{M}+/gu, (marks) => [...marks].slice(0, mostMarks).join(''));
}

/**
 * Whether a character has more combining marks than any script writes. Such a text cannot be shown, and `normalize`
 * takes seconds to sort its marks.
 */
export function isCrowded(text: string): boolean {
  return uncrowded(text) !== text;
}

/** Returns a text in NFC, without the marks of a character beyond those that it may have. */
export function composed(text: string): string {
  const normal = uncrowded(text).normalize('NFC');
  // Again, because a few marks are two in NFC.
  return normal === text ? text : uncrowded(normal);
}

/**
 * Returns a text as one line, as people see it: white space and line breaks become one blank, the ends are trimmed,
 * control, zero-width and direction characters are removed; in NFC. Keeps invisible characters that are part of an
 * emoji or of a joined letter.
 */
export function lineOf(text: string): string {
  return composed(withoutUnseen(text.replace(blank, ' ')).replace(/ {2,}/g, ' ').trim());
}

/** Line breaks, including those of other systems and of word processors. */
const lineBreak = /\r\n?|[\u0085\v\f\u2028\u2029]/g;

/**
 * Lone surrogates, noncharacters, direction overrides, U+FFF9 to U+FFFB, and control characters other than tab and line
 * feed.
 */
const unwritable = /[\p{Cs}\p{Noncharacter_Code_Point}\u202D\u202E\uFFF9-\uFFFB]|(?![\t\n])\p{Cc}/gu;

const visibleAscii = /[!-~]/;

/**
 * Removes characters that XML, HTML or mails cannot contain or must not show. Needed for rows of earlier versions and
 * for texts of outside services.
 */
export function writable(text: string): string {
  return text.replace(unwritable, '');
}

/**
 * Returns a text of several lines: line breaks become U+000A, the ends are trimmed, the characters of `unwritable` are
 * removed; in NFC. Keeps zero-width characters, because some scripts break their lines at them. Returns an empty
 * text when no character is visible.
 */
export function paragraphsOf(text: string): string {
  const kept = composed(writable(text.replace(lineBreak, '\n')).trim());
  return visibleAscii.test(kept) || lineOf(kept) !== '' ? kept : '';
}

/**
 * Returns a text in one line of at most `most` characters; a longer one is cut between two words where possible, and
 * ends with an ellipsis.
 */
export function beginningOf(text: string, most: number): string {
  const line = lineOf(text);
  return hasAtMost(line, most) ? line : `${firstCharacters(line, most - 1).replace(/\s+\S*$/, '')}…`;
}
