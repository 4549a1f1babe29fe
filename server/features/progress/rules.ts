import { assessmentLevels, assessmentQuestions } from '#contract/assessment-questions.ts';
import type { SessionData } from '#contract/progress.ts';

const questions: readonly string[] = Object.values(assessmentQuestions).flat();
const levels: readonly string[] = assessmentLevels;

/**
 * How much of the assessment is answered, in whole percent (ASSESS-04, ASSESS-17). Unknown questions and levels do not
 * count, so that it never exceeds 100.
 */
export function completionOf({ answers }: Pick<SessionData, 'answers'>): number {
  const answered = questions.filter((id) => Object.hasOwn(answers, id) && levels.includes(answers[id] ?? ''));
  return Math.round((answered.length / questions.length) * 100);
}

/** Something a member did with a resource that the portal sees. */
export type Step = 'opened' | 'launched' | 'downloaded';

/**
 * How far a step brings a resource at least, in whole percent; docs/progress.md gives the reasons. What was reached
 * before is never taken away, and the rest is known only to the member, who says that it is finished.
 */
const percents: Record<Step, number> = { opened: 0, launched: 5, downloaded: 50 };

/** How far a member is after a step, who was at `before` (null before the first time), in whole percent (MYRES-10). */
export function percentAfter(before: number | null, step: Step): number {
  return Math.max(before ?? 0, percents[step]);
}

/** What is shown: a resource that the member calls finished is done, however far the portal saw it come. */
export function shownPercent(session: { completionPercentage: number; isFinished: boolean }): number {
  return session.isFinished ? 100 : session.completionPercentage;
}
