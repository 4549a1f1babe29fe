import { expect, it } from 'vitest';
import type { CheckQuestion } from '#contract/learning/checks-content.ts';
import { everyKind } from '#tests/support/checks.ts';
import { statisticsOf } from './statistics-rules.ts';

it('CHECK-03 statistics show a wrong answer that was typed only when two members typed it', () => {
  const question = everyKind.find(({ kind }) => kind === 'text') as CheckQuestion;
  const counts = [{ questionId: question.id, attempts: 5, right: 0 }];
  const shownFor = (members: readonly number[]) => {
    const typed = (text: string) => ({ [question.id]: { text } });
    const latest = members.map((userId, index) => ({
      ...{ userId, drawn: [question.id], right: [] },
      answers: typed(index < 3 ? 'my own words' : `other ${index}`),
    }));
    return statisticsOf([question], { counts, latest, fewest: 5 })[0]?.mostChosenWrong;
  };
  expect(shownFor([1, 1, 1, 2, 3])).toBe(null);
  expect(shownFor([1, 1, 2, 2, 3])).toEqual({ answer: 'my own words', percent: 60 });
});
