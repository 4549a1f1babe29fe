import type { CheckSettings } from './checks-content.ts';
import type { PassedCheck } from './checks-standing.ts';

// Without schemas, so that screens load no more than these.

/** Kinds of questions, in the order in which editors offer them (CHECK-01). */
export const questionKinds = ['one', 'several', 'true_false', 'order', 'match', 'text', 'number'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** When members see right answers and explanations (CHECK-01). */
export const answerVisibilities = ['after_passing', 'after_each_attempt', 'never'] as const;

export const checkLimits = {
  questions: 40,
  /** Options of a question, items of an order and pairs of a match. */
  options: 12,
  acceptedTexts: 20,
  questionText: 2000,
  optionText: 500,
  explanation: 2000,
  pictureText: 300,
  /** Characters of a typed answer. */
  answer: 500,
  attemptsPerDay: 20,
  timeLimitMinutes: 480,
  page: 10_000,
} as const;

/** Maximum length of an import file in characters. */
export const maxCheckFile = 400_000;

/** Maximum number of further attempts that a person can have at a time, and that one call can give. */
export const maxFurtherAttempts = 20;

export const defaultCheckSettings: CheckSettings = {
  passMark: 80,
  drawn: null,
  attemptsPerDay: 3,
  shuffles: true,
  showsAnswers: 'after_passing',
  timeLimit: null,
};

/** Says how a completion passed its check, for certificates and evidence (CHECK-07). */
export function passedCheckText({ percent, passMark, version }: NonNullable<PassedCheck>): string {
  return `passed the check with ${percent} %, pass mark ${passMark} %, version ${version}`;
}

/** Note on a completion from before the resource had a check. */
export const withoutCheckText = 'completed without a check';
