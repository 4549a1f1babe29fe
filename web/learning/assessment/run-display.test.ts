import { expect, test } from 'vitest';
import type { AssessmentQuestions } from '#contract/learning/assessment.ts';
import {
  dayOf,
  knownAnswers,
  later,
  missingAnswers,
  newRun,
  readRun,
  skippedQuestions,
  withAnswer,
  withNextStep,
} from './run-display.ts';

const now = '2026-11-20T09:00:00.000Z';
const statements = { initial: 'a', emerging: 'b', developing: 'c', advanced: 'd' };
const sections: AssessmentQuestions['sections'] = ['one', 'two', 'three', 'four'].map((id) => ({
  id,
  title: id,
  intro: id,
  questions: [1, 2, 3].map((number) => ({ id: `${id}_${number}`, title: id, text: id, help: null, statements })),
}));
const answered = (count: number) =>
  Object.fromEntries(
    sections
      .flatMap(({ questions }) => questions)
      .slice(0, count)
      .map(({ id }) => [id, 'developing']),
  );

test('ASSESS-17 unknown ids never count for results', () => {
  const answers = { ...answered(12), other: 'advanced', another: 'x' };
  expect(knownAnswers({ answers }, sections)).toEqual(answered(12));
  expect(missingAnswers({ answers: { ...answered(11), four_3: 'perfect', other: 'initial' } }, sections)).toBe(1);
});

test('ASSESS-20 questions before the last answered one are skipped; in the last section all that are left', () => {
  const skipped = (answers: Record<string, string>, currentStep = 0) =>
    skippedQuestions({ answers, currentStep }, sections).map(({ number, step }) => [number, step]);
  expect(skipped({})).toEqual([]);
  expect(skipped(answered(4))).toEqual([]);
  expect(skipped({ one_1: 'initial', one_3: 'initial', two_2: 'perfect' })).toEqual([[2, 0]]);
  expect(skipped({ one_1: 'initial', two_1: 'initial' }, 1)).toEqual([
    [2, 0],
    [3, 0],
  ]);
  expect(skipped(answered(10), 3)).toEqual([
    [11, 3],
    [12, 3],
  ]);
  expect(skipped(answered(12), 3)).toEqual([]);
});

test('ASSESS-10 a saved session is read as it was saved', () => {
  const run = { ...newRun(now), currentStep: 2, answers: answered(7), completedSections: ['one', 'two'], scope: 'All' };
  expect(readRun(JSON.parse(JSON.stringify(run)), '2027-01-01T00:00:00Z')).toEqual(run);
});

test('a saved run of another shape keeps its valid parts', () => {
  const empty = { ...newRun(now), lastUpdated: '1970-01-01T00:00:00.000Z' };
  expect(readRun(null, now)).toEqual(empty);
  expect(readRun({ currentStep: 9, answers: [1], completedSections: 'all', scope: 5 }, now)).toEqual(empty);
  expect(readRun({ answers: answered(3), unknown: true }, now)).toEqual({ ...empty, answers: answered(3) });
});

test('ASSESS-08 Next completes the section and goes on; on the last section it does nothing', () => {
  const next = withNextStep(newRun(now), sections);
  expect([next.currentStep, next.completedSections]).toEqual([1, ['one']]);
  const back = { ...next, currentStep: 0 };
  expect(withNextStep(back, sections).completedSections).toEqual(['one']);
  const last = { ...newRun(now), currentStep: 3 };
  expect(withNextStep(last, sections)).toBe(last);
});

test('ASSESS-08 the last section is completed when its three questions are answered', () => {
  const ids = ['four_1', 'four_2', 'four_3'];
  const runs = ids.map((_, index) =>
    ids
      .slice(0, index + 1)
      .reduce((run, questionId) => withAnswer(run, sections, { questionId, level: 'initial' }), newRun(now)),
  );
  expect(runs.map(({ completedSections }) => completedSections)).toEqual([[], [], ['four']]);
});

test('the copy with the later change wins', () => {
  const [old, young] = [newRun(now), newRun('2026-11-20T09:00:01Z')];
  expect(later(old, young)).toBe(young);
  expect(later(young, old)).toBe(young);
  expect(later(old, null)).toBe(old);
  expect(later(readRun(null, now), old)).toBe(old);
});

test('a date is sent only when it is one', () => {
  expect(['2026-11-20', '', '20.11.2026', '2026-13-40'].map(dayOf)).toEqual(['2026-11-20', null, null, null]);
});
