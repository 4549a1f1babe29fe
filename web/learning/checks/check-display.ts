import type {
  AttemptQuestion,
  AttemptResult,
  CheckAnswer,
  CheckState,
  OpenAttempt,
} from '#contract/learning/checks.ts';
import type { CheckPointer } from '#contract/learning/checks-content.ts';
import type { QuestionKind } from '#contract/learning/checks-limits.ts';
import { dateAndTime, isoDay } from '#web/dates.ts';

/** Answers by the number of their question. */
export type Answers = Readonly<Record<number, CheckAnswer>>;

export const kindNames: Record<QuestionKind, string> = {
  one: 'One right',
  several: 'Several right',
  true_false: 'True or false',
  order: 'Order',
  match: 'Match',
  text: 'Short text',
  number: 'Number',
};

/** Sentence below a question that says how to answer it. */
export const howToAnswer: Record<QuestionKind, string> = {
  one: 'Choose one answer.',
  several: 'Choose every right answer.',
  true_false: 'Choose one.',
  order: 'Move each line to its place with the arrows. The first is on top.',
  match: 'Choose one for each line.',
  text: 'Type a short answer. Capital letters and accents do not matter.',
  number: 'Type a number.',
};

/** Whether a question counts as answered. A matching question needs a counterpart for every line. */
export function isAnswered({ kind, options }: Pick<AttemptQuestion, 'kind' | 'options'>, answer: CheckAnswer): boolean {
  if (answer === null) return false;
  if ('pairs' in answer) return kind === 'match' && answer.pairs.length === options.length;
  return 'text' in answer ? answer.text.trim() !== '' : answer.options.length > 0;
}

/** Returns the numbers of the questions without an answer. */
export function unansweredOf(questions: readonly AttemptQuestion[], answers: Answers): number[] {
  return questions
    .filter((question) => !isAnswered(question, answers[question.number] ?? null))
    .map(({ number }) => number);
}

/** Returns the saved answers, overlaid with those of this device that are not sent yet. */
export function answersOf({ questions }: Pick<OpenAttempt, 'questions'>, unsent: Answers): Answers {
  return { ...Object.fromEntries(questions.map(({ number, answer }) => [number, answer])), ...unsent };
}

/** Returns the answer with one option chosen or not. */
export function withOption(
  { options }: Pick<AttemptQuestion, 'options'>,
  answer: CheckAnswer,
  id: string,
  isChosen: boolean,
): CheckAnswer {
  const before = answer !== null && 'options' in answer ? answer.options : [];
  const chosen = options.filter((option) => (option.id === id ? isChosen : before.includes(option.id)));
  return chosen.length === 0 ? null : { options: chosen.map((option) => option.id) };
}

/**
 * Returns the answer with the counterpart of one option; "" for none. A counterpart belongs to one option, so another
 * one loses it.
 */
export function withPair(
  { options }: Pick<AttemptQuestion, 'options'>,
  answer: CheckAnswer,
  { option, counterpart }: { option: string; counterpart: string },
): CheckAnswer {
  const before = answer !== null && 'pairs' in answer ? answer.pairs : [];
  const others = before.filter((pair) => pair.counterpart !== counterpart);
  const all = new Map([...others.map((pair) => [pair.option, pair.counterpart] as const), [option, counterpart]]);
  const pairs = options.flatMap(({ id }) => {
    const chosen = all.get(id);
    return chosen ? [{ option: id, counterpart: chosen }] : [];
  });
  return pairs.length === 0 ? null : { pairs };
}

/** Returns a typed answer; null for a blank one. */
export const typedAnswer = (text: string): CheckAnswer => (text.trim() === '' ? null : { text });

/** Returns the options of an order as answered, or as they were drawn. */
export function orderedOptions({ options }: Pick<AttemptQuestion, 'options'>, answer: CheckAnswer) {
  if (answer === null || !('options' in answer)) return options;
  const ordered = answer.options.flatMap((id) => options.find((option) => option.id === id) ?? []);
  return ordered.length === options.length ? ordered : options;
}

const minuteMs = 60_000;

/**
 * Returns the remaining time in whole minutes, such as "12 minutes left", or from two hours on in whole hours.
 * @param leftMs may be negative
 */
export function timeLeftText(leftMs: number): string {
  if (leftMs <= 0) return 'Time is over';
  if (leftMs < minuteMs) return 'Less than a minute left';
  const minutes = Math.floor(leftMs / minuteMs);
  if (minutes >= 120) return `${Math.floor(minutes / 60)} hours left`;
  return minutes === 1 ? '1 minute left' : `${minutes} minutes left`;
}

/** Times before the end, in milliseconds, at which screen readers hear how much is left. */
const announcedMs = [10 * minuteMs, 5 * minuteMs, minuteMs];

/** Returns the text to announce at this moment; "" before the first announced time. */
export function announcedTime(leftMs: number): string {
  const passed = announcedMs.filter((limit) => leftMs <= limit).at(-1);
  return passed === undefined ? '' : timeLeftText(leftMs <= 0 ? 0 : passed);
}

const numberOf = (count: number, [one, several]: readonly [string, string]) =>
  `${count} ${count === 1 ? one : several}`;

export const questionsText = (count: number) => numberOf(count, ['question', 'questions']);
export const minutesText = (count: number) => numberOf(count, ['minute', 'minutes']);
const attemptsText = (count: number) => numberOf(count, ['attempt', 'attempts']);

/** Returns the number of questions that must be right. */
export const neededPoints = (passMark: number, questions: number) => Math.ceil((passMark * questions) / 100);

type Attempts = Pick<AttemptResult, 'attemptsLeft' | 'nextAttemptAt'>;

/** Returns when the next attempt is possible, in the reader's zone. */
export function nextAttemptText(at: string, now: Date): string {
  const [day, tomorrow] = [isoDay(at), isoDay(new Date(now.getTime() + 24 * 60 * minuteMs))];
  const time = dateAndTime(at);
  return day === tomorrow ? `tomorrow, ${time}` : time;
}

/** Returns the sentence about further attempts; "" when their number has no limit. */
export function attemptsLeftText({ attemptsLeft, nextAttemptAt }: Attempts, now: Date): string {
  if (nextAttemptAt !== null) {
    return `You have used all attempts of today. You can try again from ${nextAttemptText(nextAttemptAt, now)}.`;
  }
  // Without a check or access there are none at all, and nothing to wait for.
  return !attemptsLeft ? '' : `You can start ${attemptsText(attemptsLeft)} today.`;
}

/** Returns the sentence of a result: what is right, and what was needed. */
export function scoreText({ points, questions, passMark, passed }: AttemptResult): string {
  const right = `${points} of ${questionsText(questions)} ${points === 1 ? 'is' : 'are'} right.`;
  const needed = neededPoints(passMark, questions);
  return passed
    ? `${right} The pass mark is ${passMark}%.`
    : `${right} You need ${needed}, because the pass mark is ${passMark}%.`;
}

type Attempt = Pick<OpenAttempt, 'passMark' | 'hasTimeLimit'>;
type Today = Pick<CheckState, 'attemptsPerDay' | 'attemptsToday' | 'timeLimit'>;

/** Returns the place of an attempt among today's, its pass mark and its time limit. */
export function aboutAttempt({ passMark, hasTimeLimit }: Attempt, today: Today): string {
  const limit = hasTimeLimit && today.timeLimit !== null ? minutesText(today.timeLimit) : 'no time limit';
  return [placeText(today), `pass mark ${passMark}%`, limit].join(' · ');
}

/** Attempts beyond those of each day are given by a manager (CHECK-08). */
function placeText({ attemptsPerDay, attemptsToday }: Today): string {
  if (attemptsToday === 0) return 'Attempt of an earlier day';
  if (attemptsPerDay === null) return `Attempt ${attemptsToday} today`;
  return attemptsToday > attemptsPerDay
    ? 'A further attempt from your organisation'
    : `Attempt ${attemptsToday} of ${attemptsPerDay} today`;
}

/** Returns facts of a check in a few words. */
export function checkFacts({ questions, passMark, timeLimit, attemptsPerDay }: CheckState): string[] {
  return [
    questionsText(questions),
    `pass mark ${passMark}%`,
    timeLimit === null ? 'no time limit' : minutesText(timeLimit),
    attemptsPerDay === null ? 'any number of attempts' : `${attemptsText(attemptsPerDay)} a day`,
  ];
}

export const answerRules: Record<CheckState['showsAnswers'], string> = {
  after_passing: 'You see the right answers once you have passed.',
  after_each_attempt: 'You see the right answers after each attempt.',
  never: 'The right answers are not shown.',
};

/** Returns the name of a place: "Page 58", or its heading. */
export const placeName = (pointer: CheckPointer) => (pointer.kind === 'page' ? `Page ${pointer.page}` : pointer.title);

/** Returns the link to a place in the reader. */
export function placeLink(resourceId: number, pointer: CheckPointer) {
  const params = { id: String(resourceId) };
  return pointer.kind === 'page'
    ? ({ to: '/resource/$id/read', params, search: { page: pointer.page } } as const)
    : ({ to: '/resource/$id/article', params, hash: pointer.section } as const);
}

/** Returns the label of the button that leads to the check. */
export function checkAction({ openAttempt, passed, lastAttemptId }: CheckState): string {
  if (openAttempt) return openAttempt.isOver ? 'See the result' : 'Continue the check';
  if (passed) return 'Your results';
  return lastAttemptId === null ? 'Take the check' : 'Take the check again';
}
