import { describe, expect, it } from 'vitest';
import type { CheckQuestion } from './checks-content.ts';
import { foldedText, isPassed, isRight, placedAnswer, readNumber, shownPercentOf } from './checks-score.ts';

const common = { id: 'q', text: 'Question?', picture: null, explanation: '', pointer: null };
const several: CheckQuestion = {
  ...common,
  kind: 'several',
  options: [true, false, true].map((isRight, place) => ({ text: `Option ${place}`, isRight })),
};
const order: CheckQuestion = { ...common, kind: 'order', items: ['One', 'Two', 'Three'] };
const match: CheckQuestion = {
  ...common,
  kind: 'match',
  pairs: [
    { left: 'GDPR', right: 'EU' },
    { left: 'AI Act', right: 'EU' },
    { left: 'NIST', right: 'US' },
  ],
};
const text: CheckQuestion = { ...common, kind: 'text', accepted: ['Zürich', 'ﬁle 2', 'Straße', 'की'] };
const number = (value: number, tolerance: number): CheckQuestion => ({ ...common, kind: 'number', value, tolerance });

describe('scoring', () => {
  it.each([
    [several, [0, 2], true],
    [several, [0], false],
    [several, [0, 1, 2], false],
    [order, [0, 1, 2], true],
    [order, [1, 0, 2], false],
  ])('CHECK-01 several and order count only when wholly right (%#)', (question, options, right) => {
    expect(isRight(question, { options })).toBe(right);
  });

  it.each([
    [[0, 1, 2], true],
    [[1, 0, 2], true],
    [[0, 2, 1], false],
    [[0, 1, null], false],
  ])(
    'CHECK-01 a match counts only when wholly right, and equal right sides are interchangeable (%#)',
    (matches, right) => {
      expect(isRight(match, { matches })).toBe(right);
    },
  );

  it.each([
    ['zurich', true],
    ['  ZÜRICH ', true],
    ['Zu\u0308rich', true],
    ['file  2', true],
    ['ＦＩＬＥ　２', true],
    ['STRASSE', true],
    // Marks that are no accents make another word.
    ['का', false],
    ['Zürich City', false],
    ['', false],
  ])('CHECK-01 compares short text in NFKC with folded spaces, without case and accents: %j', (typed, right) => {
    expect(isRight(text, { text: typed })).toBe(right);
  });

  it.each([
    [number(12.5, 0.5), '12,0', true],
    [number(12.5, 0.5), '13.0', true],
    [number(12.5, 0.5), '13.01', false],
    [number(0.3, 0.1), '0.4', true],
    [number(0.3, 0), '0.30', true],
    [number(-2, 0), '−2', true],
    [number(1000, 0), '1 000', true],
    [number(0.333, 0.01), '0,3333333333333333', true],
    [number(5, 0), 'five', false],
    [number(5, 0), '5e0', false],
    [number(5, 0), 'Infinity', false],
  ])('CHECK-01 reads numbers with comma or point, within the tolerance (%#)', (question, typed, right) => {
    expect(isRight(question, { text: typed })).toBe(right);
  });

  it('CHECK-01 an unanswered question is wrong', () => {
    for (const question of [several, order, match, text, number(0, 0)]) expect(isRight(question, null)).toBe(false);
  });

  it.each([
    [2, 3, 66, 66, true],
    [2, 3, 67, 66, false],
    [4, 5, 80, 80, true],
    [0, 1, 1, 0, false],
    [1, 1, 100, 100, true],
  ])('CHECK-01 %i of %i with pass mark %i shows %i', (points, questions, passMark, percent, passed) => {
    expect([shownPercentOf(points, questions), isPassed(points, questions, passMark)]).toEqual([percent, passed]);
  });

  it('CHECK-04 an empty answer counts as none, and one that does not fit is unfit', () => {
    const places = { option: (id: string) => Number(id), counterpart: (id: string) => Number(id) };
    expect(placedAnswer(several, { options: [] }, places)).toBeNull();
    expect(placedAnswer(text, { text: '   ' }, places)).toBeNull();
    expect(placedAnswer(match, { pairs: [] }, places)).toBeNull();
    expect(placedAnswer(several, { options: ['2', '0'] }, places)).toEqual({ options: [0, 2] });
    expect(placedAnswer(match, { pairs: [{ option: '2', counterpart: '0' }] }, places)).toEqual({
      matches: [null, null, 0],
    });
    expect(placedAnswer(order, { options: ['0', '1'] }, places)).toBe('unfit');
    const pairsOfOneRight = ['0', '2'].map((option) => ({ option, counterpart: '1' }));
    expect(placedAnswer(match, { pairs: pairsOfOneRight }, places)).toBe('unfit');
    expect(placedAnswer(number(1, 0), { options: [] }, places)).toBe('unfit');
  });

  it('CHECK-01 folding ends: what is folded stays as it is', () => {
    for (const typed of ['Zürich', 'İstanbul', 'ß', 'ﬁ', '½', 'Å']) {
      expect(foldedText(foldedText(typed))).toBe(foldedText(typed));
    }
    expect(readNumber('.5')).toBe(0.5);
  });
});
