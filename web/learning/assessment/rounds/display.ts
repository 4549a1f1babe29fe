import type { AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import type {
  AssessmentRound,
  LevelCounts,
  RoundQuestion,
  RoundResults,
  RoundSheet,
} from '#contract/learning/assessment-rounds.ts';
import { isoDay, longDate } from '#web/dates.ts';

/** Returns the name of a level in the round's version. */
export function levelName({ levels }: Pick<RoundResults, 'levels'>, level: AssessmentLevel): string {
  return levels.find((one) => one.level === level)?.name ?? level;
}

/** Returns the rank of a level, 1 for the lowest. */
export const rankOf = (level: AssessmentLevel) => assessmentLevels.indexOf(level) + 1;

/** Returns "Initial 4, Emerging 15, Developing 17, Advanced 5. Median Developing." */
export function distributionText(results: Pick<RoundResults, 'levels'>, question: Counted): string {
  const counts = assessmentLevels.map((level) => `${levelName(results, level)} ${question.distribution[level]}`);
  return `${counts.join(', ')}. Median ${levelName(results, question.median)}.`;
}

export type Counted = Pick<RoundQuestion, 'distribution' | 'median'>;

/** Returns the lowest and the highest level that a person chose. */
export function endsOf(distribution: LevelCounts): { low: AssessmentLevel; high: AssessmentLevel } {
  const chosen = assessmentLevels.filter((level) => distribution[level] > 0);
  return { low: chosen[0] ?? 'initial', high: chosen.at(-1) ?? 'advanced' };
}

/** Returns the number of levels that the median moved since the previous round; null without one. */
export function changeOf({ median, previousMedian }: RoundQuestion): number | null {
  return previousMedian === null ? null : rankOf(median) - rankOf(previousMedian);
}

/** Returns "one level up" or "No change". */
export function changeText(change: number): string {
  if (change === 0) return 'No change';
  const levels = Math.abs(change) === 1 ? 'one level' : `${Math.abs(change)} levels`;
  return `${levels} ${change > 0 ? 'up' : 'down'}`;
}

/** Returns "Medians add up to 17 of 36 points. Highest: Leadership. Lowest: Culture."; "" without results. */
export function pointsText({ overall, sections }: RoundResults): string {
  if (!overall) return '';
  const sorted = sections.toSorted((a, b) => b.percent - a.percent);
  const [first, last] = [sorted[0], sorted.at(-1)];
  const points = `Medians add up to ${overall.points} of ${overall.most} points.`;
  if (!first || !last || first.percent === last.percent) return points;
  return `${points} Highest: ${first.title}. Lowest: ${last.title}.`;
}

/** Returns "Autumn 2026 · closed 13 November 2026 · 41 of 48 answered". */
export function roundFacts({ title, closedAt, answered, invited }: RoundResults): string {
  return `${title} · closed ${longDate(closedAt)} · ${answered} of ${invited} answered`;
}

/** Returns a day such as 2026-11-20 in words; it has no time zone. */
export const dayText = (day: string) => longDate(day);

/** Returns the reason why a closed round shows no results. */
export function hiddenText({ answered }: Pick<RoundResults, 'answered'>): string {
  if (answered < 5) {
    return 'Fewer than 5 people answered. Results are shown once at least 5 people other than owners and managers have answered, so that the answers of each person stay private.';
  }
  return 'The results could reveal the answers of fewer than 5 people, alone or together with an earlier round. Owners and managers, former ones too, and accounts created after the round started do not count towards the 5.';
}

/**
 * Returns why no round of the organisation can show results yet; null when it has enough people. One of them at least is
 * an owner, whose answers do not count towards the 5.
 */
export function tooFewText(people: number): string | null {
  if (people > 5) return null;
  const has = people === 1 ? '1 person' : `${people} people`;
  return `The organisation has ${has}, which is too few for results. Invite more people first.`;
}

/** Returns a sentence for an invited person: the number of invited people, and when results are shown (TEAM-04). */
export function invitedText({ invited }: Pick<RoundSheet, 'invited'>): string {
  const people = invited === 1 ? '1 person is' : `${invited} people are`;
  return `${people} invited. Results are shown only if at least 5 people other than owners and managers answer.`;
}

/** Returns "41 of 48 answered". */
export const answeredText = ({ answered, invited }: Pick<AssessmentRound, 'answered' | 'invited'>) =>
  `${answered ?? 0} of ${invited ?? 0} answered`;

/** Returns the default last day of a new round, four weeks from now. */
export function usualLastDay(now: Date): string {
  return isoDay(new Date(now.getTime() + 28 * 86_400_000));
}

/** Group that is being edited in the dialog. */
export type DraftGroup = { key: number; name: string; people: ReadonlySet<number> };

/** Returns the problem of a group; null for a valid one. */
export function problemOf(group: DraftGroup, all: readonly DraftGroup[]): string | null {
  const name = group.name.trim().toLowerCase();
  if (name === '') return 'Enter a name';
  if (all.some((other) => other.key !== group.key && other.name.trim().toLowerCase() === name)) {
    return 'Another group has this name';
  }
  return group.people.size === 0 ? 'Choose at least one person' : null;
}
