// Without zod, because the server's platform uses it and screens normalise typed text with it.
import { firstCharacters, hasAtMost } from './characters.ts';

/** Characters that break a line or look like a blank; U+2800 is a Braille cell without dots. */
const blank = /[\t-\r \u0085\p{Z}\u2800]+/gu;

/**
 * Invisible characters, except those that are part of something visible: in emoji, flags of regions, keycaps, variants
 * of ideographs, and between letters of scripts without capitals. Bidi_Control includes the direction overrides; U+FFF9
 * to U+FFFB hide a gloss behind its text.
 */
const unseen =
  /(?!(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)(?:\u200D(?=\p{Extended_Pictographic})|[\uFE0E\uFE0F])|(?<=\u{1F3F4}[\u{E0030}-\u{E007A}]{0,6})[\u{E0030}-\u{E007F}]|(?<=[0-9#*])\uFE0F(?=\u20E3)|(?<=\p{Unified_Ideograph})[\u{E0100}-\u{E01EF}]|(?<=\p{Lo}\p{M}*)[\u200C\u200D](?=\p{Lo}))[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/gu;

/**
 * Returns a text as one line, as people see it: white space and line breaks become one blank, the ends are trimmed,
 * control, zero-width and direction characters are removed; in NFC. Keeps invisible characters that are part of an
 * emoji or of a joined letter.
 */
export function lineOf(text: string): string {
  return text.replace(blank, ' ').replace(unseen, '').replace(/ {2,}/g, ' ').trim().normalize('NFC');
}

/** Line breaks, including those of other systems and of word processors. */
const lineBreak = /\r\n?|[\u0085\v\f\u2028\u2029]/g;

/**
 * Lone surrogates, noncharacters, direction overrides, U+FFF9 to U+FFFB, and control characters other than tab and line
 * feed.
 */
const unwritable = /[\p{Cs}\p{Noncharacter_Code_Point}\u202D\u202E\uFFF9-\uFFFB]|(?![\t\n])\p{Cc}/gu;

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
  const kept = writable(text.replace(lineBreak, '\n')).trim().normalize('NFC');
  return lineOf(kept) === '' ? '' : kept;
}

/**
 * Returns a text in one line of at most `most` characters; a longer one is cut between two words where possible, and
 * ends with an ellipsis.
 */
export function beginningOf(text: string, most: number): string {
  const line = lineOf(text);
  return hasAtMost(line, most) ? line : `${firstCharacters(line, most - 1).replace(/\s+\S*$/, '')}…`;
}
