import type { AssessmentLevel } from '../catalogue/assessment-content.ts';

/** Valid answers by the id of their question: only known questions and known levels. */
export type AssessmentAnswers = Readonly<Partial<Record<string, AssessmentLevel>>>;

type Scale = readonly { level: AssessmentLevel; points: number; sectionFrom: number; overallFrom: number }[];

/** Returns the sum of the points of these questions; null until every one of them is answered. */
export function pointsOf(scale: Scale, questionIds: readonly string[], answers: AssessmentAnswers): number | null {
  let sum = 0;
  for (const id of questionIds) {
    const level = scale.find((one) => one.level === answers[id]);
    if (!level) return null;
    sum += level.points;
  }
  return sum;
}

/** Returns the maximum points of this number of questions. */
export function mostPoints(scale: Scale, questionCount: number): number {
  return questionCount * Math.max(...scale.map(({ points }) => points));
}

/** Returns the band of these points, of a section or of the whole. */
export function bandOf(scale: Scale, points: number, of: 'section' | 'overall'): AssessmentLevel {
  const from = of === 'section' ? 'sectionFrom' : 'overallFrom';
  const reached = scale.filter((level) => level[from] <= points).toSorted((a, b) => b[from] - a[from]);
  const [highest] = reached;
  if (!highest) throw new Error(`No band begins at or below ${points} points`);
  return highest.level;
}

/** Returns a share in whole percent; halves are rounded up. */
export function percentOf(points: number, most: number): number {
  return Math.round((points * 100) / most);
}
