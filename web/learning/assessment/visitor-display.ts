import type { AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import type { PublicAssessmentResult } from '#contract/learning/assessment.ts';
import { choice, pageSearch } from '#web/platform/search.ts';

/** URL parameters of the visitors' page; without a view it shows the start. */
export const visitorSearch = pageSearch({ view: choice(['questions', 'result']) });

/** Scopes of a visitor's answers, as named in the result and in a stored attempt. */
export const scopes = { whole: 'The whole organisation', part: 'One part of the organisation' };

type Levels = readonly { level: AssessmentLevel; name: string; overallFrom: number }[];

/** Returns the bands of the whole assessment with their first and last points. */
export function rangesOf(levels: Levels, most: number) {
  return levels.map(({ level, name, overallFrom }, index) => ({
    level,
    name,
    from: overallFrom,
    to: (levels[index + 1]?.overallFrom ?? most + 1) - 1,
  }));
}

/** Returns the position of some points along the bands, in percent; all points have the same width. */
export function shareOf(points: number, most: number): number {
  return ((points + 0.5) / (most + 1)) * 100;
}

/** Returns the reason why an action is among the first. */
export function reasonOf({ questionTitle, holdsBack }: PublicAssessmentResult['actions'][number], levelName: string) {
  return `${questionTitle} is at ${levelName}${holdsBack ? ', and it holds your overall level back' : ''}.`;
}
