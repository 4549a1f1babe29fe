import { expect, it } from 'vitest';
import { assessmentQuestions } from '#contract/assessment-questions.ts';
import { completionOf, percentAfter, shownPercent } from './rules.ts';

const questions = Object.values(assessmentQuestions).flat();
const answered = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, 'emerging']));

it('ASSESS-04 counts answered questions of twelve, in whole percent', () => {
  expect(questions).toHaveLength(12);
  expect([0, 1, 6, 7, 12].map((count) => completionOf({ answers: answered(questions.slice(0, count)) }))).toEqual([
    0, 8, 50, 58, 100,
  ]);
});

it('ASSESS-17 counts neither unknown questions nor unknown levels, and never exceeds 100', () => {
  const unknown = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`other_${index}`, 'advanced']));
  expect(completionOf({ answers: { ...answered(questions), ...unknown } })).toBe(100);
  expect(completionOf({ answers: unknown })).toBe(0);
  expect(completionOf({ answers: { ai_expertise: '', security_measures: 'expert', toString: 'advanced' } })).toBe(0);
});

it('MYRES-10 opening is progress at 0 %, a launched tool 5 %, a downloaded file 50 %', () => {
  expect([percentAfter(null, 'opened'), percentAfter(null, 'launched'), percentAfter(null, 'downloaded')]).toEqual([
    0, 5, 50,
  ]);
});

it('no step takes away what was reached before', () => {
  expect([percentAfter(80, 'opened'), percentAfter(80, 'launched'), percentAfter(80, 'downloaded')]).toEqual([
    80, 80, 80,
  ]);
  expect(percentAfter(5, 'downloaded')).toBe(50);
});

it('what a member calls finished is done, and takes nothing from what is known', () => {
  expect(shownPercent({ completionPercentage: 50, isFinished: true })).toBe(100);
  expect(shownPercent({ completionPercentage: 50, isFinished: false })).toBe(50);
});
