import { isNestedTooDeeply } from '#contract/json-depth.ts';
import type { CheckFileForm, CheckFilePreview, FileMistake } from '#contract/learning/checks-admin.ts';
import { CheckFile, CheckQuestion, type CheckSettings } from '#contract/learning/checks-content.ts';
import { checkLimits, defaultCheckSettings } from '#contract/learning/checks-limits.ts';
import { problemsOf } from '#contract/learning/checks-warnings.ts';
import { jsonSentence, pathText, valueAt } from '#server/catalogue/content/json-rules.ts';
import { readAiken } from './aiken-rules.ts';
import { readGift } from './gift-rules.ts';

/** A question of a text file, not checked yet, with the line on which it begins. */
export type FoundQuestion = { line: number; question: CheckQuestion };

type OfLine = { line: number; sentence: string };

/** The content of a text file: its questions, its mistakes by line, and notes on what is imported with a change. */
export type FoundQuestions = { questions: FoundQuestion[]; mistakes: OfLine[]; notes: OfLine[] };

export type ReadCheckFile = {
  mistakes: FileMistake[];
  /** Says what the import would change, such as a title that cannot be an id. */
  notes: FileMistake[];
  questions: CheckQuestion[];
  /** Null for files without settings. */
  settings: CheckSettings | null;
};

const withMistakes = (mistakes: FileMistake[]): ReadCheckFile => ({
  mistakes,
  notes: [],
  questions: [],
  settings: null,
});

/** Maximum mistakes of a file that are listed; further ones are only counted. */
const mostListed = 200;

/** Reads a file of questions and returns its first mistakes, or the questions in it. */
export function previewOf(file: CheckFileForm): CheckFilePreview {
  const { mistakes, ...read } = readCheckFile(file);
  return { ...read, mistakes: mistakes.slice(0, mostListed), mistakeCount: mistakes.length };
}

/** Reads a file of questions (CHECK-02). Anything that a check cannot have is a mistake; nothing is dropped. */
export function readCheckFile({ format, text }: CheckFileForm): ReadCheckFile {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const broken = plain.split('\n').findIndex((line) => /[\uFFFD\uFDD0-\uFDEF\0]/.test(line) || !line.isWellFormed());
  if (broken !== -1) {
    const sentence = 'This line has characters that cannot be read. Save the file in UTF-8.';
    return withMistakes([{ line: broken + 1, path: null, sentence }]);
  }
  return format === 'json' ? readJson(plain) : checked(format === 'gift' ? readGift(plain) : readAiken(plain));
}

function readJson(text: string): ReadCheckFile {
  const whole = (sentence: string) => withMistakes([{ line: null, path: 'The file', sentence }]);
  if (isNestedTooDeeply(text)) return whole('is nested too deeply to be a check.');
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return whole(jsonSentence(text, error));
  }
  const number = countQuestions(given);
  if (number > checkLimits.questions)
    return withMistakes([{ line: null, path: 'questions', sentence: tooMany(number) }]);
  const read = CheckFile.safeParse(given);
  if (read.success) return { mistakes: [], notes: [], questions: read.data.questions, settings: read.data.settings };
  return withMistakes(
    read.error.issues.flatMap((issue) => {
      if (issue.code === 'unrecognized_keys') {
        const sentence = 'A check has nothing of this name. Remove it or correct its spelling.';
        return issue.keys.map((key) => ({ line: null, path: pathText([...issue.path, key]), sentence }));
      }
      const isMissing = valueAt(given, issue.path) === undefined;
      const path = pathText(issue.path) || 'The file';
      return [{ line: null, path, sentence: isMissing ? 'This is missing.' : issue.message }];
    }),
  );
}

/** Returns the number of questions of a JSON file, before they are checked; 0 where it has no list of them. */
function countQuestions(given: unknown): number {
  const isObject = typeof given === 'object' && given !== null;
  return isObject && 'questions' in given && Array.isArray(given.questions) ? given.questions.length : 0;
}

const tooMany = (number: number) =>
  `A check has at most ${checkLimits.questions} questions, and this file has ${number}.`;

/**
 * Checks the questions of a text file as strictly as publishing does: an incomplete question is a mistake. Those beyond
 * the limit are only counted.
 */
function checked({ questions, mistakes, notes }: FoundQuestions): ReadCheckFile {
  const beyond = questions[checkLimits.questions];
  if (beyond) mistakes.push({ line: beyond.line, sentence: tooMany(questions.length) });
  const further = questions.slice(0, checkLimits.questions).flatMap(({ line, question }) => {
    const read = CheckQuestion.safeParse(question);
    if (!read.success) return read.error.issues.map(({ message }) => ({ line, sentence: `${message}.` }));
    return problemsOf({ settings: { ...defaultCheckSettings, passMark: 1 }, questions: [read.data] })
      .filter(({ blocks, questionId }) => blocks && questionId !== null)
      .map(({ sentence }) => ({ line, sentence }));
  });
  const all = [...mistakes, ...further].sort((one, other) => one.line - other.line);
  if (all.length > 0) return withMistakes(all.map((mistake) => ({ path: null, ...mistake })));
  if (questions.length === 0) {
    return withMistakes([{ line: 1, path: null, sentence: 'The file has no question.' }]);
  }
  return {
    mistakes: [],
    notes: notes.map((note) => ({ path: null, ...note })),
    questions: questions.map(({ question }) => CheckQuestion.parse(question)),
    settings: null,
  };
}
