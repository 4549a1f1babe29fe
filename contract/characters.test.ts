import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  charactersOf,
  countCharacters,
  firstCharacters,
  firstUnits,
  hasAtMost,
  lastCharacters,
  shortened,
} from './characters.ts';
import { beginningOf, lineOf, paragraphsOf, writable } from './lines.ts';
import { eachOnce, plainCode, sameForm } from './same-texts.ts';

const family = '👨‍👩‍👧‍👦';
const england = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';

describe('a text in one line', () => {
  it.each([
    ['a line break', 'Ada\nBcc: x@example.org', 'Ada Bcc: x@example.org'],
    ['line breaks of other systems', 'a\r\nb\vc\fd\u0085e\u2028f\u2029g', 'a b c d e f g'],
    ['blanks of all kinds', '\u00a0 a \t\u3000\u2003b\u2800c ', 'a b c'],
    ['control characters', 'a\u0001b\u001f\u007f\u009fc', 'abc'],
    ['zero-width characters', '\ufeffa\u200bb\u2060c\u00add\u200de\u200cf', 'abcdef'],
    ['direction overrides and marks', 'a\u202egpj.exe\u202c\u2066b\u2069\u200f\u061c', 'agpj.exeb'],
    ['noncharacters and halves', 'a\ufffeb\u{1ffff}c\ufdd0d\ud800e', 'abcde'],
    ['hidden tags and variants', 'a\u{e0041}\u{e0042}b\ufe0fc\u{e0100}d', 'abcd'],
    ['blank letters', '\u3164\u115f\uffa0', ''],
    ['blank letters that are joined', '\u3164\u200d\u3164', ''],
    ['nothing but zero-width characters', '\u200b\u200d\ufeff', ''],
    ['a letter with its accent apart', 'e\u0301', 'é'],
  ])('TEXT-01 folds %s', (_, typed, line) => {
    expect(lineOf(typed)).toBe(line);
  });

  it.each([
    ['a family', family],
    ['a flag of tags', england],
    ['a rainbow flag', '🏳️‍🌈'],
    ['a tinted astronaut', '👩🏽‍🚀'],
    ['a keycap', '1️⃣'],
    ['a heart in colour', '❤️'],
    ['Persian with a non-joiner', 'می‌خواهم'],
    ['Sinhala with a joiner', 'ශ්‍රී'],
    ['an ideograph in a variant', '葛\u{e0100}'],
  ])('TEXT-01 keeps the invisible characters of %s', (_, text) => {
    expect(lineOf(text)).toBe(text);
  });

  it('TEXT-01 holds no line break, control, direction or lone character, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 30 }), (typed) => {
        const line = lineOf(typed);
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Bidi_Control}\u2028\u2029]|^\s|\s$|\s\s/u);
        expect(line.normalize('NFC')).toBe(line);
        expect(lineOf(line)).toBe(line);
      }),
    );
  });
});

/** Characters of every class, those that matter here more often than others. */
const anyCharacter = fc.oneof(
  fc.constantFrom(...'aB1 é\n\r\t,;"<>&\'👍🏽'),
  fc.constantFrom('\u0000', '\u0001', '\v', '\u001c', '\u007f', '\u0085', '\u00ad', '\u061c', '\u200b', '\u200c'),
  fc.constantFrom('\u200d', '\u200e', '\u2028', '\u202e', '\u2066', '\ufe0f', '\ufeff', '\ufffe', '\uffff', '\ud800'),
  fc.constantFrom('\u{1fffe}', '\u{e0041}', '\u{e0100}', '\u0301', '\u3164', '\ufdd0', family, england, '\udc00'),
  fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
);

/** The characters that XML 1.0 allows in a document (section 2.2). */
const xmlText = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

describe('a text of several lines', () => {
  it('TEXT-02 keeps line breaks and blanks, and drops what XML has no way to write', () => {
    expect(paragraphsOf(' One\r\n\r\n  two\ttabs\u0001\u2028three\ufffe\u202e ')).toBe('One\n\n  two\ttabs\nthree');
    // Khmer and Thai break their lines at these.
    expect(paragraphsOf('ភាសា\u200bខ្មែរ')).toBe('ភាសា\u200bខ្មែរ');
  });

  it('TEXT-02 a text of several lines is empty when nothing in it can be seen', () => {
    expect(paragraphsOf(' \n\u200b\u200d\n\u202e')).toBe('');
  });

  it('TEXT-02 can be written in XML, whatever was typed, and rows of an earlier version too', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 30 }), (typed) => {
        expect(paragraphsOf(typed)).toMatch(xmlText);
        expect(writable(typed)).toMatch(xmlText);
        expect(paragraphsOf(paragraphsOf(typed))).toBe(paragraphsOf(typed));
      }),
    );
  });
});

describe('counting and cutting by what people see', () => {
  it('TEXT-03 counts a family, a flag and an accented letter as one', () => {
    expect(countCharacters(`${family}${england}e\u0301a`)).toBe(4);
    expect(hasAtMost(family.repeat(100), 100)).toBe(true);
    expect(hasAtMost(family.repeat(101), 100)).toBe(false);
  });

  it('TEXT-03 limits what is stored as well', () => {
    expect(hasAtMost(`a${'\u0301'.repeat(10_000)}`, 100)).toBe(false);
    expect(firstCharacters(`a${'\u0301'.repeat(10_000)}b`, 100)).toBe('');
  });

  it('TEXT-03 cuts between characters, never inside one', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), fc.integer({ min: 2, max: 20 }), (text, most) => {
        const whole = charactersOf(text);
        const first = firstCharacters(text, most);
        expect(whole.slice(0, countCharacters(first)).join('')).toBe(first);
        expect(whole.slice(whole.length - countCharacters(lastCharacters(text, most))).join('')).toBe(
          lastCharacters(text, most),
        );
        expect(countCharacters(shortened(text, most))).toBeLessThanOrEqual(most);
        expect(firstUnits(text, most).length).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('TEXT-03 says by an ellipsis that something was left out', () => {
    expect(shortened(family.repeat(4), 3)).toBe(`${family.repeat(2)}…`);
    expect(shortened('four', 4)).toBe('four');
    expect(beginningOf('one  two\nthree four', 12)).toBe('one two…');
  });
});

describe('comparing by what people see', () => {
  it('TEXT-04 takes both cases and both spellings of an accent for one', () => {
    expect(sameForm('C++')).toBe(sameForm(' c++\u200b'));
    expect(eachOnce(['C++', 'café', 'c++', 'cafe\u0301', 'C'])).toEqual(['C++', 'café', 'C']);
  });

  it('PROMO-11 reads full-width letters, zero-width characters and soft hyphens of a code as searches do', () => {
    expect(plainCode(' ＷＥＬ\u00adCOME\u200b‐').startsWith('WELCOME')).toBe(true);
    expect(plainCode('ＳＡＶＥ－２０')).toBe('SAVE-20');
  });
});
