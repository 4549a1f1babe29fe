import { expect, it } from 'vitest';
import {
  attemptQuestion,
  attemptResult,
  checkState,
  matchQuestion,
  orderQuestion,
} from '#tests/support/web/check-fixtures.ts';
import {
  aboutAttempt,
  announcedTime,
  attemptsLeftText,
  checkAction,
  isAnswered,
  orderedOptions,
  scoreText,
  timeLeftText,
  typedAnswer,
  unansweredOf,
  withOption,
  withPair,
} from './check-display.ts';

it('CHECK-05 a question counts as answered when its whole answer is given', () => {
  const match = matchQuestion(2);
  const half = { pairs: [{ option: 'id-Stop', counterpart: 'id-Red' }] };
  expect(isAnswered(match, half)).toBe(false);
  expect(isAnswered(match, { pairs: [...half.pairs, { option: 'id-Go', counterpart: 'id-Green' }] })).toBe(true);
  expect(isAnswered(attemptQuestion(1), null)).toBe(false);
  expect(isAnswered(attemptQuestion(1), { options: ['id-Reviewer'] })).toBe(true);
  expect(unansweredOf([attemptQuestion(1), match], { 1: { options: ['id-Reviewer'] }, 2: half })).toEqual([2]);
});

it('CHECK-05 a counterpart belongs to one line of a match', () => {
  const match = matchQuestion(1);
  const first = withPair(match, null, { option: 'id-Stop', counterpart: 'id-Red' });
  const moved = withPair(match, first, { option: 'id-Go', counterpart: 'id-Red' });
  expect(moved).toEqual({ pairs: [{ option: 'id-Go', counterpart: 'id-Red' }] });
  expect(withPair(match, moved, { option: 'id-Go', counterpart: '' })).toBeNull();
});

it('CHECK-05 answers without anything are taken back', () => {
  const several = attemptQuestion(1, { kind: 'several' });
  const one = withOption(several, null, 'id-Reviewer', true);
  expect(withOption(several, one, 'id-Sponsor', true)).toEqual({ options: ['id-Sponsor', 'id-Reviewer'] });
  expect(withOption(several, one, 'id-Reviewer', false)).toBeNull();
  expect(typedAnswer(' \t')).toBeNull();
});

it('CHECK-05 an order is shown as answered, and as drawn when the answer does not fit', () => {
  const order = orderQuestion(1);
  const texts = (ids: string[]) => orderedOptions(order, { options: ids }).map(({ text }) => text);
  expect(texts(['id-Ask', 'id-Test'])).toEqual(['Ask', 'Test']);
  expect(texts(['id-Ask'])).toEqual(['Test', 'Ask']);
});

it('CHECK-01 the remaining time is said in whole minutes, and announced three times', () => {
  const minute = 60_000;
  expect(timeLeftText(150 * minute)).toBe('2 hours left');
  expect(timeLeftText(12.9 * minute)).toBe('12 minutes left');
  expect(timeLeftText(minute)).toBe('1 minute left');
  expect(timeLeftText(minute - 1)).toBe('Less than a minute left');
  expect(timeLeftText(0)).toBe('Time is over');
  expect(announcedTime(11 * minute)).toBe('');
  expect(announcedTime(7 * minute)).toBe('10 minutes left');
  expect(announcedTime(4 * minute)).toBe('5 minutes left');
  expect(announcedTime(-1)).toBe('Time is over');
});

it('CHECK-09 a result says what was needed, and when the next attempt is possible', () => {
  const now = new Date('2026-01-05T10:00:00.000Z');
  expect(scoreText(attemptResult({ points: 6, questions: 8 }))).toBe(
    '6 of 8 questions are right. You need 7, because the pass mark is 80%.',
  );
  expect(attemptsLeftText({ attemptsLeft: 2, nextAttemptAt: null }, now)).toBe('You can start 2 attempts today.');
  for (const attemptsLeft of [null, 0]) {
    expect(attemptsLeftText({ attemptsLeft, nextAttemptAt: null }, now)).toBe('');
  }
  expect(attemptsLeftText({ attemptsLeft: 0, nextAttemptAt: '2026-01-06T00:00:00.000Z' }, now)).toMatch(
    /^You have used all attempts of today\. You can try again from tomorrow, 6 Jan 2026, /,
  );
});

it('CHECK-05 the way to a check says what comes next', () => {
  const open = { id: 1, startedAt: '', dueAt: '', isOver: false, questions: 2, answered: 1 };
  expect(checkAction(checkState())).toBe('Take the check');
  expect(checkAction(checkState({ lastAttemptId: 3 }))).toBe('Take the check again');
  expect(checkAction(checkState({ openAttempt: open }))).toBe('Continue the check');
  expect(checkAction(checkState({ openAttempt: { ...open, isOver: true } }))).toBe('See the result');
  expect(checkAction(checkState({ passed: true, lastAttemptId: 3 }))).toBe('Your results');
});

it('CHECK-05 CHECK-08 an attempt says its place among those of today, or that it is a further one', () => {
  const attempt = { passMark: 80, hasTimeLimit: true };
  const about = (changed: Parameters<typeof checkState>[0]) => aboutAttempt(attempt, checkState(changed));
  expect(about({ attemptsToday: 2, timeLimit: 30 })).toBe('Attempt 2 of 3 today · pass mark 80% · 30 minutes');
  expect(about({ attemptsToday: 1, attemptsPerDay: null, timeLimit: 1 })).toBe(
    'Attempt 1 today · pass mark 80% · 1 minute',
  );
  expect(about({ attemptsToday: 2, attemptsPerDay: 1 })).toMatch(/^A further attempt from your organisation ·/);
  expect(about({ attemptsToday: 0 })).toMatch(/^Attempt of an earlier day ·/);
});
