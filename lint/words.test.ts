import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSources } from './sources.ts';
import { checkWords } from './words.ts';

const requirements = '- ADM-01 An error reads "The price lies below the minimum." in the form.';
const wordsOf = (path: string, text: string) =>
  checkWords([{ path, text }], requirements).map(({ line, subject }) => `${line} ${subject}`);

test.each([
  ['a comment in TypeScript', 'server/app/app.ts', '// Somebody asks.', '1 says "Somebody"'],
  ['a screen text', 'web/ui/Panel.tsx', "const text =\n  'Nobody fits this search';", '2 says "Nobody"'],
  ['a page of docs', 'docs/operator/README.md', '# Start\n\nThe page comes to you.', '3 says "comes to"'],
  ['a phrase of several words', 'README.md', 'for who has a key', '1 says "who has"'],
])('a listed word in %s is reported with its line', (_, path, text, expected) => {
  expect(wordsOf(path, text)).toEqual([expected]);
});

test('a sentence that the requirements quote is left out, the words around it are not', () => {
  const text = "const error = 'The price lies below the minimum.'; // it lies";
  expect(wordsOf('contract/errors.ts', text)).toEqual(['1 says "lies"']);
});

test('parts of longer words are left alone', () => {
  expect(wordsOf('web/main.tsx', 'const replies = supplies + understands;')).toEqual([]);
});

test('the repository is written in plain English', () => {
  expect(checkWords(readSources('.', '', /\.(md|tsx?)$/), readFileSync('docs/requirements.md', 'utf8'))).toEqual([]);
});
