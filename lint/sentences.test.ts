import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkSentences } from './sentences.ts';
import { readSources } from './sources.ts';

const requirements = '- ADM-01 An error reads "The price lies below the minimum." in the form.';

const words = { name: 'words', place: 'prose', found: /\b(somebody|lies|comes to)\b/gi, most: 0 } as const;
const beginnings = { name: 'beginnings', place: 'comment', found: /^(What|The same)\b/g, most: 0 } as const;
const titles = { name: 'titles', place: 'title', found: /^(X-1 )?(its|of)\b/g, most: 0 } as const;

const functions = { name: 'functions', place: 'code', found: /\basync function \w+Of\b/g, most: 0 } as const;

type Checked = Parameters<typeof checkSentences>[2];

const subjectsIn = (path: string, text: string, patterns: Checked) =>
  checkSentences([{ path, text }], requirements, patterns).map(({ line, subject }) => `${line} ${subject}`);

test.each([
  ['a word in a comment', 'server/app/app.ts', '// Somebody asks.', words, '1 says "Somebody"'],
  ['a word of a screen', 'web/ui/Panel.tsx', "const text =\n  'Somebody fits';", words, '2 says "Somebody"'],
  ['a word of a page', 'docs/operator/README.md', '# Start\n\nThe page comes to you.', words, '3 says "comes to"'],
  ['the beginning of a docstring', 'a.ts', 'const a = 1;\n/**\n * What is kept.\n */', beginnings, '3 says "What"'],
  ['the beginning of a line comment', 'a.ts', 'const a = 1; // The same.', beginnings, '1 says "The same"'],
  ['a title', 'a.test.ts', "test('X-1 its price', () => {});", titles, '1 says "X-1 its"'],
  ['a title of it', 'a.test.ts', "it('of a price', () => {});", titles, '1 says "of"'],
  ['a title of a table', 'a.test.ts', "test.each([\n  [1],\n])('of %s', () => {});", titles, '3 says "of"'],
])('reports %s with its line', (_, path, text, pattern, expected) => {
  expect(subjectsIn(path, text, [pattern])).toEqual([expected]);
});

test('leaves out the sentences that the requirements quote, and parts of longer words', () => {
  const text = "const error = 'The price lies below the minimum.'; // it lies\nconst replies = supplies;";
  expect(subjectsIn('contract/errors.ts', text, [words])).toEqual(['1 says "lies"']);
});

test('reads line comments one below the other as one, and no code', () => {
  const text = '// The reason, and\n// What follows.\nconst What = 1;\n';
  expect(subjectsIn('a.ts', text, [beginnings])).toEqual([]);
});

test('reads the code of the product, not of tests', () => {
  const text = 'async function priceOf() {}';
  expect(subjectsIn('server/a.ts', text, [functions])).toEqual(['1 says "async function priceOf"']);
  expect(subjectsIn('server/a.test.ts', text, [functions])).toEqual([]);
});

test('asks for a lower number when a sentence was mended', () => {
  const text = '/** What is kept. */';
  expect(subjectsIn('a.ts', text, [{ ...beginnings, most: 1 }])).toEqual([]);
  expect(subjectsIn('a.ts', text, [{ ...beginnings, most: 2 }])).toEqual(['1 beginnings']);
});

test('the repository has no more such sentences than before', () => {
  expect(checkSentences(readSources('.', '', /\.(md|tsx?)$/), readFileSync('docs/requirements.md', 'utf8'))).toEqual(
    [],
  );
});
