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
