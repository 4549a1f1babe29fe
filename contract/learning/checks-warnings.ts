import type { CheckContent, CheckQuestion } from './checks-content.ts';
import { foldedText, isPassed } from './checks-score.ts';

/** A problem that the author should fix; a check with a problem that `blocks` cannot be published. */
export type CheckProblem = {
  /** Null for a problem of the settings. */
  questionId: string | null;
  /** Place of the question, from 1; null for a problem of the settings. */
  number: number | null;
  blocks: boolean;
  sentence: string;
};

/** Places of a resource that pointers can name: ids of its headings, and the number of pages of its file. */
export type Places = { sections: readonly string[]; pages: number | null };

/**
 * Returns the problems of a check in the order of its questions, then those of its settings (CHECK-03).
 * @param places places of its resource; without them, pointers are not checked
 */
export function problemsOf({ settings, questions }: CheckContent, places?: Places): CheckProblem[] {
  const problems: CheckProblem[] = questions.flatMap((question, index) =>
    [...problemsOfQuestion(question), ...problemsOfPointer(question, places)].map((problem) => ({
      questionId: question.id,
      number: index + 1,
      ...problem,
    })),
  );
  const add = (blocks: boolean, sentence: string) =>
    problems.push({ questionId: null, number: null, blocks, sentence });
  const counted = questions.length === 1 ? '1 question' : `${questions.length} questions`;
  if (questions.length === 0) add(true, 'Add at least one question.');
  if (settings.drawn !== null && settings.drawn > questions.length && questions.length > 0) {
    add(true, `An attempt cannot draw ${settings.drawn} of ${counted}.`);
  }
  const possible = questions.filter((question) => !lacksRightAnswer(question)).length;
  if (questions.length > 0 && !isPassed(possible, questions.length, settings.passMark)) {
    add(
      true,
      `The pass mark of ${settings.passMark} % cannot be reached: only ${possible} of ${counted} ${possible === 1 ? 'has' : 'have'} a right answer.`,
    );
  }
  const drawsAll = settings.drawn === null || settings.drawn >= questions.length;
  // Also with one attempt a day: the next day's asks what is known by then.
  if (settings.showsAnswers === 'after_each_attempt' && drawsAll) {
    add(
      false,
      'Right answers are shown while attempts are left, and every attempt asks the same questions. Draw some of the questions, or show right answers after passing.',
    );
  }
  return problems;
}

type OwnProblem = Pick<CheckProblem, 'blocks' | 'sentence'>;

function problemsOfQuestion(question: CheckQuestion): OwnProblem[] {
  const problems: OwnProblem[] = [];
  const add = (sentence: string, blocks = true) => problems.push({ blocks, sentence });
  if (question.text === '') add('Write the question.');
  if (question.picture && question.picture.text === '') add('Describe the picture for people who cannot see it.');
  const texts = textsOf(question);
  if (texts.some((text) => text === '')) add('Fill in every answer, or remove the empty ones.');
  const fewest = { one: 2, several: 2, order: 2, match: 2, text: 1, true_false: 0, number: 0 }[question.kind];
  if (texts.length < fewest) add(fewest === 1 ? 'Add an accepted answer.' : 'Add at least two answers.');
  else if (lacksRightAnswer(question)) add('Mark the right answer.');
  if (question.kind === 'one' && question.options.filter(({ isRight }) => isRight).length > 1) {
    add('Mark one right answer only, or choose “Several answers”.');
  }
  if (hasEqual(texts)) add('Two answers are equal.');
  if (question.kind === 'match' && hasEqual(question.pairs.map(({ right }) => right))) add('Two answers are equal.');
  return problems;
}

function problemsOfPointer({ pointer }: CheckQuestion, places: Places | undefined): OwnProblem[] {
  if (!pointer || !places) return [];
  const sentence =
    pointer.kind === 'page'
      ? pointer.page > (places.pages ?? 0) && `The resource has no page ${pointer.page}.`
      : !places.sections.includes(pointer.section) && 'The resource no longer has this heading.';
  return sentence ? [{ blocks: false, sentence }] : [];
}

/** Texts of the answers that must be filled in and differ: options, items, left sides or accepted texts. */
function textsOf(question: CheckQuestion): string[] {
  switch (question.kind) {
    case 'one':
    case 'several':
      return question.options.map(({ text }) => text);
    case 'order':
      return question.items;
    case 'match':
      return question.pairs.flatMap(({ left, right }) => (right === '' ? [''] : [left]));
    case 'text':
      return question.accepted;
    case 'true_false':
    case 'number':
      return [];
  }
}

function hasEqual(texts: readonly string[]): boolean {
  const folded = texts.map(foldedText).filter((text) => text !== '');
  return new Set(folded).size < folded.length;
}

function lacksRightAnswer(question: CheckQuestion): boolean {
  switch (question.kind) {
    case 'one':
    case 'several':
      return !question.options.some(({ isRight }) => isRight);
    case 'true_false':
      return question.isTrue === null;
    case 'order':
      return question.items.length < 2;
    case 'match':
      return question.pairs.length < 2;
    case 'text':
      return !question.accepted.some((text) => foldedText(text) !== '');
    case 'number':
      return question.value === null;
  }
}
