import { describe, expect, it } from 'vitest';
import { isMisspelling, lookFor, rankingOf, type SoughtWord, searchOf } from './word-rules.ts';

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

const sought = (word: string, fields: Partial<SoughtWord> = {}): SoughtWord => ({
  word,
  uses: 40,
  spellings: [word],
  similar: [],
  ...fields,
});
const rare = sought('zebra');
const short = sought('ai', { uses: 9_000, spellings: null });
const misspelt = sought('govr', { spellings: [], similar: ['gov%', 'go(v'] });

const noLook = { parts: [], meant: [] };

describe('how a search is made', () => {
  it('quotes in a word are escaped for the index', () => {
    expect(searchOf([sought("don't"), sought('a\\b')]).tsquery).toBe("('don''t') & ('a\\\\b')");
    expect(searchOf([])).toEqual({ tsquery: null, look: noLook });
  });

  it('rare words and words with few spellings are found by the index, others in the texts', () => {
    expect(searchOf([rare, short])).toEqual({ tsquery: "('zebra')", look: { parts: ['ai'], meant: [] } });
    expect(searchOf([short]).tsquery).toBeNull();
    const many = Array.from({ length: 75 }, (_, index) => `x${index}`);
    expect(searchOf([sought('x', { uses: 6_000, spellings: many })]).look.parts).toEqual([]);
    expect(searchOf([sought('x', { uses: 6_001, spellings: many })])).toEqual({
      tsquery: null,
      look: { parts: ['x'], meant: [] },
    });
  });

  it('BROWSE-01 the words that a misspelt one may mean are found by the index, in the texts and in the ranking', () => {
    expect(searchOf([misspelt, rare]).tsquery).toBe("('gov%' | 'go(v') & ('zebra')");
    const { parts, meant } = lookFor([misspelt, rare]);
    expect([parts, meant]).toEqual([['zebra'], [[' gov% ', ' go(v ']]]);
    expect(rankingOf([misspelt, rare])).toEqual(['govr', 'gov%', 'go(v', 'zebra']);
  });

  it('the part that all alternatives share is looked for first', () => {
    const held = sought('govern', { spellings: ['governs'], similar: ['gavern', 'overn.'] });
    expect(lookFor([held])).toEqual({ parts: ['vern'], meant: [['govern', ' gavern ', ' overn. ']] });
  });

  it('a part of a very long word is found inside it', () => {
    const part = 'y'.repeat(150);
    expect(lookFor([sought('yy', { similar: [part] })]).meant).toEqual([['yy', part]]);
  });
});
