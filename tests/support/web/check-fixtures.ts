import type { AttemptQuestion, AttemptResult, CheckState, OpenAttempt } from '#contract/learning/checks.ts';
import type { AdminCheck } from '#contract/learning/checks-admin.ts';
import type { CheckQuestion } from '#contract/learning/checks-content.ts';
import { defaultCheckSettings } from '#contract/learning/checks-limits.ts';

/** Check of two questions that the member has not begun. */
export function checkState(changed: Partial<CheckState> = {}): CheckState {
  return {
    resourceId: 1,
    title: 'A guide',
    version: 1,
    passMark: 80,
    questions: 2,
    timeLimit: null,
    showsAnswers: 'after_passing',
    attemptsPerDay: 3,
    attemptsToday: 0,
    attemptsLeft: 3,
    nextAttemptAt: null,
    canOpen: true,
    openAttempt: null,
    passed: false,
    bestPercent: null,
    lastAttemptId: null,
    ...changed,
  };
}

/** The check while attempt 12 is under way. */
export const underWay = (changed: Partial<CheckState> = {}) =>
  checkState({
    attemptsToday: 1,
    attemptsLeft: 2,
    openAttempt: {
      id: 12,
      startedAt: '2026-01-05T09:00:00.000Z',
      dueAt: '2099-01-19T09:00:00.000Z',
      isOver: false,
      questions: 2,
      answered: 0,
    },
    ...changed,
  });

const options = (...texts: string[]) => texts.map((text) => ({ id: `id-${text}`, text }));

/** Question of an attempt; the ids of its options are `id-` and their text. */
export function attemptQuestion(number: number, changed: Partial<AttemptQuestion> = {}): AttemptQuestion {
  return {
    number,
    kind: 'one',
    text: `Who decides on ${number}?`,
    picture: null,
    options: options('Sponsor', 'Reviewer'),
    counterparts: [],
    answer: null,
    ...changed,
  };
}

export const orderQuestion = (number: number, changed: Partial<AttemptQuestion> = {}) =>
  attemptQuestion(number, { kind: 'order', text: 'Order the steps.', options: options('Test', 'Ask'), ...changed });

export const matchQuestion = (number: number, changed: Partial<AttemptQuestion> = {}) =>
  attemptQuestion(number, {
    kind: 'match',
    text: 'Match the sentences.',
    options: options('Stop', 'Go'),
    counterparts: options('Red', 'Green'),
    ...changed,
  });

/** Attempt that is under way, without a time limit. */
export function openAttempt(questions: AttemptQuestion[], changed: Partial<OpenAttempt> = {}): OpenAttempt {
  return {
    id: 12,
    resourceId: 1,
    title: 'A guide',
    version: 1,
    passMark: 80,
    startedAt: '2026-01-05T09:00:00.000Z',
    dueAt: '2026-01-19T09:00:00.000Z',
    hasTimeLimit: false,
    now: '2026-01-05T09:00:00.000Z',
    questions,
    ...changed,
  };
}

/** Result of an attempt that was not passed. */
export function attemptResult(changed: Partial<AttemptResult> = {}): AttemptResult {
  return {
    id: 12,
    resourceId: 1,
    title: 'A guide',
    version: 1,
    startedAt: '2026-01-05T09:00:00.000Z',
    handedInAt: '2026-01-05T09:20:00.000Z',
    isByServer: false,
    passed: false,
    percent: 50,
    passMark: 80,
    points: 1,
    questions: 2,
    unanswered: 0,
    isRescored: false,
    readAgain: [{ kind: 'page', page: 58 }],
    review: null,
    confirmations: [],
    attemptsLeft: 2,
    nextAttemptAt: null,
    ...changed,
  };
}

/** Written question of one right answer. */
export const writtenQuestion = (id: string, text: string): CheckQuestion => ({
  kind: 'one',
  id,
  text,
  picture: null,
  explanation: '',
  pointer: null,
  options: [
    { text: 'Sponsor', isRight: true },
    { text: 'Reviewer', isRight: false },
  ],
});

/** Check in its editor, saved and not published. */
export function adminCheck(questions: CheckQuestion[], changed: Partial<AdminCheck> = {}): AdminCheck {
  return {
    resourceId: 1,
    title: 'A guide',
    content: { settings: defaultCheckSettings, questions },
    updatedAt: '2026-01-05T09:00:00.000Z',
    published: null,
    hasChanges: true,
    voided: [],
    versions: [],
    headings: [],
    pages: null,
    ...changed,
  };
}
