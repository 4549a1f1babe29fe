import { expect, it } from 'vitest';
import { assessmentQuestions } from '#contract/assessment-questions.ts';
import { completionOf, percentOf } from './rules.ts';

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
  expect([percentOf({ kind: 'opened' }), percentOf({ kind: 'launched' }), percentOf({ kind: 'downloaded' })]).toEqual([
    0, 5, 50,
  ]);
});

it('an article counts by the passages read, and is 100 % only at its end', () => {
  const read = (passages: number, of: number) => percentOf({ kind: 'read', passages, of });
  expect([read(0, 8), read(1, 8), read(199, 200), read(8, 8), read(9, 8), read(3, 0)]).toEqual([
    0, 12, 99, 100, 100, 0,
  ]);
});

it('a video is a quarter of its resource, and counts by how far it was watched', () => {
  const watched = (seconds: number, of: number) => percentOf({ kind: 'watched', seconds, of });
  expect([watched(0, 60), watched(30, 60), watched(60, 60), watched(90, 60), watched(-5, 60)]).toEqual([
    0, 12, 25, 25, 0,
  ]);
});
