import type { CheckQuestion } from '#contract/learning/checks-content.ts';
import { checkLimits } from '#contract/learning/checks-limits.ts';
import type { FoundQuestions } from './import-rules.ts';
import { mostRead, tooManyQuestions } from './size-rules.ts';

// The format: https://docs.moodle.org/en/Aiken_format

const markup = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>|<!--|&(?:[a-z]{2,10}|#\d{1,7});/i;

type Begun = { line: number; text: string[]; options: string[]; isBroken: boolean };

/** Reads an Aiken file: a question, its answers from A. or A) on, and ANSWER: with the letter of the right one. */
export function readAiken(text: string): FoundQuestions {
  const found: FoundQuestions = { questions: [], mistakes: [], notes: [] };
  let begun: Begun | null = null;
  for (const [index, written] of text.split('\n').entries()) {
    const line = index + 1;
    const content = written.trim();
    if (content === '') continue;
    const current: Begun = begun ?? { line, text: [], options: [], isBroken: false };
    begun = current;
    const refuse = (sentence: string) => {
      // One mistake for each question, because further ones may only follow from the first.
      if (!current.isBroken) found.mistakes.push({ line, sentence });
      current.isBroken = true;
    };
    const tag = markup.exec(content);
    if (tag) refuse(`Questions are plain text. Remove the HTML ${tag[0].slice(0, 40)}.`);
    const answer = /^ANSWER:\s*(.*)$/.exec(content);
    const option = /^([A-Z])[.)]\s+(.+)$/.exec(content);
    if (answer) {
      const letter = answer[1] ?? '';
      const mistake = mistakeOf(current, letter);
      if (mistake !== null) refuse(mistake);
      if (!current.isBroken) {
        const id = `q${found.questions.length + 1}`;
        found.questions.push({ line: current.line, question: questionOf(current, letter, id) });
      }
      begun = null;
      const beyond = found.questions[checkLimits.questions];
      if (beyond && found.questions.length > mostRead.questions) return tooManyQuestions(beyond.line);
    } else if (option && current.text.length > 0) {
      const expected = letterOf(current.options.length);
      if (option[1] !== expected) refuse(`Answer ${option[1]} is not the next one: write ${expected} first.`);
      current.options.push(option[2] ?? '');
    } else if (current.options.length > 0) {
      const expected = letterOf(current.options.length);
      refuse(`This line is neither an answer such as “${expected}. …” nor “ANSWER:” with the letter of the right one.`);
    } else if (option) {
      refuse('The question is missing before its first answer.');
      current.options.push(option[2] ?? '');
    } else {
      current.text.push(content);
    }
  }
  if (begun && !begun.isBroken) {
    found.mistakes.push({
      line: begun.line,
      sentence: 'This question has no “ANSWER:” with the letter of the right one.',
    });
  }
  return found;
}

const placeOf = (letter: string) => letter.charCodeAt(0) - 65;
const letterOf = (place: number) => String.fromCharCode(65 + place);

/** Returns the mistake of a complete question; null for a valid one. */
function mistakeOf({ text, options }: Begun, letter: string): string | null {
  if (text.length === 0) return 'Write a question before “ANSWER:”.';
  if (options.length === 0) return 'This question has no answers. Write them as “A. …”, “B. …”.';
  if (!/^[A-Z]$/.test(letter)) return '“ANSWER:” needs one letter, such as “ANSWER: B”.';
  if (placeOf(letter) < options.length) return null;
  return `The right answer ${letter} does not exist: the last one is ${letterOf(options.length - 1)}.`;
}

function questionOf({ text, options }: Begun, letter: string, id: string): CheckQuestion {
  return {
    kind: 'one',
    id,
    text: text.join('\n'),
    picture: null,
    explanation: '',
    pointer: null,
    options: options.map((one, place) => ({ text: one, isRight: place === placeOf(letter) })),
  };
}
