import type { AttemptQuestion, AttemptResult, CheckAnswer, OpenAttempt } from '#contract/learning/checks.ts';
import type { AdminCheck } from '#contract/learning/checks-admin.ts';
import type { CheckContent, CheckQuestion, CheckSettings } from '#contract/learning/checks-content.ts';
import { defaultCheckSettings } from '#contract/learning/checks-limits.ts';
import type { Client } from './client.ts';

const common = { picture: null, explanation: '', pointer: null };

/** Question with one right answer, "Right <id>", among three. */
export function oneQuestion(id: string, changed: Partial<CheckQuestion> = {}): CheckQuestion {
  const options = [
    { text: `Wrong ${id}`, isRight: false },
    { text: `Right ${id}`, isRight: true },
    { text: `Neither ${id}`, isRight: false },
  ];
  // Safe cast, because only fields that all kinds have are changed.
  return { kind: 'one', id, text: `Question ${id}?`, ...common, options, ...changed } as CheckQuestion;
}

/** One question of each kind. */
export const everyKind: readonly CheckQuestion[] = [
  oneQuestion('one'),
  {
    kind: 'several',
    id: 'several',
    text: 'Which are principles?',
    ...common,
    options: [
      { text: 'Responsible', isRight: true },
      { text: 'Fast', isRight: false },
      { text: 'Adaptive', isRight: true },
    ],
  },
  { kind: 'true_false', id: 'truth', text: 'A check needs a reader.', ...common, isTrue: true },
  { kind: 'order', id: 'order', text: 'Order the steps.', ...common, items: ['Discover', 'Design', 'Deliver'] },
  {
    kind: 'match',
    id: 'match',
    text: 'Match the acts.',
    ...common,
    pairs: [
      { left: 'GDPR', right: 'Data' },
      { left: 'AI Act', right: 'Systems' },
      { left: 'DSA', right: 'Platforms' },
    ],
  },
  { kind: 'text', id: 'text', text: 'Which city?', ...common, accepted: ['Zürich', 'Zurich City'] },
  { kind: 'number', id: 'number', text: 'How much?', ...common, value: 12.5, tolerance: 0.5 },
];

/** Saves and publishes a check. */
export async function publishCheck(
  administrator: Client,
  resourceId: number,
  questions: readonly CheckQuestion[],
  settings: Partial<CheckSettings> = {},
): Promise<AdminCheck> {
  const path = `/api/admin/resources/${resourceId}/check`;
  const content: CheckContent = { settings: { ...defaultCheckSettings, ...settings }, questions: [...questions] };
  const saved = await administrator.put<AdminCheck>(path, { content });
  if (saved.status !== 200) throw new Error(`The check was not saved: ${JSON.stringify(saved.body)}`);
  const published = await administrator.post<AdminCheck>(`${path}/versions`, { updatedAt: saved.body.updatedAt });
  if (published.status !== 201) throw new Error(`The check was not published: ${JSON.stringify(published.body)}`);
  return published.body;
}

/** Starts an attempt of a member, or opens the one under way. */
export async function startAttempt(member: Client, resourceId: number): Promise<OpenAttempt> {
  const { status, body } = await member.post<OpenAttempt>(`/api/resources/${resourceId}/check/attempts`);
  if (status !== 200) throw new Error(`The attempt was not started: ${JSON.stringify(body)}`);
  return body;
}

/**
 * Returns the answer to a question with these texts: chosen options in their order, pairs as `left = right`, or one
 * typed text.
 */
export function answerWith(question: AttemptQuestion, ...texts: string[]): CheckAnswer {
  const idIn = (options: AttemptQuestion['options'], text: string) => {
    const found = options.find((option) => option.text === text);
    if (!found) throw new Error(`“${question.text}” does not offer “${text}”`);
    return found.id;
  };
  if (question.kind === 'text' || question.kind === 'number') return { text: texts[0] ?? '' };
  if (question.kind !== 'match') return { options: texts.map((text) => idIn(question.options, text)) };
  const pairs = texts.map((text) => {
    const [left = '', right = ''] = text.split(' = ');
    return { option: idIn(question.options, left), counterpart: idIn(question.counterparts, right) };
  });
  return { pairs };
}

/** Texts of the right answer of a question, for `answerWith`. */
export function rightTexts(question: CheckQuestion): string[] {
  switch (question.kind) {
    case 'one':
    case 'several':
      return question.options.filter(({ isRight }) => isRight).map(({ text }) => text);
    case 'true_false':
      return [question.isTrue ? 'True' : 'False'];
    case 'order':
      return question.items;
    case 'match':
      return question.pairs.map(({ left, right }) => `${left} = ${right}`);
    case 'text':
      return question.accepted.slice(0, 1);
    case 'number':
      return [String(question.value)];
  }
}

export function saveAnswer(member: Client, attemptId: number, number: number, answer: unknown) {
  return member.put<{ code: string; message: string; answered: number; savedAt: string }>(
    `/api/user/check-attempts/${attemptId}/answers/${number}`,
    { answer },
  );
}

export function handIn(member: Client, attemptId: number) {
  return member.post<AttemptResult & { code: string }>(`/api/user/check-attempts/${attemptId}/hand-in`);
}

/** Takes a whole attempt: answers the first `right` questions right and leaves out the others. */
export async function takeCheck(
  member: Client,
  resourceId: number,
  questions: readonly CheckQuestion[],
  right: number = questions.length,
): Promise<AttemptResult> {
  const attempt = await startAttempt(member, resourceId);
  for (const shown of attempt.questions.slice(0, right)) {
    const question = questions.find(({ text }) => text === shown.text);
    if (!question) throw new Error(`“${shown.text}” is no question of the check`);
    const saved = await saveAnswer(member, attempt.id, shown.number, answerWith(shown, ...rightTexts(question)));
    if (saved.status !== 200) throw new Error(`The answer was not saved: ${JSON.stringify(saved.body)}`);
  }
  return (await handIn(member, attempt.id)).body;
}
