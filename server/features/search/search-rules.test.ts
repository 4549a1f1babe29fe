import { describe, expect, it } from 'vitest';
import { noFilter } from './rules.ts';
import { isMisspelling, lookFor, patternOf, rankingOf, type SoughtWord, searchOf } from './search-rules.ts';

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
const everything = { filter: noFilter, listed: 10_000, matching: 10_000 };

describe('how a search is made', () => {
  it('quotes whatever a word holds', () => {
    expect(searchOf([sought("don't"), sought('a\\b')], everything).tsquery).toBe("('don''t') & ('a\\\\b')");
    expect(searchOf([], everything)).toEqual({ tsquery: null, labels: null, patterns: [], meant: [] });
  });

  it('asks the index for words with few spellings, and looks for the others in what that finds', () => {
    expect(searchOf([rare, short], everything)).toEqual({
      tsquery: "('zebra')",
      labels: [],
      patterns: ['%ai%'],
      meant: [],
    });
    const many = Array.from({ length: 900 }, (_, index) => `x${index}`);
    expect(searchOf([sought('x', { uses: 1_500, spellings: many })], everything).tsquery).toBeNull();
  });

  it('looks at each resource when the filter leaves very much fewer than the word', () => {
    expect(searchOf([rare], { ...everything, matching: 30 }).tsquery).toBe("('zebra')");
    const none = { tsquery: null, labels: null, patterns: ['%zebra%'], meant: [] };
    expect(searchOf([{ ...rare, uses: 4_000 }], { ...everything, matching: 30 })).toEqual(none);
  });

  it('asks the index for the filter as well, for phases and roles even without words', () => {
    const free = { ...everything, filter: { ...noFilter, principlesBits: [1, 3] } };
    expect(searchOf([rare], free).labels).toEqual([['1', '3']]);
    expect(searchOf([], free).labels).toBeNull();
    expect(searchOf([], { ...free, filter: { ...free.filter, roles: ['policy_lead'] } }).labels).toEqual([['1', '3']]);
  });

  it('BROWSE-01 asks for what a misspelt word may have meant in the same ways', () => {
    expect(searchOf([misspelt, rare], everything).tsquery).toBe("('gov%' | 'go(v') & ('zebra')");
    const { patterns, meant } = lookFor([misspelt, rare]);
    expect([patterns, meant]).toEqual([['%zebra%'], [['% gov\\% %', '% go(v %']]]);
    expect(rankingOf([misspelt, rare])).toEqual({ patterns: ['%govr%', '%gov\\%%', '%go(v%', '%zebra%'] });
  });

  it('looks first for what all that may have been meant have in common', () => {
    const held = sought('govern', { spellings: ['governs'], similar: ['gavern', 'overn.'] });
    expect(lookFor([held])).toEqual({ patterns: ['%vern%'], meant: [['%govern%', '% gavern %', '% overn. %']] });
  });

  it('takes parts of very long words for what they are', () => {
    const part = 'y'.repeat(150);
    expect(lookFor([sought('yy', { similar: [part] })]).meant).toEqual([['%yy%', `%${part}%`]]);
  });
});
