import type { AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import type { AssessmentQuestions, NewAttempt } from '#contract/learning/assessment.ts';
import type { SessionData } from '#contract/learning/progress.ts';

/** Run of answers as in the tool's session (ASSESS-09), with every part present. */
export type Run = Required<SessionData>;

/**
 * Returns a run without answers.
 * @param now ISO 8601
 */
export function newRun(now: string): Run {
  return { currentStep: 0, answers: {}, completedSections: [], startedAt: now, lastUpdated: now, scope: '', date: '' };
}

/** Change time of an unsaved run, earlier than any change. */
const never = new Date(0).toISOString();

/**
 * Reads a saved run; missing or invalid parts are as in a new one (ASSESS-10), except `lastUpdated`, which is then
 * earlier than any change.
 */
export function readRun(saved: unknown, now: string): Run {
  const empty = { ...newRun(now), lastUpdated: never };
  if (typeof saved !== 'object' || saved === null) return empty;
  const given: Partial<Record<keyof Run, unknown>> = saved;
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
  const { currentStep, answers, completedSections } = given;
  return {
    currentStep: typeof currentStep === 'number' && [0, 1, 2, 3].includes(currentStep) ? currentStep : 0,
    answers: isTexts(answers) ? answers : {},
    completedSections: Array.isArray(completedSections) ? completedSections.filter((id) => typeof id === 'string') : [],
    startedAt: text(given.startedAt, empty.startedAt),
    lastUpdated: text(given.lastUpdated, empty.lastUpdated),
    scope: text(given.scope, ''),
    date: text(given.date, ''),
  };
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every((answer) => typeof answer === 'string')
  );
}

/** Returns the run that was changed last. */
export function later(one: Run, other: Run | null): Run {
  return other !== null && Date.parse(other.lastUpdated) > Date.parse(one.lastUpdated) ? other : one;
}

type Sections = AssessmentQuestions['sections'];

/** Returns the valid answers: those to known questions at known levels. */
export function knownAnswers({ answers }: Pick<Run, 'answers'>, sections: Sections): Record<string, AssessmentLevel> {
  return Object.fromEntries(
    sections.flatMap(({ questions }) =>
      questions.flatMap(({ id }) => {
        const level = assessmentLevels.find((one) => one === answers[id]);
        return level ? [[id, level] as const] : [];
      }),
    ),
  );
}

/** Returns the attempt that a run makes, without its tool. */
export function attemptOf(run: Run, { version, sections }: AssessmentQuestions): Omit<NewAttempt, 'resourceId'> {
  return {
    contentVersion: version,
    startedAt: run.startedAt,
    answers: knownAnswers(run, sections),
    scope: run.scope || null,
    assessedOn: dayOf(run.date),
  };
}

/** Counts the questions without a valid answer. */
export function missingAnswers(run: Pick<Run, 'answers'>, sections: Sections): number {
  const asked = sections.reduce((sum, { questions }) => sum + questions.length, 0);
  return asked - Object.keys(knownAnswers(run, sections)).length;
}

/** Question without an answer: its number in the whole assessment, and its section. */
export type Skipped = { number: number; step: number };

/**
 * Returns the questions without an answer before the last answered one. In the last section of a begun run it returns
 * all without an answer.
 */
export function skippedQuestions(run: Pick<Run, 'answers' | 'currentStep'>, sections: Sections): Skipped[] {
  const known = knownAnswers(run, sections);
  const all = sections.flatMap(({ questions }, step) => questions.map(({ id }) => ({ id, step })));
  const isLast = run.currentStep === sections.length - 1;
  const end =
    isLast && Object.keys(known).length > 0 ? all.length : all.findLastIndex(({ id }) => Object.hasOwn(known, id));
  return all
    .map(({ id, step }, index) => ({ number: index + 1, step, isMissing: index < end && !Object.hasOwn(known, id) }))
    .flatMap(({ isMissing, ...question }) => (isMissing ? [question] : []));
}

/** Returns the run after an answer. The last answer of the last section completes that section (ASSESS-08). */
export function withAnswer(
  run: Run,
  sections: Sections,
  { questionId, level }: { questionId: string; level: string },
): Run {
  const answers = { ...run.answers, [questionId]: level };
  const last = sections.at(-1);
  const known = knownAnswers({ answers }, sections);
  const isLastDone = last?.questions.every(({ id }) => Object.hasOwn(known, id)) === true;
  return { ...run, answers, completedSections: isLastDone ? withSection(run, last.id) : run.completedSections };
}

function withSection({ completedSections }: Run, id: string): string[] {
  return completedSections.includes(id) ? completedSections : [...completedSections, id];
}

/**
 * Returns the run after Next, which completes the section that was shown (ASSESS-08); the same run in the last section.
 */
export function withNextStep(run: Run, sections: Sections): Run {
  const section = sections[run.currentStep];
  if (!section || run.currentStep >= sections.length - 1) return run;
  return { ...run, currentStep: run.currentStep + 1, completedSections: withSection(run, section.id) };
}

/** Returns the date of a run; null when the saved text is no date. */
export function dayOf(date: string): string | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date)) ? date : null;
}
