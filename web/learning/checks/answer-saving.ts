import type { CheckAnswer } from '#contract/learning/checks.ts';
import type { SavingState } from '../assessment/saving.ts';
import type { Answers } from './check-display.ts';

type Parts = {
  send: (number: number, answer: CheckAnswer) => Promise<unknown>;
  /** Receives the answers that the portal does not have yet, after each change. */
  keep: (unsent: Answers) => void;
  tell: (state: SavingState) => void;
  /** Whether sending again is pointless, because the portal rejected the answer. */
  isRejection: (error: unknown) => boolean;
  onRejected: (error: unknown) => void;
  /** Schedules the next attempt after a failure, or after a pause in typing. */
  later: (again: () => void, pause: 'failure' | 'typing') => void;
};

export type AnswerSaving = {
  save: (number: number, answer: CheckAnswer, options?: { isTyping: boolean }) => void;
  /** Sends the unsent answers now. @returns whether all of them were sent or rejected */
  sendAll: () => Promise<boolean>;
};

/**
 * Saves the answers of an attempt: one request at a time, and of each question only the latest answer. No answer is
 * lost while the server cannot be reached.
 * @param first answers of an earlier visit that were not sent
 */
export function createAnswerSaving(first: Answers, parts: Parts): AnswerSaving {
  const unsent = new Map<number, CheckAnswer>(
    Object.entries(first).map(([number, answer]) => [Number(number), answer]),
  );
  let running: Promise<void> | null = null;

  const keep = () => parts.keep(Object.fromEntries(unsent));

  async function sendEach(): Promise<void> {
    for (let next = unsent.entries().next().value; next; next = unsent.entries().next().value) {
      const [number, answer] = next;
      parts.tell('saving');
      try {
        await parts.send(number, answer);
      } catch (error) {
        if (!parts.isRejection(error)) {
          parts.tell('unsaved');
          parts.later(() => void sendAll(), 'failure');
          return;
        }
        parts.onRejected(error);
      }
      // A newer answer of the same question follows.
      if (unsent.get(number) === answer) unsent.delete(number);
      keep();
    }
    parts.tell('saved');
  }

  async function sendAll(): Promise<boolean> {
    running ??= sendEach().finally(() => {
      running = null;
    });
    await running;
    return unsent.size === 0;
  }

  return {
    save: (number, answer, { isTyping } = { isTyping: false }) => {
      unsent.set(number, answer);
      keep();
      parts.tell('saving');
      if (isTyping) parts.later(() => void sendAll(), 'typing');
      else void sendAll();
    },
    sendAll,
  };
}
