import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getCheck, saveCheckAnswer } from '#contract/learning/checks.endpoints.ts';
import type { CheckAnswer, OpenAttempt } from '#contract/learning/checks.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { call } from '#web/platform/api.ts';
import { today } from '#web/platform/clock.ts';
import { ApiError } from '#web/platform/errors.ts';
import { refresh } from '#web/platform/queries.ts';
import { toastFailure } from '#web/platform/toast.ts';
import { keepTyped } from '#web/platform/typed.ts';
import type { SavingState } from '../assessment/saving.ts';
import { type AnswerSaving, createAnswerSaving } from './answer-saving.ts';
import { attemptQuery } from './api.ts';
import { type Answers, answersOf } from './check-display.ts';

const pauseMilliseconds = { failure: 5000, typing: 600 };

/** Whether the portal rejected an answer, so that sending it again is pointless. */
const isRejection = (error: unknown) =>
  error instanceof ApiError && !error.isSignedOut && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Answers of an attempt that is under way. Each change is saved, and what cannot be sent stays on this device. */
export function useAttempt(attempt: OpenAttempt) {
  const client = useQueryClient();
  const { id: userId } = useMember();
  const name = `check ${userId} ${attempt.id}`;
  // Answers of this page, which a later reply of the portal replaces once they are sent.
  const [given, setGiven] = useState<Answers>(() => readUnsent(name));
  const unsent = useRef(given);
  const [state, setState] = useState<SavingState>('saved');
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const saving = useRef<AnswerSaving>(null);
  const { id, now } = attempt;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const { queryKey } = attemptQuery(id);
    const first = readUnsent(name);
    const made = createAnswerSaving(first, {
      send: async (number, answer) => {
        await call(saveCheckAnswer, { params: { id, number }, body: { answer }, keepalive: true });
        // A reply that was asked for earlier may have arrived without this answer.
        await client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, (known) => known && withAnswer(known, number, answer));
        setSavedAt(today().toISOString());
      },
      keep: (left) => {
        unsent.current = left;
        keepTyped('localStorage', name, Object.keys(left).length > 0 ? left : null);
      },
      tell: setState,
      isRejection,
      onRejected: (error) => {
        toastFailure('The answer was not saved', error);
        // The attempt may be over, or handed in on another device.
        void refresh(client, getCheck).then(() => client.invalidateQueries({ queryKey }));
      },
      later: (again, pause) => {
        clearTimeout(timer);
        // Once the screen is left, the next visit sends the rest.
        if (!isLeft) timer = setTimeout(again, pauseMilliseconds[pause]);
      },
    });
    saving.current = made;
    const sendNow = () => void made.sendAll();
    addEventListener('online', sendNow);
    addEventListener('pagehide', sendNow);
    if (Object.keys(first).length > 0) sendNow();
    return () => {
      isLeft = true;
      clearTimeout(timer);
      removeEventListener('online', sendNow);
      removeEventListener('pagehide', sendNow);
      sendNow();
    };
  }, [client, id, name]);

  // `now` changes with each reply, but not with a saved answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reply has the answers of other devices
  useEffect(() => setGiven(unsent.current), [now]);

  const answer = useCallback((number: number, next: CheckAnswer, options?: { isTyping: boolean }) => {
    setGiven((before) => ({ ...before, [number]: next }));
    saving.current?.save(number, next, options);
  }, []);

  /** Sends the unsent answers; false when one could not be sent. */
  const sendAll = useCallback(async () => (await saving.current?.sendAll()) ?? true, []);

  return { answers: answersOf(attempt, given), answer, state, savedAt, sendAll };
}

function withAnswer(attempt: OpenAttempt, number: number, answer: CheckAnswer): OpenAttempt {
  const questions = attempt.questions.map((question) =>
    question.number === number ? { ...question, answer } : question,
  );
  return { ...attempt, questions };
}

/** Returns answers that an earlier visit could not send. */
function readUnsent(name: string): Answers {
  try {
    // Safe because only this file writes it, and the portal checks each answer.
    return JSON.parse(localStorage.getItem(name) ?? '{}') as Answers;
  } catch {
    return {};
  }
}
