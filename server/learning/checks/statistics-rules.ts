import type { CheckStatistics } from '#contract/learning/checks-admin.ts';
import type { CheckQuestion } from '#contract/learning/checks-content.ts';
import { foldedText, type PlacedAnswer, shownPercentOf } from '#contract/learning/checks-score.ts';
import { answerInWords } from './rules.ts';

type Latest = {
  userId: number;
  drawn: readonly string[];
  answers: Readonly<Record<string, PlacedAnswer>>;
  right: readonly string[];
};

type Counted = {
  counts: readonly { questionId: string; attempts: number; right: number }[];
  /** The latest attempts, in which the most chosen wrong answers are sought. */
  latest: readonly Latest[];
  fewest: number;
};

/**
 * Returns the share of right answers to each question, and its most chosen wrong answer (CHECK-03); both are null for
 * a question with fewer attempts than `fewest`.
 */
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
 * Returns the most frequent wrong answer of these attempts, and its share of those that drew the question; null when
 * none leads. A typed answer must come from two members, so that the words of one are not shown.
 */
function mostChosenWrong(question: CheckQuestion, latest: readonly Latest[]) {
  const asked = latest.filter(({ drawn }) => drawn.includes(question.id));
  const wrong = new Map<string, { answer: string; count: number; members: Set<number> }>();
  for (const { userId, answers, right } of asked) {
    const answer = answers[question.id];
    if (answer === undefined || right.includes(question.id)) continue;
    const key = 'text' in answer ? foldedText(answer.text) : JSON.stringify(answer);
    const known = wrong.get(key) ?? { answer: answerInWords(question, answer), count: 0, members: new Set() };
    known.count += 1;
    wrong.set(key, known);
    known.members.add(userId);
  }
  const [first, second] = [...wrong.values()].sort((one, other) => other.count - one.count);
  const isTyped = question.kind === 'text' || question.kind === 'number';
  if (!first || first.count === second?.count || (isTyped && first.members.size < 2)) return null;
  return { answer: first.answer, percent: shownPercentOf(first.count, asked.length) };
}
