import { describe, expect, it } from 'vitest';
import { correctionsOf, isMisspelling } from './misspelling-rules.ts';
import { questionOf, synonymsOf } from './question-rules.ts';
import { nearnessOf, rankingOf } from './ranking-rules.ts';
import { askedOf, patternsOf, type SoughtTerm, type SoughtWord, searchOf } from './word-rules.ts';

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
    ['policy_', 'policy'],
    ['%policy', 'policy'],
  ])('does not take %s for %s', (typed, known) => {
    expect(isMisspelling(typed, known)).toBe(false);
  });

  it('BROWSE-01 a word of five letters may have one slip, one of six letters two', () => {
    expect(isMisspelling('audot', 'audit')).toBe(true);
    expect(isMisspelling('aodot', 'audit')).toBe(false);
    expect(isMisspelling('palicu', 'policy')).toBe(true);
    expect(isMisspelling('bilicy', 'policy')).toBe(false);
  });
});

const sought = (word: string, fields: Partial<SoughtWord> = {}): SoughtWord => ({
  word,
  uses: 40,
  spellings: [word],
  counts: [40],
  others: [],
  ...fields,
});
const term = (...alternatives: SoughtWord[][]): SoughtTerm => ({ typed: 'typed', isSoft: false, alternatives });
const one = (word: string, fields: Partial<SoughtWord> = {}) => term([sought(word, fields)]);
const rare = one('zebra');
const short = one('ai', { uses: 9_000, spellings: null });
const misspelt = one('govr', { spellings: [], others: ['gov%', 'go(v'] });

const textsOf = (terms: SoughtTerm[]) => rankingOf(terms, 1000).map(({ texts }) => texts);

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
    expect(textsOf([misspelt, rare])).toEqual([['gov%', 'go(v'], ['zebra']]);
  });

  it('BROWSE-16 the words of a synonym are asked for together, beside the word that was typed', () => {
    const gdpr = term(
      [sought('gdpr')],
      [sought('data'), sought('protection', { spellings: ['protection', 'protection.'] })],
    );
    expect(searchOf([gdpr, rare]).tsquery).toBe("(('gdpr') | ('data') & ('protection' | 'protection.')) & ('zebra')");
    expect(patternsOf([gdpr])).toEqual({ parts: [], meant: [['gdpr', 'data protection']] });
    expect(textsOf([gdpr])).toEqual([['gdpr', 'data protection']]);
  });

  it('BROWSE-16 the forms of a word rank as one', () => {
    const training = one('training', { spellings: ['training', 'training.'], others: ['train', 'trained,'] });
    expect(textsOf([training])).toEqual([['train']]);
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

describe('how a time and soft words are read', () => {
  it.each([
    ['15 min', 15, []],
    ['15min video', 15, ['video']],
    ['ten minutes on bias', 10, ['bias']],
    ['half an hour exercise', 30, ['exercise']],
    ['less than 2 hours: risk', 120, ['risk']],
    ['a 5-minute read about bias', 5, ['bias']],
    ['minutes of the board', null, ['minutes', 'board']],
    ['hr policy', null, ['hr', 'policy']],
    ['0 minutes', null, ['0', 'minutes']],
  ])('BROWSE-19 %j asks for %s minutes', (typed, minutes, words) => {
    const question = questionOf(typed, new Map());
    expect([question.minutes, question.terms.map(({ texts }) => texts[0])]).toEqual([minutes, words]);
  });

  it('BROWSE-19 types, accesses, formats and qualities are soft, and what synonyms make of them', () => {
    const synonyms = synonymsOf(['ebook = book', 'case study = story']);
    const softOf = (typed: string) =>
      questionOf(typed, synonyms)
        .terms.filter(({ isSoft }) => isSoft)
        .flatMap(({ texts }) => texts[0] ?? []);
    expect(softOf('free templates, online tool ebooks in word for policy')).toEqual([
      'free',
      'templates',
      'online',
      'tool',
      'ebooks',
      'word',
    ]);
    expect(softOf('plain words for a case study')).toEqual([]);
  });

  it.each([
    ['free templates excel', { free: 9, templates: 9 }, ['free', 'templates'], []],
    ['free word template', { free: 9, word: 2, template: 9 }, ['free', 'template'], ['word']],
    ['short pdf', { short: 3 }, ['short'], []],
    ['short pdf', {}, ['short', 'pdf'], []],
    ['free pdf bias', { free: 9, bias: 2 }, ['bias'], ['free']],
  ])('BROWSE-19 %j with %o in the catalogue asks for %o and ranks by %o', (typed, uses, terms, ranks) => {
    const known: Record<string, number> = uses;
    const found = questionOf(typed, new Map()).terms.map(({ texts: [word = ''], isSoft }) => ({
      typed: word,
      isSoft,
      alternatives: word in known ? [[sought(word, { uses: known[word] })]] : [],
    }));
    const asked = askedOf(found, null);
    expect([asked.terms.map((term) => term.typed), asked.soft.map((term) => term.typed)]).toEqual([terms, ranks]);
  });

  it('BROWSE-16 a synonym is known by other forms of its words, and by misspelt ones', () => {
    const synonyms = synonymsOf([
      'decommission = retirement',
      'model card = documentation',
      'risk assessment = register',
    ]);
    const textsOf = (typed: string, corrections?: Map<string, string>) =>
      questionOf(typed, synonyms, corrections).terms.map(({ texts }) => texts);
    expect(textsOf('decommissioning')).toEqual([['decommissioning', 'decommission', 'retirement']]);
    expect(textsOf('model cards')).toEqual([['model cards', 'model card', 'documentation']]);
    const corrections = correctionsOf(['asesment'], new Map(), synonyms);
    expect(textsOf('risk asesment', corrections)).toEqual([['risk assessment', 'register']]);
    const known = new Map([['asesment', [{ word: 'basement', resources: 1 }]]]);
    expect(correctionsOf(['asesment'], known, synonyms)).toEqual(new Map());
  });
});

describe('BROWSE-17 how near resources are', () => {
  it('a term counts more, the fewer resources hold it where it begins a word', () => {
    const board = one('board', { uses: 90, spellings: ['board', 'dashboard'], counts: [10, 80] });
    const asked = { terms: [board, rare], soft: [], minutes: null };
    const near = nearnessOf(asked, 1000);
    expect(near?.terms.map(({ texts, weight, isRare }) => [texts, Math.round(weight * 10) / 10, isRare])).toEqual([
      [['board'], 4.6, true],
      [['zebra'], 3.2, true],
    ]);
    expect(near?.places.map(({ search, holds }) => [search.tsquery, holds])).toEqual([
      ["('board')", [0]],
      ["('zebra')", [1]],
    ]);
  });

  it('frequent words alone lead nowhere, and too frequent ones are looked for together', () => {
    expect(nearnessOf({ terms: [one('ai', { uses: 600 })], soft: [], minutes: null }, 1000)).toBeNull();
    const terms = [one('some', { uses: 5_000, counts: [5_000] }), one('others', { uses: 6_000, counts: [6_000] })];
    const near = nearnessOf({ terms, soft: [], minutes: null }, 100_000);
    expect(near?.places.map(({ search, holds }) => [search.tsquery, holds])).toEqual([
      ["('some') & ('others')", [0, 1]],
      ["('some')", [0]],
    ]);
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
    ['GDPR-policy/rules', [['gdpr', 'data protection', 'privacy', 'law'], ['policy'], ['rules']]],
    ['-', [['-']]],
    ['ISO/IEC 27001:2022', [['iso'], ['27001']]],
    ['iso27001 at 10:2022', [['iso'], ['27001'], ['10:2022']]],
    ['Art.9, art 10 & the article11', [['article'], ['9'], ['10'], ['11']]],
    ['start 5 art', [['start'], ['5'], ['art']]],
    ['', []],
  ])('%s', (typed, terms) => {
    expect(questionOf(typed, synonyms).terms.map(({ texts }) => texts)).toEqual(terms);
  });
});
