import { expect, it } from 'vitest';
import { answeredPercent, assessmentQuestions } from './assessment-questions.ts';

const questions = Object.values(assessmentQuestions).flat();
const answered = (count: number) => Object.fromEntries(questions.slice(0, count).map((id) => [id, 'emerging']));

it('ASSESS-04 counts answered questions of twelve, in whole percent', () => {
  expect(questions).toHaveLength(12);
  expect([0, 1, 3, 6, 7, 12].map((count) => answeredPercent(answered(count)))).toEqual([0, 8, 25, 50, 58, 100]);
});

it('ASSESS-17 counts every answer, known or not, and never exceeds 100', () => {
  expect(answeredPercent({ ...answered(2), favourite_colour: 'blue' })).toBe(25);
  expect(answeredPercent({ other: 'x' })).toBe(8);
  expect(answeredPercent({ ...answered(12), other: 'advanced', another: 'x' })).toBe(100);
});
