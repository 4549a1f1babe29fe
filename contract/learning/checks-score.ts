import { composed } from '../lines.ts';
import type { CheckAnswer } from './checks.ts';
import type { CheckQuestion } from './checks-content.ts';

/**
 * Answer by places in the question's content, counted from 0: the chosen options (for `true_false`, 0 is true), the
 * items in the given order, or for each left side the place of its right side.
 */
export type PlacedAnswer = { options: number[] } | { matches: (number | null)[] } | { text: string };

/** Number of options, items or pairs of a question; 0 for typed answers. */
export function optionCount(question: CheckQuestion): number {
  switch (question.kind) {
    case 'one':
    case 'several':
      return question.options.length;
    case 'true_false':
      return 2;
    case 'order':
      return question.items.length;
    case 'match':
      return question.pairs.length;
    case 'text':
    case 'number':
      return 0;
  }
}

/** Maps the ids of an attempt to places in the content; null for an id that the question does not have. */
export type Places = { option(id: string): number | null; counterpart(id: string): number | null };

/**
 * Returns an answer by places; null when it is empty, and `unfit` when it does not fit the kind of the question or names
 * something twice or something that the question does not have.
 */
export function placedAnswer(
  question: CheckQuestion,
  given: CheckAnswer,
  places: Places,
): PlacedAnswer | null | 'unfit' {
  if (given === null) return null;
  if ('text' in given) {
    if (question.kind !== 'text' && question.kind !== 'number') return 'unfit';
    return given.text.trim() === '' ? null : { text: given.text };
  }
  if ('pairs' in given) {
    if (question.kind !== 'match') return 'unfit';
    const matches = question.pairs.map((): number | null => null);
    const used = new Set<number>();
    for (const pair of given.pairs) {
      const left = places.option(pair.option);
      const right = places.counterpart(pair.counterpart);
      if (left === null || right === null || matches[left] !== null || used.has(right)) return 'unfit';
      matches[left] = right;
      used.add(right);
    }
    return used.size === 0 ? null : { matches };
  }
  if (question.kind === 'text' || question.kind === 'number' || question.kind === 'match') return 'unfit';
  const options = given.options.map((id) => places.option(id));
  const chosen = options.filter((place) => place !== null);
  if (chosen.length < options.length || new Set(chosen).size < chosen.length) return 'unfit';
  if (chosen.length === 0) return null;
  if (question.kind === 'order' && chosen.length !== question.items.length) return 'unfit';
  if ((question.kind === 'one' || question.kind === 'true_false') && chosen.length !== 1) return 'unfit';
  return { options: question.kind === 'several' ? chosen.toSorted((a, b) => a - b) : chosen };
}

/** Accents of Latin, Greek and Cyrillic letters; marks of other scripts, such as vowels, make another word. */
const accents = /[\u0300-\u036f]/gu;

/** Returns a text as it is compared: in NFKC, without case, accents and outer spaces, with other spaces as one. */
export function foldedText(text: string): string {
  // Capitals first, because the capitals of "ß" are "SS".
  const plain = composed(text).normalize('NFKD').replace(accents, '').toUpperCase().toLowerCase();
  return plain.normalize('NFKC').replace(/\s+/gu, ' ').trim();
}

/** Reads a number with comma or point, such as "-12,5"; null for any other text. */
export function readNumber(text: string): number | null {
  const plain = composed(text).normalize('NFKC').replace(/\s+/gu, '').replace(/[−–]/gu, '-').replace(',', '.');
  return /^[+-]?(\d{1,15}(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** Whether a number is within the tolerance, in spite of binary fractions such as 0.1 + 0.2. */
function isWithin(given: number, value: number, tolerance: number): boolean {
  const rounding = 1e-9 * Math.max(1, Math.abs(given), Math.abs(value)) * 1e-3;
  return Math.abs(given - value) <= tolerance + rounding;
}

/** Whether an answer is right: several, order and match only when wholly right (CHECK-01). */
export function isRight(question: CheckQuestion, answer: PlacedAnswer | null): boolean {
  if (answer === null) return false;
  if ('text' in answer) return isRightText(question, answer.text);
  if ('matches' in answer) {
    // Two right sides may read alike, so that texts decide.
    return (
      question.kind === 'match' &&
      question.pairs.every(({ right }, left) => {
        const place = answer.matches[left];
        return place !== null && place !== undefined && question.pairs[place]?.right === right;
      })
    );
  }
  const { options } = answer;
  switch (question.kind) {
    case 'one':
      return options.length === 1 && options.every((place) => question.options[place]?.isRight === true);
    case 'several': {
      const chosen = new Set(options);
      return question.options.every(({ isRight: belongs }, place) => belongs === chosen.has(place));
    }
    case 'true_false':
      return options.length === 1 && question.isTrue !== null && options[0] === (question.isTrue ? 0 : 1);
    case 'order':
      // Two items may read alike, so that texts decide.
      return (
        options.length === question.items.length &&
        question.items.every((item, place) => question.items[options[place] ?? -1] === item)
      );
    default:
      return false;
  }
}

function isRightText(question: CheckQuestion, text: string): boolean {
  if (question.kind === 'text') {
    const folded = foldedText(text);
    return folded !== '' && question.accepted.some((accepted) => foldedText(accepted) === folded);
  }
  if (question.kind !== 'number' || question.value === null) return false;
  const given = readNumber(text);
  return given !== null && isWithin(given, question.value, question.tolerance);
}

/** Returns a score in percent, rounded down as it is shown. */
export function shownPercentOf(points: number, questions: number): number {
  return questions === 0 ? 0 : Math.floor((points * 100) / questions);
}

/** Whether a score reaches the pass mark; compared unrounded. */
export function isPassed(points: number, questions: number, passMark: number): boolean {
  return questions > 0 && points * 100 >= passMark * questions;
}
