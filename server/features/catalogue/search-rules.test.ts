import { describe, expect, it } from 'vitest';
import { isCommon, isMisspelling, patternOf, searchOf, tsqueryOf } from './search-rules.ts';

describe('misspelt words', () => {
  it.each([
    ['govenance', 'governance', 'a letter left out'],
    ['goverrnance', 'governance', 'a letter too many'],
    ['gavernance', 'governance', 'a wrong letter'],
    ['ehtics', 'ethics', 'two letters swapped'],
    ['asesment', 'self-assessment,', 'two slips, inside a longer word with marks'],
    ['risc', 'risk', 'one slip in a short word'],
  ])('BROWSE-01 takes %s for %s: %s', (typed, known) => {
    expect(isMisspelling(typed, known)).toBe(true);
  });

  it.each([
    ['zebra', 'governance'],
    ['ai', 'al'],
    ['bas', 'base'],
    ['rask', 'desk'],
    ['nonexistentresource', 'resource'],
    ['policy', 'politics'],
  ])('does not take %s for %s', (typed, known) => {
    expect(isMisspelling(typed, known)).toBe(false);
  });
});

it('BROWSE-01 takes % and _ and \\ for plain characters', () => {
  expect(patternOf('100%')).toBe('%100\\%%');
  expect(patternOf('a_b\\c')).toBe('%a\\_b\\\\c%');
});

it('quotes whatever a word holds', () => {
  expect(tsqueryOf([{ spellings: ["don't", 'a\\b'] }, { spellings: ['x'] }])).toBe("('don''t' | 'a\\\\b') & ('x')");
  expect(tsqueryOf([])).toBeNull();
});

describe('how a search is made', () => {
  const rare = { word: 'zebra', uses: 40, spellings: ['zebra'] };
  const common = { word: 'learning', uses: 600_000, spellings: ['learning'] };
  const short = { word: 'ai', uses: 9_000, spellings: null };

  it('asks the index for words with few spellings, and looks for the others in what that finds', () => {
    expect(searchOf([rare, short], 10_000)).toEqual({ tsquery: "('zebra')", patterns: ['%ai%'] });
  });

  it('looks at each resource when the filter leaves fewer than the word', () => {
    expect(searchOf([rare], 30)).toEqual({ tsquery: null, patterns: ['%zebra%'] });
  });

  it('walks along a large list only for what must be frequent', () => {
    expect(isCommon([common], { listed: 1e6, matching: 1e6 })).toBe(true);
    expect(isCommon([common, rare], { listed: 1e6, matching: 1e6 })).toBe(false);
    expect(isCommon([common], { listed: 1e6, matching: 5_000 })).toBe(false);
    expect(isCommon([{ ...common, uses: 9_000 }], { listed: 10_000, matching: 10_000 })).toBe(false);
  });
});
