import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AdminCheck } from '#contract/learning/checks-admin.ts';
import type { CheckContent, CheckQuestion } from '#contract/learning/checks-content.ts';
import { ApiError, isConflict } from '#web/platform/errors.ts';
import { toastFailure } from '#web/platform/toast.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { fetchCheck, saveDraft } from './api.ts';

/** Pause in typing after which the draft is saved. */
const pauseMilliseconds = 800;

/** Pause after a failure, before the draft is saved again. */
const againMilliseconds = 5000;

export type DraftState = 'saved' | 'saving' | 'unsaved' | 'conflict';

/**
 * Draft of a check. Each change is saved on the server, one request at a time. After another administrator has saved
 * the check, nothing more is saved until the author chooses a version.
 */
export function useCheckDraft(opened: AdminCheck) {
  const [check, setCheck] = useState(opened);
  const [content, setContent] = useState(opened.content);
  const [state, setState] = useState<DraftState>('saved');
  // Number of versions that were taken over from the server; each time the fields start again.
  const [round, setRound] = useState(0);
  const waiting = useRef<CheckContent | null>(null);
  const latestContent = useRef(content);
  useEffect(() => {
    latestContent.current = content;
  });
  const seenAt = useRef(opened.updatedAt);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<void>>(null);
  const isLeft = useRef(false);
  const { resourceId } = opened;

  async function sendWaiting(): Promise<void> {
    while (waiting.current) {
      const sent = waiting.current;
      setState('saving');
      try {
        const saved = await saveDraft(resourceId, sent, seenAt.current);
        seenAt.current = saved.updatedAt;
        setCheck(saved);
      } catch (error) {
        if (isConflict(error)) return setState('conflict');
        setState('unsaved');
        // A rejected draft is sent again with the next change.
        if (error instanceof ApiError && error.status < 500) toastFailure('The draft was not saved', error);
        else if (!isLeft.current) timer.current = setTimeout(() => void flush(), againMilliseconds);
        return;
      }
      if (waiting.current === sent) waiting.current = null;
    }
    setState('saved');
  }

  /**
   * Saves the latest change now.
   * @returns whether everything is saved
   */
  async function flush(): Promise<boolean> {
    clearTimeout(timer.current);
    running.current ??= sendWaiting().finally(() => {
      running.current = null;
    });
    await running.current;
    return waiting.current === null;
  }

  function change(next: CheckContent) {
    setContent(next);
    waiting.current = next;
    if (state === 'conflict') return;
    setState('saving');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), pauseMilliseconds);
  }

  /** Shows a check that the server returned, in place of the draft. */
  function take(next: AdminCheck) {
    clearTimeout(timer.current);
    waiting.current = null;
    seenAt.current = next.updatedAt;
    setCheck(next);
    setContent(next.content);
    setState('saved');
    setRound((now) => now + 1);
  }

  /** Ends a conflict: takes the other administrator's version, or overwrites it with this draft. */
  async function settle(way: 'theirs' | 'mine') {
    try {
      const theirs = await fetchCheck(resourceId);
      if (way === 'theirs') return take(theirs);
      seenAt.current = theirs.updatedAt;
      waiting.current ??= content;
      await flush();
    } catch (error) {
      toastFailure('The check was not loaded', error);
    }
  }

  const leave = useEffectEvent(() => {
    if (waiting.current && state !== 'conflict') void flush();
  });
  useEffect(() => {
    isLeft.current = false;
    addEventListener('online', leave);
    return () => {
      isLeft.current = true;
      removeEventListener('online', leave);
      leave();
    };
  }, []);
  useUnsaved(state === 'unsaved' || state === 'conflict');

  return {
    check,
    content,
    state,
    round,
    change,
    flush,
    take,
    settle,
    /** Time of the saved draft, as the server checks it. */
    seenAt: () => seenAt.current,
    /** Takes over voided questions and versions from the server; the draft stays. */
    note: ({ voided, published, versions }: AdminCheck) => setCheck((now) => ({ ...now, voided, published, versions })),
    /** Puts a deleted question back to its place. */
    restore: (question: CheckQuestion, index: number) => {
      const latest = waiting.current ?? latestContent.current;
      change({ ...latest, questions: latest.questions.toSpliced(index, 0, question) });
    },
  };
}

export type CheckDraft = ReturnType<typeof useCheckDraft>;
