import type { AssessmentResult, HelpfulResource, RecommendedAction } from '#contract/assessment.ts';
import type { AssessmentLevel } from '#contract/assessment-content.ts';
import { longDate } from '../../dates.ts';
import { keysOf, phaseNames } from '../catalogue/display.ts';

/** The attempt an address names; null for what can be none. */
export function attemptIdOf(value: unknown): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : null;
}

type Named = Pick<AssessmentResult, 'levels'>;

/** A level or band in the words of the attempt's version. */
export function levelName({ levels }: Named, level: AssessmentLevel): string {
  return levels.find((one) => one.level === level)?.name ?? level;
}

/** The day an attempt stands for, else the day it was made. */
export function dayOfAttempt({ assessedOn, createdAt }: { assessedOn: string | null; createdAt: string }): string {
  return longDate(assessedOn ?? createdAt);
}

/** Why the band is lower than the points say, a sentence per limit. */
export function cappedScoreText(result: Pick<AssessmentResult, 'levels' | 'overall'>): string[] {
  const { heldBackBy, bandOfPoints } = result.overall;
  const highest = [...new Set(heldBackBy.map((holder) => holder.highest))];
  return highest.map((level) => {
    const titles = heldBackBy.filter((holder) => holder.highest === level).map(({ title }) => title);
    return (
      `Held back by ${listOf(titles)}: while answered ${levelName(result, 'initial')}, the overall band is at most ` +
      `${levelName(result, level)}. By points alone it would be ${levelName(result, bandOfPoints)}.`
    );
  });
}

function listOf(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(words);
}

/** How far each band of the scale is filled, in percent. */
export function scaleOf({ levels, overall }: Pick<AssessmentResult, 'levels' | 'overall'>) {
  return levels.map(({ level, name, overallFrom }, index) => {
    const next = levels[index + 1]?.overallFrom ?? overall.most + 1;
    const share = (overall.points - overallFrom + 1) / (next - overallFrom);
    return { level, name, percent: Math.round(100 * Math.min(1, Math.max(0, share))) };
  });
}

/** "+33 since the previous attempt"; null when there is nothing to compare. */
export function changeOf(now: number, before: number | null): string | null {
  if (before === null) return null;
  const since = 'since the previous attempt';
  if (now === before) return `No change ${since}`;
  return `${now > before ? '+' : '−'}${Math.abs(now - before)}% ${since}`;
}

/** How many actions stand under "Start here". */
const startCount = 5;

export type NumberedAction = { number: number; action: RecommendedAction };

/** The plan: the first actions, then the rest by phase; each keeps its rank as its number. */
export function groupsOf(actions: readonly RecommendedAction[]): { title: string; actions: NumberedAction[] }[] {
  const numbered = actions.map((action, index) => ({ number: index + 1, action }));
  const rest = numbered.slice(startCount);
  const phases = keysOf(phaseNames).map((phase) => ({
    title: `${phaseNames[phase].step}: ${phaseNames[phase].name}`,
    actions: rest.filter(({ action }) => action.phase === phase),
  }));
  const groups = [{ title: 'Start here', actions: numbered.slice(0, startCount) }, ...phases];
  return groups.filter((group) => group.actions.length > 0);
}

/** How closely the resources below an action fit; null when they share all its tags. */
export const fitNotes: Record<RecommendedAction['fit'], string | null> = {
  'principle-phase-role': null,
  'principle-phase': 'Nothing is published for this role yet; these share the principle and the phase.',
  phase: 'Nothing is published for this principle yet; these share the phase.',
  none: 'Nothing is published for this yet.',
};

/** Why a resource needs no payment; null for one that has a price. */
export const costNames: Record<HelpfulResource['cost'], string | null> = {
  owned: 'Owned',
  free: 'Free',
  plan: 'In your plan',
  price: null,
};

/** The answers that differ from the attempt before. */
export function changedAnswers({ answers }: Pick<AssessmentResult, 'answers'>) {
  return answers.filter(({ level, previousLevel }) => previousLevel !== null && previousLevel !== level);
}

/** "1 December 2026" of a day such as 2026-12-01. */
export function dayText(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
