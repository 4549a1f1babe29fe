import type { AttemptQuestion } from '#contract/learning/checks.ts';
import type { AdminCheck, CheckFormat, CheckStatistics, FileMistake } from '#contract/learning/checks-admin.ts';
import type { CheckContent, CheckPointer, CheckQuestion, CheckSettings } from '#contract/learning/checks-content.ts';
import type { QuestionKind } from '#contract/learning/checks-limits.ts';
import { neededPoints, questionsText } from '../check-display.ts';

const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns an id that no question of the check has. */
export function newQuestionId(questions: readonly CheckQuestion[], random: () => number = Math.random): string {
  const taken = new Set(questions.map(({ id }) => id));
  for (;;) {
    const id = Array.from({ length: 8 }, () => letters[Math.floor(random() * letters.length)]).join('');
    if (!taken.has(id)) return id;
  }
}

const blankOption = { text: '', isRight: false };

/** Returns an empty question of the kind `one`, with two blank answers. */
export function newQuestion(id: string): CheckQuestion {
  const common = { id, text: '', picture: null, explanation: '', pointer: null };
  return { ...common, kind: 'one', options: [{ ...blankOption }, { ...blankOption }] };
}

/** Returns the texts of a question's answers, which another kind can take over. */
function textsOf(question: CheckQuestion): string[] {
  switch (question.kind) {
    case 'one':
    case 'several':
      return question.options.map(({ text }) => text);
    case 'order':
      return question.items;
    case 'match':
      return question.pairs.map(({ left }) => left);
    case 'text':
      return question.accepted;
    case 'true_false':
    case 'number':
      return [];
  }
}

const atLeast = <Item>(items: readonly Item[], least: number, blank: () => Item): Item[] => [
  ...items,
  ...Array.from({ length: Math.max(0, least - items.length) }, blank),
];

/** Returns the question as another kind, with the answers that the kinds share. */
export function asKind(question: CheckQuestion, kind: QuestionKind): CheckQuestion {
  const { id, text, picture, explanation, pointer } = question;
  const common = { id, text, picture, explanation, pointer };
  const texts = textsOf(question);
  switch (kind) {
    case 'one':
    case 'several': {
      const known = question.kind === 'one' || question.kind === 'several' ? question.options : null;
      const options = known ?? texts.map((one) => ({ text: one, isRight: false }));
      const firstRight = options.findIndex(({ isRight }) => isRight);
      // In a kind with one right answer, only the first marked option stays marked.
      const marked =
        kind === 'one' ? options.map((option, place) => ({ ...option, isRight: place === firstRight })) : options;
      return { ...common, kind, options: atLeast(marked, 2, () => ({ ...blankOption })) };
    }
    case 'true_false':
      return { ...common, kind, isTrue: null };
    case 'order':
      return { ...common, kind, items: atLeast(texts, 2, () => '') };
    case 'match':
      return {
        ...common,
        kind,
        pairs: atLeast(
          texts.map((left) => ({ left, right: '' })),
          2,
          () => ({ left: '', right: '' }),
        ),
      };
    case 'text': {
      const right =
        question.kind === 'one' || question.kind === 'several'
          ? question.options.filter(({ isRight }) => isRight).map((option) => option.text)
          : texts;
      return { ...common, kind, accepted: atLeast(right, 1, () => '') };
    }
    case 'number':
      return { ...common, kind, value: null, tolerance: 0 };
  }
}

/**
 * Returns the question as members see it, without marks of right answers. Nothing is shuffled, so an order appears as
 * it is right; only the right sides of a match are sorted, so that they reveal no pair.
 */
export function shownQuestion(question: CheckQuestion, number: number): AttemptQuestion {
  const { kind, text, picture } = question;
  const options =
    kind === 'true_false' ? ['True', 'False'] : kind === 'text' || kind === 'number' ? [] : textsOf(question);
  const named = (texts: readonly string[]) => texts.map((one, place) => ({ id: String(place), text: one }));
  return {
    number,
    kind,
    text,
    picture: picture ? { ...picture, width: null, height: null } : null,
    options: named(options),
    counterparts: kind === 'match' ? named(question.pairs.map(({ right }) => right).toSorted()) : [],
    answer: null,
  };
}

type QuestionStatistics = CheckStatistics['questions'][number];

/** Share of right answers, in percent, below which a question is marked as difficult. */
const difficultPercent = 50;

export const isDifficult = ({ rightPercent }: QuestionStatistics) =>
  rightPercent !== null && rightPercent < difficultPercent;

/** Returns the line below a question about its attempts. */
export function statisticsText(statistics: QuestionStatistics | undefined, fewest: number): string {
  if (!statistics || statistics.attempts === 0) return 'No attempts yet';
  const { attempts, rightPercent } = statistics;
  const of = attempts === 1 ? '1 attempt' : `${attempts.toLocaleString('en-GB')} attempts`;
  return rightPercent === null ? `${of}, shown from ${fewest} on` : `${rightPercent}% right of ${of}`;
}

/** Returns "64 attempts by 41 members, 78% passed"; without the members once the accounts of all are erased. */
export function overallText({
  attempts,
  members,
  passed,
}: Pick<CheckStatistics, 'attempts' | 'members' | 'passed'>): string {
  if (attempts === 0) return 'No attempts yet';
  const of = attempts === 1 ? '1 attempt' : `${attempts.toLocaleString('en-GB')} attempts`;
  const by = members === 1 ? ' by 1 member' : ` by ${members.toLocaleString('en-GB')} members`;
  return `${of}${members === 0 ? '' : by}, ${Math.floor((100 * passed) / attempts)}% passed`;
}

/** Returns the hint below the pass mark: "7 of 8 questions"; undefined without questions. */
export function passMarkHint({ passMark, drawn }: CheckSettings, questions: number): string | undefined {
  const asked = Math.min(drawn ?? questions, questions);
  return asked === 0 ? undefined : `${neededPoints(passMark, asked)} of ${questionsText(asked)}`;
}

/** Returns the format of a file by its name or its text; GIFT when neither shows another one. */
export function formatOf(name: string, text: string): CheckFormat {
  if (/\.json$/i.test(name) || /^\uFEFF?\s*[{[]\s*"/.test(text)) return 'json';
  if (/\.gift$/i.test(name)) return 'gift';
  return /^\s*ANSWER:/im.test(text) ? 'aiken' : 'gift';
}

/** Returns the place of a mistake: "Line 12", a path in JSON, or "File". */
export const mistakePlace = ({ line, path }: FileMistake): string =>
  line === null ? (path ?? 'File') : `Line ${line.toLocaleString('en-GB')}`;

/** Whether a pointer still leads somewhere in the resource. */
export function isPointerKnown(
  pointer: CheckPointer,
  { headings, pages }: Pick<AdminCheck, 'headings' | 'pages'>,
): boolean {
  return pointer.kind === 'page'
    ? pages !== null && pointer.page <= pages
    : headings.some(({ section }) => section === pointer.section);
}

/** Returns the content with one question replaced. */
export function withQuestion(content: CheckContent, question: CheckQuestion): CheckContent {
  return { ...content, questions: content.questions.map((one) => (one.id === question.id ? question : one)) };
}

/** Returns the content with a copy of a question right after it. */
export function withCopy(content: CheckContent, id: string, copyId: string): CheckContent {
  const questions = content.questions.flatMap((one) => (one.id === id ? [one, { ...one, id: copyId }] : [one]));
  return { ...content, questions };
}

/** Reads a whole number within limits; null for any other text. */
export function wholeIn(text: string, [least, most]: readonly [number, number]): number | null {
  const number = /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : null;
  return number !== null && number >= least && number <= most ? number : null;
}
