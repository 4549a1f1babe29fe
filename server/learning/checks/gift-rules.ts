import type { CheckQuestion } from '#contract/learning/checks-content.ts';
import { checkLimits } from '#contract/learning/checks-limits.ts';
import { readNumber } from '#contract/learning/checks-score.ts';
import { composed } from '#contract/lines.ts';
import type { FoundQuestions } from './import-rules.ts';

// The format: https://docs.moodle.org/en/GIFT_format

/** A mistake of a block; `at` is its place in the block's text. */
class GiftMistake extends Error {
  readonly at: number;

  constructor(at: number, sentence: string) {
    super(sentence);
    this.at = at;
  }
}

// Escaped characters are noncharacters of Unicode while delimiters are sought; a file that has those was refused.
const escaped = ['~', '=', '#', '{', '}', ':', '*', '\\', 'n'] as const;
const standIn = (index: number) => String.fromCharCode(0xfdd0 + index);

function hideEscapes(text: string): string {
  return text.replace(/\\([~=#{}:*\\n])/g, (_, character: (typeof escaped)[number]) =>
    standIn(escaped.indexOf(character)),
  );
}

/** Restores the escaped characters of a text. White space becomes a blank, an escaped `\n` a line break. */
function shown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\uFDD0-\uFDD8]/g, (hidden) => {
      const character = escaped[hidden.charCodeAt(0) - 0xfdd0] ?? '';
      return character === 'n' ? '\n' : character;
    });
}

/** Reads a GIFT file: questions are parted by empty lines, and lines that begin with // are comments. */
export function readGift(text: string): FoundQuestions {
  const found: FoundQuestions = { questions: [], mistakes: [], notes: [] };
  const ids = new Set<string>();
  for (const block of blocksOf(text, found)) {
    // A block lacks the comments within it, so each of its lines has its own number.
    const source = hideEscapes(block.map(({ text: line }) => line).join('\n'));
    const lineAt = (at: number) => block[source.slice(0, at).split('\n').length - 1]?.number ?? 1;
    try {
      const { title, ...question } = readBlock(source);
      // Questions beyond the limit are only counted.
      const id = ids.size < checkLimits.questions ? idOf(title, ids) : title;
      ids.add(id);
      if (title !== '' && id !== title.replace(/\s/g, '-')) {
        found.notes.push({ line: lineAt(0), sentence: changedTitle(title, id) });
      }
      // Safe cast, because each branch of `answersOf` returns the fields of its kind.
      found.questions.push({ line: lineAt(0), question: { ...question, id } as CheckQuestion });
    } catch (error) {
      if (!(error instanceof GiftMistake)) throw error;
      found.mistakes.push({ line: lineAt(error.at), sentence: error.message });
    }
  }
  return found;
}

type Line = { number: number; text: string };

function blocksOf(text: string, { mistakes }: FoundQuestions): Line[][] {
  const blocks: Line[][] = [];
  let block: Line[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed.startsWith('//')) continue;
    if (trimmed.startsWith('$CATEGORY:')) {
      mistakes.push({ line: index + 1, sentence: 'A check has no categories. Remove this line.' });
    } else if (trimmed !== '') {
      block.push({ number: index + 1, text: line });
    } else if (block.length > 0) {
      blocks.push(block);
      block = [];
    }
  }
  return block.length > 0 ? [...blocks, block] : blocks;
}

const changedTitle = (title: string, id: string) =>
  `The title “${title}” becomes the id “${id}”: an id has at most 20 letters, digits, hyphens or underscores, and no other question has it.`;

/** Makes the id of a question from its title; numbers it when the title gives none that is free. */
function idOf(title: string, taken: ReadonlySet<string>): string {
  const named = composed(title)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+/, '')
    // Cut before the end is trimmed, which takes too long where a long title consists of hyphens.
    .slice(0, 20)
    .replace(/-+$/, '');
  if (named !== '' && !taken.has(named)) return named;
  let number = taken.size + 1;
  while (taken.has(`q${number}`)) number += 1;
  return `q${number}`;
}

const markup = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>|<!--|&(?:[a-z]{2,10}|#\d{1,7});/i;

function readBlock(source: string) {
  const named = /^\s*::([\s\S]*?)::/.exec(source);
  let start = named?.[0].length ?? 0;
  const format = /^\s*\[(html|markdown|moodle|plain)\]/i.exec(source.slice(start));
  if (format && /html|markdown/i.test(format[1] ?? '')) {
    throw new GiftMistake(start, `Questions are plain text. Remove [${format[1]}] and the formatting.`);
  }
  start += format?.[0].length ?? 0;
  const tag = markup.exec(source);
  if (tag) throw new GiftMistake(tag.index, `Questions are plain text. Remove the HTML ${tag[0].slice(0, 40)}.`);
  const opening = source.indexOf('{', start);
  if (opening === -1) {
    throw new GiftMistake(start, 'A text without answers in { } is no question. Remove it, or add its answers.');
  }
  const closing = source.indexOf('}', opening);
  if (closing === -1) throw new GiftMistake(opening, 'The { of the answers is not closed by } before the empty line.');
  const another = /[{}]/.exec(source.slice(closing + 1));
  if (another) {
    throw new GiftMistake(
      closing + 1 + another.index,
      'A question has one { } of answers. Escape others as \\{ and \\}.',
    );
  }
  const after = shown(source.slice(closing + 1));
  const before = shown(source.slice(start, opening));
  const text = after === '' ? before : `${before} _____ ${after}`.trim();
  const inside = source.slice(opening + 1, closing);
  const general = inside.indexOf('####');
  const body = general === -1 ? inside : inside.slice(0, general);
  const { feedback, ...answers } = answersOf(body, opening + 1);
  const explanation = [general === -1 ? '' : shown(inside.slice(general + 4)), ...feedback];
  return {
    title: shown(named?.[1] ?? ''),
    text,
    picture: null,
    explanation: explanation.filter((line) => line !== '').join('\n'),
    pointer: null,
    ...answers,
  };
}

/** Fields of a question that depend on its kind, with what the file says about single answers. */
type Answers = { kind: CheckQuestion['kind']; feedback: string[]; [field: string]: unknown };

function answersOf(body: string, start: number): Answers {
  if (body.trim() === '') {
    throw new GiftMistake(start, 'An essay has no right answer, so a check cannot ask it. Remove it, or add answers.');
  }
  const isTrueFalse = /^\s*(TRUE|FALSE|T|F)\s*(?:#([^#]*))?(?:#([^#]*))?$/i.exec(body);
  if (isTrueFalse) {
    const isTrue = /^t/i.test(isTrueFalse[1] ?? '');
    const [wrong, right] = [shown(isTrueFalse[2] ?? ''), shown(isTrueFalse[3] ?? '')];
    const about = (answer: boolean, said: string) => (said === '' ? [] : [`${answer ? 'True' : 'False'}: ${said}`]);
    return { kind: 'true_false', isTrue, feedback: [...about(!isTrue, wrong), ...about(isTrue, right)] };
  }
  if (/^\s*#/.test(body)) return numberOf(body, start);
  const given = givenAnswers(body, start);
  if (given.some(({ text }) => text.includes('->'))) return matchOf(given);
  return given.every(({ isRight }) => isRight) ? textsOf(given) : choiceOf(given);
}

/** Answers of a question that are read at most. */
const mostRead = 100;

type Given = { at: number; isRight: boolean; text: string; feedback: string };

/** Splits answers at their = and ~. A weight other than 100 %, or 0 % of a ~ answer, is a mistake. */
function givenAnswers(body: string, start: number): Given[] {
  const first = body.search(/[=~]/);
  if (first === -1 || body.slice(0, first).trim() !== '') {
    throw new GiftMistake(start, 'Each answer begins with = when it is right and with ~ when it is wrong.');
  }
  const given = [...body.matchAll(/([=~])([^=~]*)/g)];
  const beyond = given[mostRead];
  if (beyond) {
    throw new GiftMistake(start + beyond.index, 'This question has more answers than any can have. Remove some.');
  }
  return given.map(({ index, 1: mark, 2: rest = '' }) => {
    const at = start + index;
    const weight = /^\s*%(-?\d+(?:\.\d+)?)%/.exec(rest);
    const share = weight ? Number(weight[1]) : null;
    if (share !== null && share !== 100 && (share !== 0 || mark === '=')) {
      throw new GiftMistake(
        at,
        'A question counts one point, so answers have no part or negative weights. Remove this weight.',
      );
    }
    const [text = '', ...feedback] = rest.slice(weight?.[0].length ?? 0).split('#');
    const isRight = share === null ? mark === '=' : share === 100;
    return { at, isRight, text, feedback: shown(feedback.join(' ')) };
  });
}

const saidOf = (given: readonly Given[]) =>
  given.flatMap(({ text, feedback }) => (feedback === '' ? [] : [`${shown(text)}: ${feedback}`]));

function choiceOf(given: readonly Given[]): Answers {
  const rights = given.filter(({ isRight }) => isRight);
  const [first] = given;
  if (rights.length === 0) throw new GiftMistake(first?.at ?? 0, 'No answer is right. Mark the right one with =.');
  const second = rights[1];
  if (second) {
    throw new GiftMistake(
      second.at,
      'Only one answer beside wrong ones can be right. Import questions with several right answers as JSON.',
    );
  }
  const options = given.map(({ text, isRight }) => ({ text: shown(text), isRight }));
  return { kind: 'one', options, feedback: saidOf(given) };
}

function textsOf(given: readonly Given[]): Answers {
  const pattern = given.find(({ text }) => text.includes('*'));
  if (pattern) {
    throw new GiftMistake(
      pattern.at,
      'A check has no wildcards. Write every accepted answer, or escape the star as \\*.',
    );
  }
  return { kind: 'text', accepted: given.map(({ text }) => shown(text)), feedback: saidOf(given) };
}

function matchOf(given: readonly Given[]): Answers {
  const pairs = given.map(({ at, isRight, text }) => {
    const [left = '', right, ...more] = text.split('->').map(shown);
    if (!isRight || right === undefined || more.length > 0) {
      throw new GiftMistake(at, 'Each pair of a match is =left side -> right side.');
    }
    if (left === '') throw new GiftMistake(at, 'A right side without a left one cannot be imported. Remove it.');
    return { left, right };
  });
  return { kind: 'match', pairs, feedback: saidOf(given) };
}

/** Reads a number with its tolerance, or a range. */
function numberOf(body: string, start: number): Answers {
  const from = body.indexOf('#') + 1;
  const rest = body.slice(from);
  if (/^\s*[=~]/.test(rest)) {
    const given = givenAnswers(rest, start + from);
    const second = given[1];
    if (second) throw new GiftMistake(second.at, 'A number has one range in a check. Keep one of them.');
    const [only] = given;
    if (!only?.isRight) throw new GiftMistake(start, 'No number is right. Mark the right one with =.');
    return { kind: 'number', ...rangeOf(only.text, only.at), feedback: only.feedback === '' ? [] : [only.feedback] };
  }
  const [text = '', ...feedback] = rest.split('#');
  const said = shown(feedback.join(' '));
  return { kind: 'number', ...rangeOf(text, start), feedback: said === '' ? [] : [said] };
}

function rangeOf(written: string, at: number): { value: number; tolerance: number } {
  const text = shown(written);
  const ends = text.split('..');
  const parts = (ends.length === 2 ? ends : text.split(':')).map(readNumber);
  const [first, second = 0] = parts;
  if (
    parts.length > 2 ||
    first === undefined ||
    first === null ||
    second === null ||
    (ends.length !== 2 && second < 0)
  ) {
    throw new GiftMistake(at, 'A number is written as 3.14, 3.14:0.01 or 3..4.');
  }
  if (ends.length !== 2) return { value: first, tolerance: second };
  if (second < first) throw new GiftMistake(at, 'The range begins after its end.');
  // Decimals such as 0.1 and 0.3 have no exact middle in binary.
  const rounded = (value: number) => Number(value.toPrecision(12));
  return { value: rounded((first + second) / 2), tolerance: rounded((second - first) / 2) };
}
