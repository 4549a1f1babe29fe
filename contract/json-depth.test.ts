import { expect, it } from 'vitest';
import { articleLimits } from './catalogue/articles-nodes.ts';
import { readArticle } from './catalogue/articles-reader.ts';
import { isNestedTooDeeply } from './json-depth.ts';

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

it('32 levels of lists or objects may be read, and not one more', () => {
  expect([lists(32), objects(32), `[${lists(31)},${lists(31)}]`].map(isNestedTooDeeply)).toEqual([false, false, false]);
  expect([lists(33), objects(33), lists(20_000), '['.repeat(60_000)].map(isNestedTooDeeply)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

it('brackets within a text do not count, also behind an escaped quotation mark', () => {
  expect(isNestedTooDeeply(JSON.stringify({ text: `"${'['.repeat(100)}\\` }))).toBe(false);
  expect(isNestedTooDeeply(`{"a\\\\":${lists(32)}}`)).toBe(true);
});

it('the deepest article that may be saved can be read', () => {
  const mark = { type: 'link', attrs: { href: 'https://example.org' } };
  const text = { type: 'paragraph', content: [{ type: 'text', text: 'deep', marks: [mark] }] };
  const nested = (depth: number): object => (depth === 0 ? text : { type: 'blockquote', content: [nested(depth - 1)] });
  const depths = Array.from({ length: articleLimits.depth }, (_, depth) => depth);
  const kept = depths.filter((depth) => 'document' in readArticle({ type: 'doc', content: [nested(depth)] }));
  const deepest = { articleBody: { type: 'doc', content: [nested(Math.max(...kept))] } };
  expect(isNestedTooDeeply(JSON.stringify(deepest))).toBe(false);
});
