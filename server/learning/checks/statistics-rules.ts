import type { CheckStatistics } from '#contract/learning/checks-admin.ts';
import type { CheckQuestion } from '#contract/learning/checks-content.ts';
import { foldedText, type PlacedAnswer, shownPercentOf } from '#contract/learning/checks-score.ts';
import { answerInWords } from './rules.ts';

type Latest = { drawn: readonly string[]; answers: Readonly<Record<string, PlacedAnswer>>; right: readonly string[] };

type Counted = {
  counts: readonly { questionId: string; attempts: number; right: number }[];
  /** The latest attempts, in which the most chosen wrong answers are sought. */
  latest: readonly Latest[];
  fewest: number;
};

/** Returns the share of right answers to each question, and its most chosen wrong answer (CHECK-03). */
export function statisticsOf(
  questions: readonly CheckQuestion[],
  { counts, latest, fewest }: Counted,
): CheckStatistics['questions'] {
  return questions.map((question) => {
    const { attempts = 0, right = 0 } = counts.find(({ questionId }) => questionId === question.id) ?? {};
    const isEnough = attempts >= fewest;
    return {
      questionId: question.id,
      kind: question.kind,
      text: question.text,
      attempts,
      rightPercent: isEnough ? shownPercentOf(right, attempts) : null,
      mostChosenWrong: isEnough ? mostChosenWrong(question, latest) : null,
    };
  });
}

/**
 * Returns the wrong answer that most people gave, and its share of those who were asked; null when none leads. A typed
 * answer must have been given twice, because one person's words are not shown.
 */
function mostChosenWrong(question: CheckQuestion, latest: readonly Latest[]) {
  const asked = latest.filter(({ drawn }) => drawn.includes(question.id));
  const wrong = new Map<string, { answer: string; count: number }>();
  for (const { answers, right } of asked) {
    const answer = answers[question.id];
    if (answer === undefined || right.includes(question.id)) continue;
    const key = 'text' in answer ? foldedText(answer.text) : JSON.stringify(answer);
    const known = wrong.get(key);
    if (known) known.count += 1;
    else wrong.set(key, { answer: answerInWords(question, answer), count: 1 });
  }
  const [first, second] = [...wrong.values()].sort((one, other) => other.count - one.count);
  const isTyped = question.kind === 'text' || question.kind === 'number';
  if (!first || first.count === second?.count || (isTyped && first.count < 2)) return null;
  return { answer: first.answer, percent: shownPercentOf(first.count, asked.length) };
}
