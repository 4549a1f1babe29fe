import { useBlocker } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { unsavedForms } from './unsaved.ts';

type Question = { leave: () => void; stay: () => void };

let question: Question | null = null;
const listeners = new Set<() => void>();

/** Says of a form that its contents would be lost by Back, a link or closing the window: the page then asks first (GEN-23). */
export function useUnsaved(isUnsaved: boolean): void {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      isUnsaved && (current.pathname !== next.pathname || (action !== 'PUSH' && action !== 'REPLACE')),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const { status, proceed, reset } = blocker;

  // The dialog is outside this form.
  useEffect(() => {
    if (status !== 'blocked') return;
    show({ leave: proceed, stay: reset });
    return () => show(null);
  }, [status, proceed, reset]);

  // Calls of the API are outside React.
  useEffect(() => {
    if (!isUnsaved) return;
    const form = {};
    unsavedForms.add(form);
    return () => void unsavedForms.delete(form);
  }, [isUnsaved]);
}

function show(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The question whether to leave, for its dialog; null for none. */
export function useLeaveQuestion(): Question | null {
  const current = () => question;
  return useSyncExternalStore(subscribe, current, current);
}
