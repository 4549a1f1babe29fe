import { checkLimits } from '#contract/learning/checks-limits.ts';
import type { FoundQuestions } from './import-rules.ts';

/**
 * Questions of a text file that are read at most, and answers of a question: with more it is no check, and its mistakes
 * would fill pages.
 */
export const mostRead = { questions: 1000, answers: 100 } as const;

/** @param line line of the first question beyond those that a check has */
export function tooManyQuestions(line: number): FoundQuestions {
  const sentence = `A check has at most ${checkLimits.questions} questions, and this file has more than ${mostRead.questions}.`;
  return { questions: [], mistakes: [{ line, sentence }], notes: [] };
}
