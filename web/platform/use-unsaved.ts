import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isLeavingToOther } from './page-member.ts';
import { sharedValue } from './shared-value.ts';
import { hasUnsaved, unsavedForms } from './unsaved.ts';

type Question = { leave: () => void; stay: () => void };

const question = sharedValue<Question | null>(null);

/** Marks a form as unsaved. Back, a link or closing the window then asks before its contents are lost (GEN-23). */
export function useUnsaved(isUnsaved: boolean): void {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      isUnsaved && (current.pathname !== next.pathname || (action !== 'PUSH' && action !== 'REPLACE')),
    enableBeforeUnload: () => isUnsaved && !isLeavingToOther(),
    withResolver: true,
  });
  const { status, proceed, reset } = blocker;

  // An effect, because the dialog is rendered outside this form.
  useEffect(() => {
    if (status !== 'blocked') return;
    question.set({ leave: proceed, stay: reset });
    return () => question.set(null);
  }, [status, proceed, reset]);

  // An effect, because `call` reads the set outside React.
  useEffect(() => {
    if (!isUnsaved) return;
    const form = {};
    unsavedForms.add(form);
    return () => void unsavedForms.delete(form);
  }, [isUnsaved]);
}

/** Asks before another part of the page, such as a tab, takes the place of a form with unsaved entries. */
export function askToLeave(leave: () => void): void {
  const close = () => question.set(null);
  const go = () => {
    close();
    leave();
  };
  if (hasUnsaved()) question.set({ stay: close, leave: go });
  else leave();
}

/** The question whether to leave, for its dialog; null for none. */
export const useLeaveQuestion = question.use;
