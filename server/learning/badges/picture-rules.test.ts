import { expect, it } from 'vitest';
import { charactersOf } from '#contract/characters.ts';
import { drawSvg } from '#server/platform/files/svg-picture.ts';
import { badgeSvg } from './picture-rules.ts';

const field = { ground: '#0d4f48', raised: '#1a7a70', ink: '#ffffff' };
const badgeOf = (title: string) => badgeSvg({ title, productName: 'P', field });
const linesOf = (title: string) =>
  [...badgeOf(title).matchAll(/font-size="(?:36|40)">([^<]*)</g)].map(([, line = '']) => line);

it.each(['ab', '🎉a', '👨‍👩‍👧e\u0301', '责任'])(
  'TEXT-03 a title of %s is cut between characters, and fills the last line',
  (pair) => {
    const lines = linesOf(pair.repeat(50)).map(charactersOf);
    const widths = lines.map((line) => line.length);
    expect(lines).toHaveLength(4);
    // A character of East Asia takes two places.
    expect(widths).toEqual(pair === '责任' ? [8, 8, 8, 9] : [17, 17, 17, 17]);
    expect(lines.at(-1)?.at(-1)).toBe('…');
    expect(lines.flat().filter((one) => one !== '…' && !charactersOf(pair).includes(one))).toEqual([]);
  },
);

it('OUT-03 a picture leaves emoji out, and keeps signs that the font has', async () => {
  const drawn = await Promise.all(
    ['A party© 1', 'A 🎉party©👨‍👩‍👧🇳🇴 1', 'A party 1'].map((title) => drawSvg(badgeOf(title))),
  );
  const [plain, withEmoji, withoutSign] = drawn;
  expect(withEmoji?.equals(plain as Buffer)).toBe(true);
  expect(withoutSign?.equals(plain as Buffer)).toBe(false);
});
