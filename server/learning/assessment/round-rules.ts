import {
  type AssessmentContent,
  type AssessmentLevel,
  assessmentLevels,
} from '#contract/catalogue/assessment-content.ts';
import type { LevelCounts, QuestionCounts } from '#contract/learning/assessment-rounds.ts';
import type { People } from './round-privacy-rules.ts';
import { type FullAnswers, questionsOf, rankOf } from './rules.ts';

/**
 * People by their numbers in the form of PostgreSQL's arrays, such as `{1,2}`. Only a thread, or one turn of the event loop
 * for each of them, may read them: the sets of all rounds of a large organisation have a million numbers (GEN-29).
 */
export type PeopleText = string;

export function peopleOf(text: PeopleText): Set<number> {
  return new Set(text === '{}' ? [] : text.slice(1, -1).split(',').map(Number));
}

export function textOf(people: People): PeopleText {
  return `{${[...people].join(',')}}`;
}

/** A group of a round that closes: who is in it, answered or not. */
export type RoundGroup = { position: number; people: People };

/** What a set of people answered: how many, and the counts of each question; null when it is not shown. */
export type SetResult = { position: number; shown: { people: People; counts: QuestionCounts } | null };

/** The position of all who answered; groups begin at 1. */
const wholePosition = 0;

/** The people who answered in each set of a round: the whole first, then larger groups before smaller ones. */
export function answeredSets(answered: People, groups: readonly RoundGroup[]): RoundGroup[] {
  return [
    { position: wholePosition, people: answered },
    ...groups
      .map(({ position, people }) => ({ position, people: people.intersection(answered) }))
      .toSorted((a, b) => b.people.size - a.people.size || a.position - b.position),
  ];
}

/**
 * The results that a round shows for good (TEAM-04), one set after the other.
 * @param answers full answers of one version, by the person who gave them
 * @param decided for each set whether it may be shown, from `decideShown`
 */
export function* closeSets(
  answers: ReadonlyMap<number, FullAnswers>,
  sets: Iterable<RoundGroup>,
  decided: readonly boolean[],
): Generator<SetResult> {
  let index = 0;
  for (const { position, people } of sets) {
    // Without the whole nothing of a round is shown.
    const isShown = decided[0] && decided[index];
    yield { position, shown: isShown ? { people, counts: countAnswers(selectAnswers(answers, people)) } : null };
    index += 1;
  }
}

function selectAnswers(answers: ReadonlyMap<number, FullAnswers>, people: People): FullAnswers[] {
  return [...answers].filter(([person]) => people.has(person)).map(([, given]) => given);
}

/** How many chose each level of each question. The answers are full ones of the same version. */
export function countAnswers(answers: readonly FullAnswers[]): QuestionCounts {
  return Object.fromEntries(
    Object.keys(answers[0] ?? {}).map((id) => {
      const count = (level: AssessmentLevel) => answers.filter((one) => one[id] === level).length;
      return [
        id,
        {
          initial: count('initial'),
          emerging: count('emerging'),
          developing: count('developing'),
          advanced: count('advanced'),
        },
      ];
    }),
  );
}

/** How many answers a question has. */
export function totalOf(counts: LevelCounts): number {
  return assessmentLevels.reduce((sum, level) => sum + counts[level], 0);
}

/** The level of the person in the middle; of two in the middle, the lower one. */
export function medianOf(counts: LevelCounts): AssessmentLevel {
  const middle = Math.ceil(totalOf(counts) / 2);
  let seen = 0;
  for (const level of assessmentLevels) {
    seen += counts[level];
    if (seen >= middle && seen > 0) return level;
  }
  throw new Error('This question has no answers');
}

/** How far answers lie apart: the standard deviation in levels, with two decimals. */
export function spreadOf(counts: LevelCounts): number {
  const total = totalOf(counts);
  const mean = assessmentLevels.reduce((sum, level) => sum + counts[level] * rankOf(level), 0) / total;
  const variance =
    assessmentLevels.reduce((sum, level) => sum + counts[level] * (rankOf(level) - mean) ** 2, 0) / total;
  return Math.round(Math.sqrt(variance) * 100) / 100;
}

/** The median of every question, as if one person had answered so. */
export function medianAnswers(content: AssessmentContent, counts: QuestionCounts): FullAnswers {
  return Object.fromEntries(questionsOf(content).map(({ id }) => [id, medianOf(countsOf(counts, id))]));
}

/** The counts of a question. */
export function countsOf(counts: QuestionCounts, questionId: string): LevelCounts {
  const found = counts[questionId];
  if (!found) throw new Error(`Question ${questionId} was not counted`);
  return found;
}

/** The questions on which answers differ most, widest spread first; those without any difference are left out. */
export function mostDisagreed(content: AssessmentContent, counts: QuestionCounts, atMost = 3): string[] {
  return questionsOf(content)
    .map(({ id }) => ({ id, spread: spreadOf(countsOf(counts, id)) }))
    .filter(({ spread }) => spread > 0)
    .toSorted((a, b) => b.spread - a.spread)
    .slice(0, atMost)
    .map(({ id }) => id);
}
