import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWellFormedToken, newToken, tokenPattern, tokenStart } from './tokens.ts';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('a token with one letter wrong, left out or added is refused, wherever it is', () => {
  const token = newToken('p');
  fc.assert(
    fc.property(fc.nat({ max: token.length - 1 }), fc.constantFrom(...letters, '-', ' ', 'é'), (at, letter) => {
      fc.pre(token[at] !== letter);
      const other = (middle: string, from: number) => token.slice(0, at) + middle + token.slice(from);
      expect(isWellFormedToken(other(letter, at + 1), ['p'])).toBe(false);
      expect(isWellFormedToken(other('', at + 1), ['p'])).toBe(false);
      expect(isWellFormedToken(`${token}${letter}`, ['p'])).toBe(false);
    }),
  );
});

test('texts that are no tokens are refused', () => {
  for (const text of [
    '',
    'rapp_p_',
    'Bearer',
    `${newToken('p')}\n`,
    newToken('p').toUpperCase(),
    'x'.repeat(100_000),
  ]) {
    expect(isWellFormedToken(text, ['m', 'o', 'p', 's'])).toBe(false);
  }
});

test('a token of another kind is refused', () => {
  expect(isWellFormedToken(newToken('s'), ['m', 'o', 'p'])).toBe(false);
  expect(isWellFormedToken(newToken('s'), ['s'])).toBe(true);
});

test('a token is rapp_, its kind, 34 random characters and 6 of their CRC32', () => {
  for (const kind of ['m', 'o', 'p', 's'] as const) {
    const token = newToken(kind);
    expect(token).toMatch(tokenPattern);
    expect(token).toHaveLength(47);
    expect(token.startsWith(`rapp_${kind}_`)).toBe(true);
    expect(isWellFormedToken(token, [kind])).toBe(true);
  }
});

test('the checksum is the CRC32 of zlib in base 62, digits before letters, capitals first', () => {
  // zlib.crc32 of Python gives 438123013 for these 34 characters.
  expect(isWellFormedToken('rapp_p_0123456789ABCDEFGHIJKLMNOPQRSTUVWX0TeJoD', ['p'])).toBe(true);
  expect(isWellFormedToken('rapp_p_0123456789ABCDEFGHIJKLMNOPQRSTUVWX0tEjOd', ['p'])).toBe(false);
});

test('a thousand tokens are different, and use every letter', () => {
  const tokens = Array.from({ length: 1_000 }, () => newToken('p'));
  expect(new Set(tokens).size).toBe(1_000);
  expect(new Set(tokens.flatMap((token) => [...token.slice(7, 41)])).size).toBe(62);
});

test('the start of a token is the first 8 characters of its secret', () => {
  const token = newToken('o');
  expect(tokenStart(token)).toBe(token.slice(7, 15));
});

test('APIKEY-01 the page for integrators publishes the pattern by which leak scanners find a token', async () => {
  const page = await readFile(path.resolve(import.meta.dirname, '../../../docs/integrators.md'), 'utf8');
  const pattern = tokenPattern.source.replace(/^\^|\$$/g, '');
  expect(page).toContain(`Every key matches\n\n    ${pattern}\n`);
  expect(new RegExp(`^${pattern}$`).test(newToken('m'))).toBe(true);
});
