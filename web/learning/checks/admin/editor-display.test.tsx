import { expect, it } from 'vitest';
import { adminCheck, writtenQuestion } from '#tests/support/web/check-fixtures.ts';
import {
  asKind,
  formatOf,
  isPointerKnown,
  mistakePlace,
  newQuestionId,
  passMarkHint,
  shownQuestion,
  statisticsText,
  wholeIn,
  withCopy,
} from './editor-display.ts';

const question = writtenQuestion('a', 'Who decides?');

it('CHECK-03 another kind takes over the answers that the kinds share', () => {
  const several = asKind(question, 'several');
  expect(several).toMatchObject({ kind: 'several', id: 'a', text: 'Who decides?' });
  const both = {
    ...question,
    kind: 'several' as const,
    options: [
      { text: 'One', isRight: false },
      { text: 'Two', isRight: true },
      { text: 'Three', isRight: true },
    ],
  };
  expect(asKind(both, 'one')).toMatchObject({ options: [{ isRight: false }, { isRight: true }, { isRight: false }] });
  expect(asKind(question, 'order')).toMatchObject({ items: ['Sponsor', 'Reviewer'] });
  expect(asKind(question, 'match')).toMatchObject({
    pairs: [
      { left: 'Sponsor', right: '' },
      { left: 'Reviewer', right: '' },
    ],
  });
  expect(asKind(question, 'text')).toMatchObject({ accepted: ['Sponsor'] });
  expect(asKind(question, 'number')).toMatchObject({ value: null, tolerance: 0 });
  expect(asKind(asKind(question, 'true_false'), 'one')).toMatchObject({ options: [{ text: '' }, { text: '' }] });
});

it('CHECK-03 the view of members has no right answer', () => {
  const match = asKind(question, 'match');
  if (match.kind !== 'match') throw new Error('The kind is match');
  match.pairs = [
    { left: 'Stop', right: 'Red' },
    { left: 'Go', right: 'Green' },
  ];
  expect(shownQuestion(match, 2)).toMatchObject({
    number: 2,
    options: [{ text: 'Stop' }, { text: 'Go' }],
    counterparts: [{ text: 'Green' }, { text: 'Red' }],
  });
  expect(JSON.stringify(shownQuestion(question, 1))).not.toContain('isRight');
});

it('CHECK-03 shares are said in words from the fewest attempts on', () => {
  const own = {
    questionId: 'a',
    kind: 'one' as const,
    text: '',
    attempts: 64,
    rightPercent: 48,
    mostChosenWrong: null,
  };
  expect(statisticsText(undefined, 5)).toBe('No attempts yet');
  expect(statisticsText(own, 5)).toBe('48% right of 64 attempts');
  expect(statisticsText({ ...own, attempts: 1, rightPercent: null }, 5)).toBe('1 attempt, shown from 5 on');
});

it('CHECK-01 the pass mark is said in questions', () => {
  const { settings } = adminCheck([]).content;
  expect(passMarkHint(settings, 8)).toBe('7 of 8 questions');
  expect(passMarkHint({ ...settings, drawn: 5 }, 8)).toBe('4 of 5 questions');
  expect(passMarkHint(settings, 0)).toBeUndefined();
});

it('CHECK-02 the format of a file is found by its name or its text', () => {
  expect(formatOf('check.JSON', '')).toBe('json');
  expect(formatOf('check.txt', '\uFEFF{ "settings": {}')).toBe('json');
  expect(formatOf('check.txt', '{~no =yes} ANSWER')).toBe('gift');
  expect(formatOf('check.txt', 'Who?\nA. He\nB. She\nANSWER: B')).toBe('aiken');
  expect(mistakePlace({ line: 1200, path: null, sentence: '' })).toBe('Line 1,200');
  expect(mistakePlace({ line: null, path: 'questions[2].text', sentence: '' })).toBe('questions[2].text');
});

it('CHECK-01 a place that the resource lost is found', () => {
  const check = { headings: [{ section: 'section-ask', title: 'Ask' }], pages: 6 };
  expect(isPointerKnown({ kind: 'page', page: 6 }, check)).toBe(true);
  expect(isPointerKnown({ kind: 'page', page: 7 }, check)).toBe(false);
  expect(isPointerKnown({ kind: 'page', page: 1 }, { ...check, pages: null })).toBe(false);
  expect(isPointerKnown({ kind: 'heading', section: 'section-gone', title: 'Gone' }, check)).toBe(false);
});

it('CHECK-03 a copy has an id of its own right after the original, and numbers stay within limits', () => {
  const content = { ...adminCheck([]).content, questions: [question, writtenQuestion('b', 'When?')] };
  expect(withCopy(content, 'a', 'c').questions.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  const values = [0, 0.5];
  const first = newQuestionId([], () => values[0] ?? 0);
  expect(newQuestionId([{ ...question, id: first }], () => values.shift() ?? 0.5)).not.toBe(first);
  expect([wholeIn('80', [1, 100]), wholeIn(' 101', [1, 100]), wholeIn('8.5', [1, 100]), wholeIn('', [0, 9])]).toEqual([
    80,
    null,
    null,
    null,
  ]);
});
