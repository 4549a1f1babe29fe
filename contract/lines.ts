// Without zod, because the server's platform reads it and screens fold what was typed.
import { firstCharacters, hasAtMost } from './characters.ts';

/** Characters that break a line or look like a blank; U+2800 is a Braille cell without dots. */
const blank = /[\t-\r \u0085\p{Z}\u2800]+/gu;

/**
 * Characters that cannot be seen, but for those that make up what is seen: in emoji, flags of regions, keycaps, variants of
 * ideographs, and between letters of scripts without capitals. Bidi_Control holds the direction overrides; U+FFF9 to
 * U+FFFB hide a gloss behind its text.
 */
const unseen =
  /(?!(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)(?:\u200D(?=\p{Extended_Pictographic})|[\uFE0E\uFE0F])|(?<=\u{1F3F4}[\u{E0030}-\u{E007A}]{0,6})[\u{E0030}-\u{E007F}]|(?<=[0-9#*])\uFE0F(?=\u20E3)|(?<=\p{Unified_Ideograph})[\u{E0100}-\u{E01EF}]|(?<=\p{Lo}\p{M}*)[\u200C\u200D](?=\p{Lo}))[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/gu;

/**
 * A text in one line, as people see it: white space and line breaks folded to one blank, without blanks at its ends,
 * without control, zero-width and direction characters, in NFC. Invisible characters stay where they are a part of an
 * emoji or of a joined letter.
 */
export function lineOf(text: string): string {
  return text.replace(blank, ' ').replace(unseen, '').replace(/ {2,}/g, ' ').trim().normalize('NFC');
}

/** Ends of lines, also those of other systems and of word processors. */
const lineBreak = /\r\n?|[\u0085\v\f\u2028\u2029]/g;

/** Characters that XML 1.0 cannot write, the other control characters, and those that turn the direction of letters round. */
const unwritable = /[\p{Cs}\p{Noncharacter_Code_Point}\u202D\u202E\uFFF9-\uFFFB]|(?![\t\n])\p{Cc}/gu;

/** A text that XML, HTML and mails can hold, whatever a row of an earlier version or an outside service holds. */
export function writable(text: string): string {
  return text.replace(unwritable, '');
}

/**
 * A text of several lines: line breaks are kept as U+000A, what XML 1.0 forbids and direction overrides are dropped, in
 * NFC. Zero-width characters stay, because some scripts break their lines at them. Empty when nothing in it can be seen.
 */
export function paragraphsOf(text: string): string {
  const kept = writable(text.replace(lineBreak, '\n')).trim().normalize('NFC');
  return lineOf(kept) === '' ? '' : kept;
}

/** The beginning of a text in one line of at most so many characters, cut between two words where there are any. */
export function beginningOf(text: string, most: number): string {
  const line = lineOf(text);
  return hasAtMost(line, most) ? line : `${firstCharacters(line, most - 1).replace(/\s+\S*$/, '')}…`;
}
