import type { AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import type { AssessmentResult, HelpfulResource, RecommendedAction } from '#contract/learning/assessment.ts';
import { phaseLabel, type Words } from '#contract/words.ts';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { longDate } from '#web/dates.ts';

/** Returns the attempt id in a URL; null if it is invalid. */
export function attemptIdOf(value: unknown): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : null;
}

type Named = Pick<AssessmentResult, 'levels'>;

/** Returns the name of a level or band in the attempt's version. */
export function levelName({ levels }: Named, level: AssessmentLevel): string {
  return levels.find((one) => one.level === level)?.name ?? level;
}

/** Returns the day of an attempt: the assessed day, or the day of its creation. */
export function dayOfAttempt(
  { assessedOn, createdAt }: { assessedOn: string | null; createdAt: string },
  timeZone?: string,
): string {
  return longDate(assessedOn ?? createdAt, timeZone);
}

/** Returns why the band is lower than the points would give, one text per limit; empty when it is not. */
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

/** Returns how far each band of the scale is filled, in percent. */
export function scaleOf({ levels, overall }: Pick<AssessmentResult, 'levels' | 'overall'>) {
  return levels.map(({ level, name, overallFrom }, index) => {
    const next = levels[index + 1]?.overallFrom ?? overall.most + 1;
    const share = (overall.points - overallFrom + 1) / (next - overallFrom);
    return { level, name, percent: Math.round(100 * Math.min(1, Math.max(0, share))) };
  });
}

/** Returns "+33% since the previous attempt"; null when there is nothing to compare. */
export function changeOf(now: number, before: number | null): string | null {
  if (before === null) return null;
  const since = 'since the previous attempt';
  if (now === before) return `No change ${since}`;
  return `${now > before ? '+' : '−'}${Math.abs(now - before)}% ${since}`;
}

/** Number of actions under "Start here". */
const startCount = 5;

type NumberedAction = { number: number; action: RecommendedAction };

/**
 * Returns the groups of recommended actions: the first ones, then the rest by phase. The number of an action is its
 * rank.
 */
export function groupsOf(
  actions: readonly RecommendedAction[],
  phases: Words['phases'],
): { title: string; actions: NumberedAction[] }[] {
  const numbered = actions.map((action, index) => ({ number: index + 1, action }));
  const rest = numbered.slice(startCount);
  const byPhase = keysOf(phases).map((phase) => ({
    title: phaseLabel(phases[phase]),
    actions: rest.filter(({ action }) => action.phase === phase),
  }));
  const groups = [{ title: 'Start here', actions: numbered.slice(0, startCount) }, ...byPhase];
  return groups.filter((group) => group.actions.length > 0);
}

/** Notes on how closely the resources below an action fit; null when they share all its tags. */
export const fitNotes: Record<RecommendedAction['fit'], string | null> = {
  'principle-phase-role': null,
  'principle-phase': 'Nothing is published for this role yet; these share the principle and the phase.',
  phase: 'Nothing is published for this principle yet; these share the phase.',
  none: 'Nothing is published for this yet.',
};

/** Reasons why a resource needs no payment; null for one that has a price. */
export const costNames: Record<HelpfulResource['cost'], string | null> = {
  owned: 'Owned',
  free: 'Free',
  plan: 'In your plan',
  price: null,
};

export function changedAnswers({ answers }: Pick<AssessmentResult, 'answers'>) {
  return answers.filter(({ level, previousLevel }) => previousLevel !== null && previousLevel !== level);
}

type Point = [x: number, y: number];

/** Size of a radar in the units of its drawing. */
export type RadarMeasures = {
  width: number;
  height: number;
  centre: Point;
  /** Radius of the outermost ring. */
  radius: number;
  /** Radius of the arcs that show the sections. */
  arcRadius: number;
  textSize: number;
};

export const wideRadar: RadarMeasures = {
  width: 580,
  height: 480,
  centre: [290, 240],
  radius: 186,
  arcRadius: 200,
  textSize: 14,
};

export const narrowRadar: RadarMeasures = {
  width: 330,
  height: 290,
  centre: [165, 145],
  radius: 84,
  arcRadius: 98,
  textSize: 12,
};

/** Returns the ring of a level; 1 for the lowest, which is not the centre. */
export function ringOf(level: AssessmentLevel): number {
  return assessmentLevels.indexOf(level) + 1;
}

export const ringCount = assessmentLevels.length;

const angleOf = (axis: number, axes: number) => ((axis + 0.5) / axes) * 2 * Math.PI;

function at([x, y]: Point, angle: number, distance: number): Point {
  return [round(x + Math.sin(angle) * distance), round(y - Math.cos(angle) * distance)];
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Returns the point where a ring meets an axis. The first axis is right of the top, the others follow clockwise. */
export function placeOf({ centre, radius }: RadarMeasures, axes: number, axis: number, ring: number): Point {
  return at(centre, angleOf(axis, axes), (radius * ring) / ringCount);
}

/** Returns the points attribute of an SVG polygon. */
export function pointsText(places: readonly Point[]): string {
  return places.map((place) => place.join(',')).join(' ');
}

/** Returns the position of an axis's name, and its text anchor. */
export function nameOf(measures: RadarMeasures, axes: number, axis: number) {
  const angle = angleOf(axis, axes);
  const [x, y] = at(measures.centre, angle, measures.arcRadius + measures.textSize * 0.8);
  return { x, y: round(y + measures.textSize * 0.35), anchor: Math.sin(angle) > 0 ? 'start' : 'end' } as const;
}

/** Returns the arc outside a section's axes, as an SVG path, with a small gap to its neighbours. */
export function arcPath({ centre, arcRadius }: RadarMeasures, sections: number, section: number): string {
  const gap = 0.05;
  const start = (section / sections) * 2 * Math.PI + gap;
  const end = ((section + 1) / sections) * 2 * Math.PI - gap;
  return `M${at(centre, start, arcRadius).join(' ')}A${arcRadius} ${arcRadius} 0 0 1 ${at(centre, end, arcRadius).join(' ')}`;
}

/** Returns the points of results on a line 260 wide and 110 high, the oldest on the left. */
export function historyLine(percents: readonly number[]) {
  const gap = 216 / Math.max(1, percents.length - 1);
  const points = percents.map((percent, index) => ({ x: round(22 + index * gap), y: 104 - percent, percent }));
  return { points, line: pointsText(points.map(({ x, y }): Point => [x, y])) };
}
