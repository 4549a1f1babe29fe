import { createHmac } from 'node:crypto';
import type { AttemptQuestion, CheckAnswer } from '#contract/learning/checks.ts';
import type { CheckContent, CheckQuestion } from '#contract/learning/checks-content.ts';
import { optionCount, type PlacedAnswer, type Places } from '#contract/learning/checks-score.ts';

/**
 * Derives a pseudorandom value from the seed of an attempt, so that order and ids need no storage. Without the seed,
 * which stays on the server, an id does not reveal a place in the content (CHECK-04).
 */
const hashOf = (seed: Buffer, words: string) => createHmac('sha256', seed).update(words).digest('base64url');

/** Returns the numbers from 0 in a random order. */
function shuffled(seed: Buffer, words: string, count: number): number[] {
  return Array.from({ length: count }, (_, place) => ({ place, key: hashOf(seed, `order ${words} ${place}`) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ place }) => place);
}

const inOrder = (count: number) => Array.from({ length: count }, (_, place) => place);

/** Draws the questions of an attempt, without voided ones. @returns their ids in the order of the attempt */
export function drawQuestions(
  { settings, questions }: CheckContent,
  { seed, voided }: { seed: Buffer; voided: readonly string[] },
): string[] {
  const pool = questions.map(({ id }) => id).filter((id) => !voided.includes(id));
  const mixed = shuffled(seed, 'questions', pool.length).map((place) => pool[place] ?? '');
  const drawn = mixed.slice(0, settings.drawn ?? pool.length);
  return settings.shuffles ? drawn : pool.filter((id) => drawn.includes(id));
}

/** Makes the id of an option or counterpart from its place in the content of the question. */
export type IdOf = (questionId: string, part: 'option' | 'counterpart', place: number) => string;

/** Ids of one attempt, which say nothing about places. */
export function idsOf(seed: Buffer): IdOf {
  return (questionId, part, place) => hashOf(seed, `id ${questionId} ${part} ${place}`).slice(0, 16);
}

/** Ids of a preview for the editor, which scores it itself: the places. */
export const placeIds: IdOf = (_questionId, _part, place) => String(place);

/** Returns functions that find the place of an option's or counterpart's id in a question; null for an unknown id. */
export function placesOf(question: CheckQuestion, idOf: IdOf): Places {
  const find = (part: 'option' | 'counterpart', id: string) => {
    const place = inOrder(optionCount(question)).findIndex((one) => idOf(question.id, part, one) === id);
    return place === -1 ? null : place;
  };
  return {
    option: (id) => find('option', id),
    counterpart: (id) => (question.kind === 'match' ? find('counterpart', id) : null),
  };
}

/** Converts an answer by places, a saved or the right one, to one with the ids of an attempt. */
export function shownAnswer(question: CheckQuestion, answer: PlacedAnswer | null, idOf: IdOf): CheckAnswer {
  if (answer === null) return null;
  if ('text' in answer) return answer;
  if ('options' in answer) return { options: answer.options.map((place) => idOf(question.id, 'option', place)) };
  return {
    pairs: answer.matches.flatMap((right, left) =>
      right === null
        ? []
        : [{ option: idOf(question.id, 'option', left), counterpart: idOf(question.id, 'counterpart', right) }],
    ),
  };
}

/** Returns the texts of a question's options, items or left sides in the order of its content. */
function optionTexts(question: CheckQuestion): string[] {
  switch (question.kind) {
    case 'one':
    case 'several':
      return question.options.map(({ text }) => text);
    case 'true_false':
      return ['True', 'False'];
    case 'order':
      return question.items;
    case 'match':
      return question.pairs.map(({ left }) => left);
    default:
      return [];
  }
}

type Shown = Omit<AttemptQuestion, 'answer' | 'number' | 'picture'>;

/** Returns a question as a member sees it: its parts and their order do not reveal the right answer. */
export function shownQuestion(
  question: CheckQuestion,
  { seed, idOf, shuffles }: { seed: Buffer; idOf: IdOf; shuffles: boolean },
): Shown {
  const { id, kind, text } = question;
  const texts = optionTexts(question);
  const isMixed = kind === 'order' || (shuffles && kind !== 'true_false');
  const places = isMixed ? shuffled(seed, `${id} option`, texts.length) : inOrder(texts.length);
  return {
    kind,
    text,
    options: places.map((place) => ({ id: idOf(id, 'option', place), text: texts[place] ?? '' })),
    counterparts:
      question.kind === 'match'
        ? shuffled(seed, `${id} counterpart`, question.pairs.length).map((place) => ({
            id: idOf(id, 'counterpart', place),
            text: question.pairs[place]?.right ?? '',
          }))
        : [],
  };
}
