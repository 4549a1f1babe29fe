import type { AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import type { PublicAssessmentResult } from '#contract/learning/assessment.ts';
import { choice, pageSearch } from '../../platform/search.ts';

/** What the page of visitors shows: the start, or as the address says. */
export const visitorSearch = pageSearch({ view: choice(['questions', 'result']) });

/** What the answers of a visitor are about (scope), as the result and a kept attempt name it. */
export const scopes = { whole: 'The whole organisation', part: 'One part of the organisation' };

type Levels = readonly { level: AssessmentLevel; name: string; overallFrom: number }[];

/** The bands of the whole with the points at which they begin and end. */
export function rangesOf(levels: Levels, most: number) {
  return levels.map(({ level, name, overallFrom }, index) => ({
    level,
    name,
    from: overallFrom,
    to: (levels[index + 1]?.overallFrom ?? most + 1) - 1,
  }));
}

/** How far along the bands some points are, in percent; each point is as wide as any other. */
export function shareOf(points: number, most: number): number {
  return ((points + 0.5) / (most + 1)) * 100;
}

/** Why an action is among the first. */
export function reasonOf({ questionTitle, holdsBack }: PublicAssessmentResult['actions'][number], levelName: string) {
  return `${questionTitle} is at ${levelName}${holdsBack ? ', and it holds your overall level back' : ''}.`;
}
