import { type AssessmentLevel, assessmentLevels } from '#contract/catalogue/assessment-content.ts';
import type {
  AssessmentRound,
  LevelCounts,
  RoundQuestion,
  RoundResults,
  RoundSheet,
} from '#contract/learning/assessment-rounds.ts';
import { isoDay, longDate } from '../../../dates.ts';

/** What a level is called in the version of the round. */
export function levelName({ levels }: Pick<RoundResults, 'levels'>, level: AssessmentLevel): string {
  return levels.find((one) => one.level === level)?.name ?? level;
}

/** The place of a level, from 1 for the lowest. */
export const rankOf = (level: AssessmentLevel) => assessmentLevels.indexOf(level) + 1;

/** "Initial 4, Emerging 15, Developing 17, Advanced 5. Median Developing." */
export function distributionText(results: Pick<RoundResults, 'levels'>, question: Counted): string {
  const counts = assessmentLevels.map((level) => `${levelName(results, level)} ${question.distribution[level]}`);
  return `${counts.join(', ')}. Median ${levelName(results, question.median)}.`;
}

export type Counted = Pick<RoundQuestion, 'distribution' | 'median'>;

/** The lowest and the highest level that a person chose. */
export function endsOf(distribution: LevelCounts): { low: AssessmentLevel; high: AssessmentLevel } {
  const chosen = assessmentLevels.filter((level) => distribution[level] > 0);
  return { low: chosen[0] ?? 'initial', high: chosen.at(-1) ?? 'advanced' };
}

/** How many levels the median moved since the round before; null without one. */
export function changeOf({ median, previousMedian }: RoundQuestion): number | null {
  return previousMedian === null ? null : rankOf(median) - rankOf(previousMedian);
}

/** "one level up", "No change". */
export function changeText(change: number): string {
  if (change === 0) return 'No change';
  const levels = Math.abs(change) === 1 ? 'one level' : `${Math.abs(change)} levels`;
  return `${levels} ${change > 0 ? 'up' : 'down'}`;
}

/** "Medians add up to 17 of 36 points. Leadership scores highest, culture lowest." */
export function pointsText({ overall, sections }: RoundResults): string {
  if (!overall) return '';
  const sorted = sections.toSorted((a, b) => b.percent - a.percent);
  const [first, last] = [sorted[0], sorted.at(-1)];
  const points = `Medians add up to ${overall.points} of ${overall.most} points.`;
  if (!first || !last || first.percent === last.percent) return points;
  return `${points} Highest: ${first.title}. Lowest: ${last.title}.`;
}

/** "Autumn 2026 · closed 13 November 2026 · 41 of 48 answered". */
export function roundFacts({ title, closedAt, answered, invited }: RoundResults): string {
  return `${title} · closed ${longDate(closedAt)} · ${answered} of ${invited} answered`;
}

/** A day such as 2026-11-20 in words; it has no time zone. */
export const dayText = (day: string) => longDate(day);

/** Why a closed round shows nothing. */
export function hiddenText({ answered }: Pick<RoundResults, 'answered'>): string {
  if (answered < 5) {
    return 'Fewer than 5 people answered. Results are shown from 5 answers on, so that the answers of each person stay private.';
  }
  return 'The results could reveal the answers of fewer than 5 people, alone or together with an earlier round. Owners and managers, and accounts created after the round started, do not count towards the 5.';
}

/** Sentence for an invited person: how many people are invited, and when results are shown (TEAM-04). */
export function invitedText({ invited }: Pick<RoundSheet, 'invited'>): string {
  const people = invited === 1 ? '1 person is' : `${invited} people are`;
  return `${people} invited. Results are shown only if at least 5 people other than owners and managers answer.`;
}

/** "41 of 48 answered". */
export const answeredText = ({ answered, invited }: Pick<AssessmentRound, 'answered' | 'invited'>) =>
  `${answered ?? 0} of ${invited ?? 0} answered`;

/** The last day that a new round gets at first: four weeks from now. */
export function usualLastDay(now: Date): string {
  return isoDay(new Date(now.getTime() + 28 * 86_400_000));
}

/** A group as it is put together in the dialog. */
export type DraftGroup = { key: number; name: string; people: ReadonlySet<number> };

/** What is wrong with a group; null when nothing is. */
export function problemOf(group: DraftGroup, all: readonly DraftGroup[]): string | null {
  const name = group.name.trim().toLowerCase();
  if (name === '') return 'Enter a name';
  if (all.some((other) => other.key !== group.key && other.name.trim().toLowerCase() === name)) {
    return 'Another group has this name';
  }
  return group.people.size === 0 ? 'Choose at least one person' : null;
}
