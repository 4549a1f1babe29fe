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

/**
 * Something a member did with a resource. `passages` and `of`: how many passages of an article were read, of how many;
 * `seconds` and `of`: how far a video was watched, and how long it is.
 */
export type Step =
  | { kind: 'opened' }
  | { kind: 'launched' }
  | { kind: 'downloaded' }
  | { kind: 'read'; passages: number; of: number }
  | { kind: 'watched'; seconds: number; of: number };

/** What single steps are worth, in whole percent; docs/progress.md gives the reasons. */
const worth = { opened: 0, launched: 5, downloaded: 50, wholeVideo: 25 };

/**
 * How far a step brings a resource at least, in whole percent; what was reached before is never taken away.
 * Reading to the end is 100; the rest of a tool, a file or a video is known only to the member, who says it is finished.
 */
export function percentOf(step: Step): number {
  switch (step.kind) {
    case 'read':
      return Math.floor(shareOf(step.passages, step.of) * 100);
    case 'watched':
      return Math.floor(shareOf(step.seconds, step.of) * worth.wholeVideo);
    default:
      return worth[step.kind];
  }
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
}
