import * as z from 'zod/mini';
import { blankText, exactText, Id, paging } from '../text.ts';
import { CheckPointer } from './checks-content.ts';
import { answerVisibilities, checkLimits, maxFurtherAttempts, questionKinds } from './checks-limits.ts';

/** The check of a resource for the caller; times are ISO 8601 in UTC. */
export const CheckState = z.object({
  resourceId: z.int(),
  title: z.string(),
  version: z.int(),
  passMark: z.int(),
  /** Number of questions in an attempt. */
  questions: z.int(),
  /** The caller's time limit in minutes, with the caller's extra time; null without a limit. */
  timeLimit: z.nullable(z.int()),
  showsAnswers: z.enum(answerVisibilities),
  /** Maximum attempts per calendar day of the caller; null for no limit. */
  attemptsPerDay: z.nullable(z.int()),
  /** Attempts that the caller started today, further ones included. */
  attemptsToday: z.int(),
  /** Attempts that the caller can still start today, including further attempts; null for no limit. */
  attemptsLeft: z.nullable(z.int()),
  /** When the caller can start the next attempt; null when that is now. */
  nextAttemptAt: z.nullable(z.string()),
  /** Whether the caller can open the resource, and so take its check. */
  canOpen: z.boolean(),
  /** The caller's attempt that is not handed in yet, on its own version. */
  openAttempt: z.nullable(
    z.object({
      id: z.int(),
      startedAt: z.string(),
      /** When the server hands it in. */
      dueAt: z.string(),
      /** Whether that time has come; handing in then shows the result. */
      isOver: z.boolean(),
      questions: z.int(),
      answered: z.int(),
    }),
  ),
  /** Whether the caller has passed the check in any version. */
  passed: z.boolean(),
  /** Best score of the caller in percent, rounded down; null before the first attempt was handed in. */
  bestPercent: z.nullable(z.int()),
  /** The caller's last attempt that was handed in. */
  lastAttemptId: z.nullable(z.int()),
});
export type CheckState = z.infer<typeof CheckState>;

const id = exactText({ error: 'The answer names what the question does not have', max: 40 });
const most = checkLimits.options;

/**
 * An answer to a question. `options`: the chosen one, the chosen several, or the items in order; `pairs`: an option
 * with its counterpart; `text`: a typed text, or number with comma or point. Null takes the answer back.
 */
export const CheckAnswer = z.nullable(
  z.union(
    [
      z.strictObject({
        options: z.array(id).check(z.maxLength(most, `An answer names at most ${most} options`)),
      }),
      z.strictObject({
        pairs: z
          .array(z.strictObject({ option: id, counterpart: id }))
          .check(z.maxLength(most, `An answer names at most ${most} pairs`)),
      }),
      z.strictObject({ text: blankText({ field: 'An answer', max: checkLimits.answer }) }),
    ],
    {
      error: `An answer must be one or several options, pairs, or a text of at most ${checkLimits.answer} characters`,
    },
  ),
);
export type CheckAnswer = z.infer<typeof CheckAnswer>;

const Option = z.object({ id: z.string(), text: z.string() });

const question = {
  /** Place in the attempt, from 1. */
  number: z.int(),
  kind: z.enum(questionKinds),
  text: z.string(),
  picture: z.nullable(
    z.object({ url: z.string(), text: z.string(), width: z.nullable(z.int()), height: z.nullable(z.int()) }),
  ),
  /**
   * Options to choose from, to put in order or to match, with ids of this attempt alone; empty for a typed answer. The
   * options of `true_false` are "True" and "False".
   */
  options: z.array(Option),
  /** The right sides of a match, in no order; empty for other kinds. */
  counterparts: z.array(Option),
};

/** A question of an attempt, without its right answer (CHECK-04). */
export const AttemptQuestion = z.object({ ...question, answer: CheckAnswer });
export type AttemptQuestion = z.infer<typeof AttemptQuestion>;

/** An attempt that is under way, on this or another device. */
export const OpenAttempt = z.object({
  id: z.int(),
  resourceId: z.int(),
  title: z.string(),
  version: z.int(),
  passMark: z.int(),
  startedAt: z.string(),
  /** When the server hands it in: at the time limit, or 14 days after the start. */
  dueAt: z.string(),
  /** Whether `dueAt` comes from a time limit. */
  hasTimeLimit: z.boolean(),
  /** The server's time of this reply, for a clock that counts down. */
  now: z.string(),
  questions: z.array(AttemptQuestion),
});
export type OpenAttempt = z.infer<typeof OpenAttempt>;

export const AnswerForm = z.object({ answer: CheckAnswer });
export type AnswerForm = z.infer<typeof AnswerForm>;

export const AttemptQuestionParams = z.object({ id: Id, number: Id });
export type AttemptQuestionParams = z.infer<typeof AttemptQuestionParams>;

export const SavedAnswer = z.object({ savedAt: z.string(), answered: z.int(), questions: z.int() });
export type SavedAnswer = z.infer<typeof SavedAnswer>;

/** A question of an attempt with its right answer, once it may be shown. */
const ReviewedQuestion = z.object({
  ...question,
  /** The caller's answer. */
  answer: CheckAnswer,
  isRight: z.boolean(),
  /** Whether the question was not answered right, but counts as right because it was faulty. */
  isVoid: z.boolean(),
  /** The right answer by options: those to choose, the items in order, or the pairs. Null for typed answers. */
  rightAnswer: CheckAnswer,
  /** Accepted typed answers, such as "GDPR" or "12.5 (± 0.5)"; empty for other kinds. */
  accepted: z.array(z.string()),
  explanation: z.string(),
  pointer: z.nullable(CheckPointer),
});
export type ReviewedQuestion = z.infer<typeof ReviewedQuestion>;

const attempt = {
  id: z.int(),
  resourceId: z.int(),
  title: z.string(),
  /** Version of the check. */
  version: z.int(),
  startedAt: z.string(),
};

/** An attempt in the list of the caller's own; one that is under way has no result yet. */
export const OwnCheckAttempt = z.object({
  ...attempt,
  handedInAt: z.nullable(z.string()),
  /** Score in percent, rounded down. */
  percent: z.nullable(z.int()),
  passMark: z.int(),
  passed: z.nullable(z.boolean()),
});
export type OwnCheckAttempt = z.infer<typeof OwnCheckAttempt>;

/** The caller's attempts: all, or those of one resource. */
export const OwnCheckAttemptsQuery = z.object({ resourceId: z.optional(Id), ...paging() });
export type OwnCheckAttemptsQuery = z.infer<typeof OwnCheckAttemptsQuery>;

/** The result of an attempt that was handed in. */
export const AttemptResult = z.object({
  ...attempt,
  handedInAt: z.string(),
  /** Whether the server handed it in, because its time was over. */
  isByServer: z.boolean(),
  passed: z.boolean(),
  /** Rounded down. */
  percent: z.int(),
  passMark: z.int(),
  points: z.int(),
  questions: z.int(),
  unanswered: z.int(),
  /** Whether a faulty question that was not answered right raised the score. */
  isRescored: z.boolean(),
  /** Places to read again, each once and in the order of the resource, which does not reveal the wrong questions. */
  readAgain: z.array(CheckPointer),
  /** The questions with right answers and explanations; null while they may not be shown. */
  review: z.nullable(z.array(ReviewedQuestion)),
  /** Assignments of the caller that ask to confirm "I have read and understood this." now that the check is passed. */
  confirmations: z.array(z.object({ assignmentId: z.int(), organisation: z.string() })),
  /** Attempts that the caller can still start today; null for no limit, 0 without a check or access. */
  attemptsLeft: z.nullable(z.int()),
  /** When the caller can start the next attempt; null when that is now, and without a check or access. */
  nextAttemptAt: z.nullable(z.string()),
});
export type AttemptResult = z.infer<typeof AttemptResult>;

export const FurtherAttemptsParams = z.object({ id: Id, assignmentId: Id });
export type FurtherAttemptsParams = z.infer<typeof FurtherAttemptsParams>;

/** Further attempts beyond the daily limit, for one person and resource (CHECK-08). */
export const FurtherAttemptsForm = z.object({
  attempts: z
    .int({ error: 'attempts must be a whole number' })
    .check(
      z.gte(1, 'Give at least one attempt'),
      z.lte(maxFurtherAttempts, `At most ${maxFurtherAttempts} attempts can be given`),
    ),
});
export type FurtherAttemptsForm = z.infer<typeof FurtherAttemptsForm>;
