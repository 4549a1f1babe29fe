import type { AssessmentContent, AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import type { LevelCounts, QuestionCounts } from '#contract/learning/assessment-rounds.ts';
import type { People } from './round-privacy-rules.ts';
import { type FullAnswers, questionsOf, rankOf } from './rules.ts';

/**
 * Ids of people as a PostgreSQL array, such as `{1,2}`. May be parsed only in a thread, or one in each turn of the
 * event loop, because the sets of all rounds of a large organisation have a million ids (GEN-29).
 */
export type PeopleText = string;

export function peopleOf(text: PeopleText): Set<number> {
  return new Set(text === '{}' ? [] : text.slice(1, -1).split(',').map(Number));
}

export function textOf(people: People): PeopleText {
  return `{${[...people].join(',')}}`;
}

/** A group of a round that closes, with all its people, or a set with only those who answered. */
export type RoundGroup = { position: number; people: People };

/** The results of a set: its people and the counts of each question; null when it is not shown. */
export type SetResult = { position: number; shown: { people: People; counts: QuestionCounts } | null };

/** Position of the set of all who answered; groups begin at 1. */
const wholePosition = 0;

/** Returns the people who answered in each set of a round: the whole first, then larger groups before smaller ones. */
export function answeredSets(answered: People, groups: readonly RoundGroup[]): RoundGroup[] {
  return [
    { position: wholePosition, people: answered },
    ...groups
      .map(({ position, people }) => ({ position, people: people.intersection(answered) }))
      .toSorted((a, b) => b.people.size - a.people.size || a.position - b.position),
  ];
}

/**
 * Yields the results that a round shows permanently (TEAM-04), one set after the other.
 * @param answers full answers of one version, by person
 * @param decided for each set whether it may be shown, from `decideShown`
 */
export function* closeSets(
  answers: ReadonlyMap<number, FullAnswers>,
  sets: Iterable<RoundGroup>,
  decided: readonly boolean[],
): Generator<SetResult> {
  let index = 0;
  for (const { position, people } of sets) {
    // When the set of all who answered is hidden, every group is hidden.
    const isShown = decided[0] && decided[index];
    yield { position, shown: isShown ? { people, counts: countAnswers(selectAnswers(answers, people)) } : null };
    index += 1;
  }
}

function selectAnswers(answers: ReadonlyMap<number, FullAnswers>, people: People): FullAnswers[] {
  return [...answers].filter(([person]) => people.has(person)).map(([, given]) => given);
}

/** Counts the levels chosen for each question. The answers must be full ones of the same version. */
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

export function totalOf(counts: LevelCounts): number {
  return assessmentLevels.reduce((sum, level) => sum + counts[level], 0);
}

/** Returns the median level; of two in the middle, the lower one. */
export function medianOf(counts: LevelCounts): AssessmentLevel {
  const middle = Math.ceil(totalOf(counts) / 2);
  let seen = 0;
  for (const level of assessmentLevels) {
    seen += counts[level];
    if (seen >= middle && seen > 0) return level;
  }
  throw new Error('This question has no answers');
}

/** Returns the standard deviation of the answers in levels, with two decimals. */
export function spreadOf(counts: LevelCounts): number {
  const total = totalOf(counts);
  const mean = assessmentLevels.reduce((sum, level) => sum + counts[level] * rankOf(level), 0) / total;
  const variance =
    assessmentLevels.reduce((sum, level) => sum + counts[level] * (rankOf(level) - mean) ** 2, 0) / total;
  return Math.round(Math.sqrt(variance) * 100) / 100;
}

/** Returns the median of every question as a full set of answers. */
export function medianAnswers(content: AssessmentContent, counts: QuestionCounts): FullAnswers {
  return Object.fromEntries(questionsOf(content).map(({ id }) => [id, medianOf(countsOf(counts, id))]));
}

export function countsOf(counts: QuestionCounts, questionId: string): LevelCounts {
  const found = counts[questionId];
  if (!found) throw new Error(`Question ${questionId} was not counted`);
  return found;
}

/** Returns the questions whose answers differ most, widest spread first; leaves out those without any difference. */
export function mostDisagreed(content: AssessmentContent, counts: QuestionCounts, atMost = 3): string[] {
  return questionsOf(content)
    .map(({ id }) => ({ id, spread: spreadOf(countsOf(counts, id)) }))
    .filter(({ spread }) => spread > 0)
    .toSorted((a, b) => b.spread - a.spread)
    .slice(0, atMost)
    .map(({ id }) => id);
}
