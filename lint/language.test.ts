import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { needlessCapitals, rejectedWords } from '#tests/support/words.ts';

test.each([
  ['another word for a thing', 'The organization of Ines', 'organization'],
  ['a sentence without a person', 'Nothing waits: no dispute.', 'Nothing waits'],
  ['American spelling', 'The order was canceled.', 'canceled'],
  ['the beginning of a word', 'Two deadlines have passed.', 'deadlines'],
])('GEN-32 %s is refused in a rendered text', (_, text, word) => {
  expect(rejectedWords(text)).toEqual([`says "${word}" (docs/language.md): ${text}`]);
});

test('GEN-32 a capital letter in the middle of a label is refused, names keep theirs', () => {
  expect(needlessCapitals('Clear Selection')).toEqual(['writes "Selection" with a capital letter: Clear Selection']);
  for (const label of ['Clear selection', 'Open Billing', 'Assign to Mira Tollander', 'Northmere Council']) {
    expect(needlessCapitals(label)).toEqual([]);
  }
});

test('GEN-32 labels that the requirements quote stay letter for letter', () => {
  expect(rejectedWords('Organization (optional)')).toEqual([]);
  expect(rejectedWords('Filter by organization')).toHaveLength(1);
  expect(needlessCapitals('Create Account')).toEqual([]);
});

test('GEN-32 errors of the portal use the words of docs/language.md', () => {
  const texts = Object.values(errors).map(({ message }) => message);
  expect(texts.flatMap((text) => [...rejectedWords(text), ...needlessCapitals(text)])).toEqual([]);
});

test('GEN-32 pages for publishers, owners and operators, and those about the whole, use the words of docs/language.md', () => {
  const folders = ['docs', 'docs/owner', 'docs/operator', 'docs/publisher'];
  const pages = folders.flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : [])),
  );
  expect(pages.length).toBeGreaterThan(30);
  // The list of the words itself, and the requirements, which quote labels letter for letter.
  const own = ['docs/language.md', 'docs/requirements.md'];
  const found = pages
    .filter((page) => !own.includes(page))
    .flatMap((page) =>
      readFileSync(page, 'utf8')
        .replaceAll(/```.*?```/gs, '·')
        // “…” are titles of tests.
        .replaceAll(/`[^`]*`|\]\([^)]*\)|“[^”\n]*”/g, '·')
        .split('\n')
        .flatMap((line) => rejectedWords(line).map((problem) => `${page} ${problem}`)),
    );
  expect(found).toEqual([]);
});
