import type { CheckContent, CheckQuestion } from '#contract/learning/checks-content.ts';
import { oneQuestion, rightTexts } from './checks.ts';
import type { Chooser } from './money-lives.ts';

/**
 * An attempt in the model of a check. The model is independent of the server's code: it decides by the words of
 * CHECK-01 and CHECK-02, and knows answers only by their texts.
 */
export type ModelAttempt = {
  id: number;
  version: number;
  /** Ids of the drawn questions, as the texts of the reply show. */
  asked: string[];
  answers: Map<string, string[]>;
  state: 'open' | 'handed-in';
  right: Set<string>;
  awarded: Set<string>;
};

export class CheckModel {
  readonly versions: CheckContent[] = [];
  readonly voided: Set<string>[] = [];
  readonly attempts: ModelAttempt[] = [];
  completions = 0;

  publish(content: CheckContent): void {
    const before = this.versions.at(-1)?.questions ?? [];
    const kept = content.questions.filter((one) =>
      before.some((other) => JSON.stringify(one) === JSON.stringify(other) && this.voided.at(-1)?.has(one.id)),
    );
    this.versions.push(content);
    this.voided.push(new Set(kept.map(({ id }) => id)));
  }

  contentOf = ({ version }: ModelAttempt) => this.versions[version - 1] as CheckContent;
  questionOf = (attempt: ModelAttempt, id: string) =>
    this.contentOf(attempt).questions.find((one) => one.id === id) as CheckQuestion;

  handIn(attempt: ModelAttempt): void {
    attempt.state = 'handed-in';
    for (const id of attempt.asked) {
      const given = attempt.answers.get(id);
      const question = this.questionOf(attempt, id);
      const right = rightTexts(question);
      // Only in questions of kind `order` does the order of the chosen texts matter.
      const sorted = (texts: readonly string[]) => (question.kind === 'order' ? texts : texts.toSorted()).join('|');
      if (given && sorted(given) === sorted(right)) attempt.right.add(id);
      else if (this.voided[attempt.version - 1]?.has(id)) attempt.awarded.add(id);
    }
    if (this.isPassed(attempt)) this.completions = 1;
  }

  points = ({ right, awarded }: ModelAttempt) => right.size + awarded.size;
  percent = (attempt: ModelAttempt) => Math.floor((100 * this.points(attempt)) / attempt.asked.length);
  isPassed = (attempt: ModelAttempt) =>
    (100 * this.points(attempt)) / attempt.asked.length >= this.contentOf(attempt).settings.passMark;
  mayReview = (attempt: ModelAttempt) => {
    const { showsAnswers } = this.contentOf(attempt).settings;
    return showsAnswers === 'after_each_attempt' || (showsAnswers === 'after_passing' && this.isPassed(attempt));
  };

  voidQuestion(id: string): void {
    const current = this.versions.at(-1)?.questions.find((one) => one.id === id);
    for (const [index, { questions }] of this.versions.entries()) {
      if (questions.some((one) => JSON.stringify(one) === JSON.stringify(current))) this.voided[index]?.add(id);
    }
    for (const attempt of this.attempts.filter(({ state }) => state === 'handed-in')) {
      const isVoid = this.voided[attempt.version - 1]?.has(id);
      if (isVoid && attempt.asked.includes(id) && !attempt.right.has(id)) attempt.awarded.add(id);
      if (this.isPassed(attempt)) this.completions = 1;
    }
  }
}

const kinds = ['one', 'several', 'true_false', 'order', 'match', 'text', 'number'] as const;

/** Word that only accepted texts and explanations contain, so that a leak of either is found in any reply. */
export const secretWord = 'zebrafinch';

/** Returns a random whole number from `least` to `most`, both included. */
export const wholeIn = ({ random }: Chooser, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1));

/** Makes a random question whose texts name its id. */
export function randomQuestion(id: string, choose: Chooser): CheckQuestion {
  const { oneOf, chance } = choose;
  const common = {
    id,
    text: `Question ${id}?`,
    picture: null,
    explanation: `Because of the ${secretWord}.`,
    pointer: chance(0.5) ? ({ kind: 'page', page: wholeIn(choose, 1, 9) } as const) : null,
  };
  const kind = oneOf(kinds);
  const items = ['A', 'B', 'C', 'D'].slice(0, wholeIn(choose, 2, 4)).map((letter) => `${letter} of ${id}`);
  switch (kind) {
    case 'one':
      return { ...oneQuestion(id), ...common } as CheckQuestion;
    case 'several':
      return {
        ...common,
        kind,
        options: items.map((text, place) => ({ text, isRight: place === 0 || chance(0.5) })),
      };
    case 'true_false':
      return { ...common, kind, isTrue: chance(0.5) };
    case 'order':
      return { ...common, kind, items };
    case 'match':
      return { ...common, kind, pairs: items.map((left) => ({ left, right: `${left}, right` })) };
    case 'text':
      return { ...common, kind, accepted: [`The ${secretWord} ${id}`] };
    case 'number':
      return { ...common, kind, value: 990_000 + wholeIn(choose, 0, 999), tolerance: 0.25 };
  }
}

/** Returns random texts of an answer, right in at least half of the cases. */
export function randomAnswer(question: CheckQuestion, { oneOf, chance }: Chooser): string[] {
  const right = rightTexts(question);
  if (chance(0.5)) return right;
  switch (question.kind) {
    case 'one':
    case 'several': {
      const texts = question.options.map(({ text }) => text);
      if (question.kind === 'one') return [oneOf(texts)];
      return chance(0.4) ? texts : texts.filter(() => chance(0.5));
    }
    case 'true_false':
      return [oneOf(['True', 'False'])];
    case 'order':
      return right.toReversed();
    case 'match':
      return right.map((pair, place) => `${pair.split(' = ')[0]} = ${right.at(place - 1)?.split(' = ')[1]}`);
    case 'text':
      return [oneOf(['A sparrow', 'A wren'])];
    case 'number':
      return [oneOf(['17', '18,5'])];
  }
}

/** Names of all fields of a reply, at any depth. */
export function fieldsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...fieldsOf(one)]);
}
