import type { CheckContent, CheckPointer, CheckQuestion, CheckSettings } from '#contract/learning/checks-content.ts';
import { checkLimits } from '#contract/learning/checks-limits.ts';
import { isRight, type PlacedAnswer } from '#contract/learning/checks-score.ts';

/** Saved answers by the id of their question. */
export type Answers = Readonly<Record<string, PlacedAnswer>>;

/** The outcome of an attempt: questions that were answered right, and voided ones that count as if they were. */
export type Outcome = { right: string[]; awarded: string[] };

/** Returns the drawn questions of a version in the order of the attempt. */
export function drawnQuestions({ questions }: CheckContent, drawn: readonly string[]): CheckQuestion[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return drawn.flatMap((id) => byId.get(id) ?? []);
}

/** Scores an attempt (CHECK-01): unanswered is wrong, and a voided question counts as right for everybody. */
export function scoreAttempt(
  content: CheckContent,
  { drawn, answers, voided }: { drawn: readonly string[]; answers: Answers; voided: readonly string[] },
): Outcome {
  const right = drawnQuestions(content, drawn)
    .filter((question) => isRight(question, answers[question.id] ?? null))
    .map(({ id }) => id);
  return { right, awarded: drawn.filter((id) => voided.includes(id) && !right.includes(id)) };
}

/**
 * Returns the places worth reading again: those of wrong questions, each once, pages before headings. The order is that
 * of the resource, because the order of the questions would say which was wrong.
 */
export function placesToRead(
  questions: readonly CheckQuestion[],
  isWrong: (id: string) => boolean,
  sections: readonly string[],
): CheckPointer[] {
  const pointers = questions.flatMap(({ id, pointer }) => (pointer && isWrong(id) ? pointer : []));
  const keyOf = (pointer: CheckPointer) => (pointer.kind === 'page' ? `page ${pointer.page}` : pointer.section);
  const rankOf = (pointer: CheckPointer) => {
    if (pointer.kind === 'page') return pointer.page - checkLimits.page - 1;
    const place = sections.indexOf(pointer.section);
    return place === -1 ? sections.length : place;
  };
  return [...new Map(pointers.map((pointer) => [keyOf(pointer), pointer])).values()].sort(
    (one, other) => rankOf(one) - rankOf(other) || (keyOf(one) < keyOf(other) ? -1 : 1),
  );
}

/** Whether right answers and explanations of an attempt may be shown. */
export function showsAnswers({ showsAnswers: when }: CheckSettings, passed: boolean): boolean {
  return when === 'after_each_attempt' || (when === 'after_passing' && passed);
}

const dayMs = 86_400_000;

/** Maximum days until the server hands in an attempt. */
const longestAttemptDays = 14;

/**
 * Returns the time at which the server hands in an attempt: at the time limit with the extra time (both in minutes), at
 * the latest 14 days after its start.
 */
export function dueAtOf(startedAt: Date, timeLimit: number | null, extraMinutes: number): Date {
  const longest = startedAt.getTime() + longestAttemptDays * dayMs;
  const limited = timeLimit === null ? longest : startedAt.getTime() + (timeLimit + extraMinutes) * 60_000;
  return new Date(Math.min(longest, limited));
}

/** A person's regular attempts on each day from today on that has any, and the further attempts that are left. */
export type Usage = { days: ReadonlyMap<string, number>; furtherAttempts: number };

/**
 * Number of attempts that a person can start today, null without a limit. `isFurther` is true when the next one uses up
 * a further attempt; `nextDay` is the first day with an attempt, null unless none is left.
 */
export type Allowance = { left: number | null; isFurther: boolean; nextDay: string | null };

/** Decides how many attempts are left (CHECK-01, CHECK-09). @param today the member's calendar day */
export function allowanceOf(
  { attemptsPerDay }: CheckSettings,
  { days, furtherAttempts }: Usage,
  today: string,
): Allowance {
  if (attemptsPerDay === 0) return { left: null, isFurther: false, nextDay: null };
  const regular = Math.max(0, attemptsPerDay - (days.get(today) ?? 0));
  const left = regular + furtherAttempts;
  if (left > 0) return { left, isFurther: regular === 0, nextDay: null };
  let nextDay = dayAfter(today);
  // Another zone may have had a later day already.
  while ((days.get(nextDay) ?? 0) >= attemptsPerDay) nextDay = dayAfter(nextDay);
  return { left: 0, isFurther: false, nextDay };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
}

/** Returns the accepted typed answers in words. */
export function acceptedTexts(question: CheckQuestion): string[] {
  if (question.kind === 'text') return question.accepted;
  if (question.kind !== 'number' || question.value === null) return [];
  return [question.tolerance === 0 ? `${question.value}` : `${question.value} (± ${question.tolerance})`];
}

/** Returns the right answer of a question by places; null for typed answers. */
export function rightAnswerOf(question: CheckQuestion): PlacedAnswer | null {
  switch (question.kind) {
    case 'one':
    case 'several':
      return { options: question.options.flatMap(({ isRight: belongs }, place) => (belongs ? [place] : [])) };
    case 'true_false':
      return question.isTrue === null ? null : { options: [question.isTrue ? 0 : 1] };
    case 'order':
      return { options: question.items.map((_, place) => place) };
    case 'match':
      return { matches: question.pairs.map((_, place) => place) };
    default:
      return null;
  }
}

/** Returns an answer in words, for statistics. */
export function answerInWords(question: CheckQuestion, answer: PlacedAnswer): string {
  if ('text' in answer) return answer.text;
  if ('matches' in answer) {
    if (question.kind !== 'match') return '';
    return question.pairs
      .flatMap(({ left }, place) => {
        const right = answer.matches[place];
        return right === null || right === undefined ? [] : `${left}: ${question.pairs[right]?.right ?? ''}`;
      })
      .join('; ');
  }
  const texts = (() => {
    switch (question.kind) {
      case 'one':
      case 'several':
        return question.options.map(({ text }) => text);
      case 'true_false':
        return ['True', 'False'];
      case 'order':
        return question.items;
      default:
        return [];
    }
  })();
  return answer.options.map((place) => texts[place] ?? '').join('; ');
}
