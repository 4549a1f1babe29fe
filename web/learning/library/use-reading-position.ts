import { useCallback, useEffect, useRef } from 'react';
import { listLibrary, listUnfinished } from '#contract/learning/library.endpoints.ts';
import { listSessions, saveReadingPosition } from '#contract/learning/progress.endpoints.ts';
import type { ReadingPosition } from '#contract/learning/progress.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { progressQuery } from './api.ts';

/** Time that a position stays unchanged before it is sent. */
const debounceMilliseconds = 800;

/**
 * Saves the reading position of the member in a resource: a moment after the last change, and at once when the screen
 * or the tab is left. A failure is shown once.
 * @returns a stable function to call with every change
 */
export function useReadingPosition(resourceId: number): (readingPosition: ReadingPosition) => void {
  const save = useSaveReadingPosition(resourceId);
  const waiting = useRef<ReadingPosition | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (waiting.current) save(waiting.current);
    waiting.current = null;
  }, [save]);

  // A member leaves for another screen or another tab, or by closing this one.
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      flush();
    };
  }, [flush]);

  return useCallback(
    (readingPosition: ReadingPosition) => {
      waiting.current = readingPosition;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, debounceMilliseconds);
    },
    [flush],
  );
}

function useSaveReadingPosition(resourceId: number): (readingPosition: ReadingPosition) => void {
  const hasFailed = useRef(false);
  const { mutate } = useAction({
    // So that the latest position is stored last.
    queue: `reading position of ${resourceId}`,
    send: (readingPosition: ReadingPosition) =>
      call(saveReadingPosition, { params: { id: resourceId }, body: readingPosition, keepalive: true }),
    failed: () => {
      if (hasFailed.current) return null;
      hasFailed.current = true;
      return 'Your place was not kept';
    },
    keep: (client, progress) => client.setQueryData(progressQuery(resourceId).queryKey, progress),
    changed: [listSessions, listLibrary, listUnfinished],
  });
  return mutate;
}
