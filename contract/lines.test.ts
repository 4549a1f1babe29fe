import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composed, isCrowded, lineOf, paragraphsOf } from './lines.ts';
import { isStorable, requiredText } from './text.ts';

/** The definition of what is removed, character by character; it looks behind, and so takes seconds for long runs. */
const unseen =
  /(?!(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)(?:\u200D(?=\p{Extended_Pictographic})|[\uFE0E\uFE0F])|(?<=\u{1F3F4}[\u{E0030}-\u{E007A}]{0,6})[\u{E0030}-\u{E007F}]|(?<=[0-9#*])\uFE0F(?=\u20E3)|(?<=\p{Unified_Ideograph})[\u{E0100}-\u{E01EF}]|(?<=(?!\p{Default_Ignorable_Code_Point})\p{Lo}\p{M}*)[\u200C\u200D](?=\p{Lo}))[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/gu;
const blank = /[\t-\r \u0085\p{Z}\u2800]+/gu;
const defined = (text: string) =>
  text.replace(blank, ' ').replace(unseen, '').replace(/ {2,}/g, ' ').trim().normalize('NFC');

/** The characters that the definition names, each class by a few of its own. */
const named = fc.constantFrom(
  ...['❤', '👩', '🏽', '🏻', '\u{1F3F4}', '1', '#', '*', '\u20e3', '葛', 'あ', 'م', 'ක', '\u0dca', 'ภ', 'a', ' '],
  ...['\ufe0e', '\ufe0f', '\u200c', '\u200d', '\u{e0030}', '\u{e0067}', '\u{e007a}', '\u{e007f}', '\u{e0100}'],
  ...['\u{e01ef}', '\u0301', '\u0316', '\u034f', '\u115f', '\u3164', '\u202e', '\ufff9', '\u0001', '\ud800', '\u180b'],
);

describe('a text in one line', () => {
  it('TEXT-01 drops exactly the invisible characters that the definition names, in any order of characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: named, maxLength: 40 }), (text) => {
        expect(lineOf(text)).toBe(defined(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['variation selectors', '\ufe0f'],
    ['variation selectors behind a heart', '❤\ufe0f'],
    ['selectors and joiners between letters', 'あ\ufe0f\u200d'],
    ['marks of two places', '\u0301\u0316'],
    ['marks of three places', '\u0301\u0316\u0334'],
  ])('TEXT-01 GEN-29 reads 300,000 %s in a moment', (_, part) => {
    const text = part.repeat(300_000 / part.length);
    // At the rate of a look behind or a sort of all marks, these take minutes, which the limit of a test ends.
    for (const read of [lineOf, paragraphsOf]) expect(read(`q${text}`)).toMatch(/^q/);
    expect(lineOf(`q${part}`)).toBe(defined(`q${part}`));
  });
});

describe('a character with a crowd of combining marks', () => {
  const marked = (count: number) => `a${'\u0316'.repeat(count)}`;

  it('TEXT-01 a crowd of marks is refused by a form, and its first 64 stay in a text of an outside service', () => {
    const name = requiredText({ field: 'Name', max: 100 });
    expect([isCrowded(marked(64)), isCrowded(marked(65))]).toEqual([false, true]);
    expect([isStorable(marked(64)), isStorable(marked(65))]).toEqual([true, false]);
    expect(name.safeParse(marked(64)).success).toBe(true);
    expect(name.safeParse(marked(65)).error?.issues.map(({ message }) => message)).toEqual([
      'Name contains characters that cannot be stored',
    ]);
    expect(lineOf(`${marked(65)}b`)).toBe(`${marked(64)}b`);
  });

  it('TEXT-01 a crowd of marks is found at each place of a text, also of marks outside the basic plane', () => {
    for (const mark of ['\u0316', '\u{1d165}']) {
      for (const place of Array(20).keys()) {
        const [most, more] = [64, 65].map((count) => `${'é'.repeat(place)}${mark.repeat(count)} é`);
        expect([isCrowded(most ?? ''), isCrowded(more ?? '')]).toEqual([false, true]);
      }
    }
  });

  it('TEXT-01 a text with a crowd of marks stays the same when it is read again, also where one mark becomes two', () => {
    for (const [mark, count] of [
      ['\u0316', 100],
      ['\u0344', 40],
      ['\u0344', 100],
      ['\u0301', 100],
    ] as const) {
      const once = composed(`a${mark.repeat(count)}`);
      expect(composed(once)).toBe(once);
      expect(once.normalize('NFC')).toBe(once);
      expect(isCrowded(once)).toBe(false);
    }
  });
});
