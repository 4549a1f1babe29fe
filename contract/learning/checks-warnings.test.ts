import { expect, it } from 'vitest';
import type { CheckContent, CheckPointer } from './checks-content.ts';
import { defaultCheckSettings } from './checks-limits.ts';
import { problemsOf } from './checks-warnings.ts';

const asking = (pointer: CheckPointer): CheckContent => ({
  settings: defaultCheckSettings,
  questions: [{ kind: 'true_false', id: 'a', text: 'Is it?', picture: null, explanation: '', pointer, isTrue: true }],
});
const sentencesOf = (pointer: CheckPointer, pages: number | null) =>
  problemsOf(asking(pointer), { sections: ['first'], pages }).map(({ sentence }) => sentence);

it('CHECK-01 CHECK-03 warns of pointers that lead to no page and no heading of the resource', () => {
  expect(sentencesOf({ kind: 'page', page: 12 }, 12)).toEqual([]);
  expect(sentencesOf({ kind: 'page', page: 13 }, 12)).toEqual(['The resource has no page 13.']);
  expect(sentencesOf({ kind: 'page', page: 1 }, null)).toEqual(['The resource has no page 1.']);
  expect(sentencesOf({ kind: 'heading', section: 'first', title: 'First' }, null)).toEqual([]);
  expect(sentencesOf({ kind: 'heading', section: 'gone', title: 'Gone' }, null)).toEqual([
    'The resource no longer has this heading.',
  ]);
});

const settingsProblems = (settings: Partial<CheckContent['settings']>, ...isTrue: (boolean | null)[]) => {
  const { settings: usual, questions } = asking({ kind: 'page', page: 1 });
  return problemsOf({
    settings: { ...usual, ...settings },
    questions: questions.flatMap((question) =>
      question.kind === 'true_false'
        ? isTrue.map((right, place) => ({ ...question, id: `q${place}`, isTrue: right }))
        : [],
    ),
  }).filter(({ questionId }) => questionId === null);
};

it('CHECK-03 a pass mark that the questions with a right answer cannot reach blocks the check', () => {
  const blocked = (sentence: string) => [{ questionId: null, number: null, blocks: true, sentence }];
  expect(settingsProblems({ passMark: 80 }, true, true, null)).toEqual(
    blocked('The pass mark of 80 % cannot be reached: only 2 of 3 questions have a right answer.'),
  );
  expect(settingsProblems({ passMark: 80 }, true, null)).toEqual(
    blocked('The pass mark of 80 % cannot be reached: only 1 of 2 questions has a right answer.'),
  );
  expect(settingsProblems({ passMark: 50 }, true, null)).toEqual([]);
  expect(settingsProblems({ passMark: 100 }, true, false)).toEqual([]);
});

it('CHECK-01 warns when right answers are shown after each attempt and all questions are asked again', () => {
  const warned = [
    {
      questionId: null,
      number: null,
      blocks: false,
      sentence: expect.stringMatching(/^Right answers are shown while attempts are left/),
    },
  ];
  const warns = (settings: Partial<CheckContent['settings']>) => settingsProblems(settings, true, true);
  for (const attemptsPerDay of [0, 1, 3]) {
    expect(warns({ showsAnswers: 'after_each_attempt', attemptsPerDay })).toEqual(warned);
  }
  expect(warns({ showsAnswers: 'after_each_attempt', drawn: 2 })).toEqual(warned);
  expect(warns({ showsAnswers: 'after_each_attempt', drawn: 1 })).toEqual([]);
  for (const showsAnswers of ['after_passing', 'never'] as const) expect(warns({ showsAnswers })).toEqual([]);
});
