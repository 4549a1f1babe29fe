import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isLeavingToOther } from './page-member.ts';
import type { Search } from './search.ts';
import { sharedValue } from './shared-value.ts';
import { unsavedForms } from './unsaved.ts';

type Question = { leave: () => void; stay: () => void };

const question = sharedValue<Question | null>(null);

/**
 * Says of a form that its contents would be lost by Back, a link or closing the window: the page then asks first (GEN-23).
 * @param isOther whether other parameters of the same page take the form away, such as another tab
 */
export function useUnsaved(isUnsaved: boolean, isOther?: (now: Search, next: Search) => boolean): void {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      isUnsaved &&
      (current.pathname !== next.pathname ||
        isOther?.(current.search, next.search) ||
        (action !== 'PUSH' && action !== 'REPLACE')),
    enableBeforeUnload: () => isUnsaved && !isLeavingToOther(),
    withResolver: true,
  });
  const { status, proceed, reset } = blocker;

  // The dialog is outside this form.
  useEffect(() => {
    if (status !== 'blocked') return;
    question.set({ leave: proceed, stay: reset });
    return () => question.set(null);
  }, [status, proceed, reset]);

  // Calls of the API are outside React.
  useEffect(() => {
    if (!isUnsaved) return;
    const form = {};
    unsavedForms.add(form);
    return () => void unsavedForms.delete(form);
  }, [isUnsaved]);
}

/** The question whether to leave, for its dialog; null for none. */
export const useLeaveQuestion = question.use;
