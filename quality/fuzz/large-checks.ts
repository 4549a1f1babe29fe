import type { CheckFileForm, CheckFormat } from '#contract/learning/checks-admin.ts';
import { checkLimits, defaultCheckSettings, maxCheckFile } from '#contract/learning/checks-limits.ts';

type LargeCheck = CheckFileForm & {
  name: string;
  /** Whether the file has no mistakes. */
  isGood: boolean;
};

const words = (letters: number) => 'A sentence about trust and care, '.repeat(letters / 33 + 1).slice(0, letters);

/** Returns a number of questions between which the letters of the largest file are divided. */
function questionsOf(count: number, write: (index: number, letters: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index, Math.floor(maxCheckFile / count))).join('\n\n');
}

/** Returns a text repeated up to a size, by default that of the largest file. */
const filled = (text: string, letters = maxCheckFile) => text.repeat(Math.floor(letters / text.length));

const giftQuestion = (index: number, letters: number) => {
  const { optionText, explanation, questionText } = checkLimits;
  const options = Array.from({ length: checkLimits.options }, (_, place) => {
    const text = words(Math.min(optionText, letters / 20) - 10);
    return `${place === index % checkLimits.options ? '=' : '~'}${text}${place}`;
  });
  return `${words(Math.min(questionText, letters / 5))} {\n${options.join('\n')}\n####${words(Math.min(explanation, letters / 10))}\n}`;
};

const aikenQuestion = (index: number, letters: number) => {
  const options = Array.from({ length: checkLimits.options }, (_, place) => {
    const text = words(Math.min(checkLimits.optionText, letters / 20) - 10);
    return `${String.fromCharCode(65 + place)}. ${text}${place}`;
  });
  const answer = String.fromCharCode(65 + (index % checkLimits.options));
  return `${words(Math.min(checkLimits.questionText, letters / 5))}\n${options.join('\n')}\nANSWER: ${answer}`;
};

const jsonQuestion = (index: number) => ({
  kind: 'match',
  id: `q${index}`,
  text: words(checkLimits.questionText),
  picture: null,
  explanation: words(checkLimits.explanation),
  pointer: null,
  pairs: Array.from({ length: checkLimits.options }, (_, place) => ({
    left: `${words(200)}${place}`,
    right: `${words(200)}${place}`,
  })),
});

const json = (questions: unknown[]) => JSON.stringify({ settings: defaultCheckSettings, questions });

/**
 * Returns the largest files of questions that the contract allows: with as much in as many questions as a check has,
 * with as many questions, and with as many mistakes as fit.
 */
export function largeChecks(): LargeCheck[] {
  const file = (name: string, format: CheckFormat, text: string, isGood = false): LargeCheck => ({
    name,
    format,
    text,
    isGood,
  });
  const titles = Array.from({ length: 13_000 }, (_, index) => `::q${index + 13_000}::A{T}`).join('\n\n');
  return [
    file('questions.gift', 'gift', questionsOf(checkLimits.questions, giftQuestion), true),
    file('questions.aiken', 'aiken', questionsOf(checkLimits.questions, aikenQuestion), true),
    file(
      'questions.json',
      'json',
      json(Array.from({ length: checkLimits.questions }, (_, at) => jsonQuestion(at))),
      true,
    ),
    file('many.gift', 'gift', filled('A{T}\n\n')),
    file('many.aiken', 'aiken', filled('A\nA. B\nB. C\nANSWER: A\n')),
    file(
      'many.json',
      'json',
      json(Array.from({ length: 1_000 }, (_, at) => ({ ...jsonQuestion(at), text: 'A', explanation: '', pairs: [] }))),
    ),
    file('wrong.gift', 'gift', filled('A\n\n')),
    file('wrong.aiken', 'aiken', filled('A\nANSWER: \n')),
    file('wrong.json', 'json', `{"questions":[${filled('{},', maxCheckFile - 20)}{}]}`),
    file('options.gift', 'gift', `A {${filled('~a', maxCheckFile - 10)}}`),
    file('title.gift', 'gift', `::A${'-'.repeat(maxCheckFile - 20)}A::B {T}`, true),
    file('ids.gift', 'gift', titles + filled('\n\nA{T}', maxCheckFile - titles.length)),
    file('blanks.aiken', 'aiken', `A\nA.${' '.repeat(maxCheckFile - 20)}\u2028b\u2028c`),
    file('lines.gift', 'gift', filled('A\n')),
    file('deep.json', 'json', filled('[')),
    file('keys.json', 'json', `{${Array.from({ length: 30_000 }, (_, at) => `"k${at}":1`).join(',')}}`),
  ];
}
