import { describe, expect, it } from 'vitest';
import {
  isMisspelling,
  patternsOf,
  rankingOf,
  type SoughtTerm,
  type SoughtWord,
  searchOf,
  synonymsOf,
  termsOf,
} from './word-rules.ts';

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
    ['copilot', 'pilot'],
  ])('does not take %s for %s', (typed, known) => {
    expect(isMisspelling(typed, known)).toBe(false);
  });
});

const sought = (word: string, fields: Partial<SoughtWord> = {}): SoughtWord => ({
  word,
  uses: 40,
  spellings: [word],
  others: [],
  ...fields,
});
const term = (...alternatives: SoughtWord[][]): SoughtTerm => ({ typed: 'typed', alternatives });
const one = (word: string, fields: Partial<SoughtWord> = {}) => term([sought(word, fields)]);
const rare = one('zebra');
const short = one('ai', { uses: 9_000, spellings: null });
const misspelt = one('govr', { spellings: [], others: ['gov%', 'go(v'] });

const noPatterns = { parts: [], meant: [] };

describe('how a search is made', () => {
  it('quotes in a word are escaped for the index', () => {
    expect(searchOf([one("don't"), one('a\\b')]).tsquery).toBe("('don''t') & ('a\\\\b')");
    expect(searchOf([])).toEqual({ tsquery: null, patterns: noPatterns });
  });

  it('rare words and words with few spellings are found by the index, others in the texts', () => {
    expect(searchOf([rare, short])).toEqual({ tsquery: "('zebra')", patterns: { parts: ['ai'], meant: [] } });
    expect(searchOf([short]).tsquery).toBeNull();
    const many = Array.from({ length: 75 }, (_, index) => `x${index}`);
    expect(searchOf([one('x', { uses: 6_000, spellings: many })]).patterns.parts).toEqual([]);
    expect(searchOf([one('x', { uses: 6_001, spellings: many })])).toEqual({
      tsquery: null,
      patterns: { parts: ['x'], meant: [] },
    });
  });

  it('BROWSE-01 the words that a misspelt one may mean are found by the index, in the texts and in the ranking', () => {
    expect(searchOf([misspelt, rare]).tsquery).toBe("('gov%' | 'go(v') & ('zebra')");
    const { parts, meant } = patternsOf([misspelt, rare]);
    expect([parts, meant]).toEqual([['zebra'], [[' gov% ', ' go(v ']]]);
    expect(rankingOf([misspelt, rare])).toEqual([['gov%', 'go(v'], ['zebra']]);
  });

  it('BROWSE-16 the words of a synonym are asked for together, beside the word that was typed', () => {
    const gdpr = term(
      [sought('gdpr')],
      [sought('data'), sought('protection', { spellings: ['protection', 'protection.'] })],
    );
    expect(searchOf([gdpr, rare]).tsquery).toBe("(('gdpr') | ('data') & ('protection' | 'protection.')) & ('zebra')");
    expect(patternsOf([gdpr])).toEqual({ parts: [], meant: [['gdpr', 'data protection']] });
    expect(rankingOf([gdpr])).toEqual([['gdpr', 'data protection']]);
  });

  it('BROWSE-16 the forms of a word rank as one', () => {
    const training = one('training', { spellings: ['training', 'training.'], others: ['train', 'trained,'] });
    expect(rankingOf([training])).toEqual([['train']]);
  });

  it('the part that all alternatives share is looked for first', () => {
    const held = one('govern', { spellings: ['governs'], others: ['gavern', 'overn.'] });
    expect(patternsOf([held])).toEqual({ parts: ['vern'], meant: [['govern', ' gavern ', ' overn. ']] });
  });

  it('a part of a very long word is found inside it', () => {
    const part = 'y'.repeat(150);
    expect(patternsOf([one('yy', { others: [part] })]).meant).toEqual([['yy', part]]);
  });
});

describe('BROWSE-16 how a search is read', () => {
  const synonyms = synonymsOf(['GDPR = data protection, privacy', 'Gen AI = generative AI', 'gdpr=the law']);

  it.each([
    ['GDPR', [['gdpr', 'data protection', 'privacy', 'law']]],
    ['a gen AI policy', [['gen ai', 'generative ai'], ['policy']]],
    ['gen policy', [['gen'], ['policy']]],
    ['bias & "fairness", please?', [['bias'], ['fairness'], ['please']]],
    ['how do we write an AI policy?', [['write'], ['ai'], ['policy']]],
    ['bias  BIAS', [['bias']]],
    ['is it', [['is'], ['it']]],
    ['&', [['&']]],
    ['100% x_y', [['100%'], ['x_y']]],
    ['', []],
  ])('%s', (typed, terms) => {
    expect(termsOf(typed, synonyms)).toEqual(terms);
  });
});
