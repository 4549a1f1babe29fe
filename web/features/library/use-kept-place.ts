import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { listLibrary, listUnfinished } from '#contract/library.endpoints.ts';
import { listSessions, savePlace } from '#contract/progress.endpoints.ts';
import type { Place } from '#contract/progress.ts';
import { call } from '../../platform/api.ts';
import { refresh } from '../../platform/queries.ts';
import { toastFailure } from '../../platform/toast.ts';
import { progressQuery } from './api.ts';

/** How long a member stays somewhere before it is told. */
const settleMilliseconds = 800;

/**
 * Keeps where the member is in a resource: a moment after the last change, and at once when the screen or the tab is
 * left. What cannot be kept is told once.
 * @returns a function that is told of every change; it stays the same
 */
export function useKeptPlace(resourceId: number): (place: Place) => void {
  const save = useSavingPlace(resourceId);
  const waiting = useRef<Place | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (waiting.current) save(waiting.current);
    waiting.current = null;
  }, [save]);

  // The member may leave in three ways: to another screen, to another tab, or by closing this one.
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      flush();
    };
  }, [flush]);

  return useCallback(
    (place: Place) => {
      waiting.current = place;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, settleMilliseconds);
    },
    [flush],
  );
}

function useSavingPlace(resourceId: number): (place: Place) => void {
  const client = useQueryClient();
  const hasFailed = useRef(false);
  const { mutate } = useMutation({
    // One after the other, so that the last place is the one that stays.
    scope: { id: `place of ${resourceId}` },
    mutationFn: (place: Place) => call(savePlace, { params: { id: resourceId }, body: place, keepalive: true }),
    onSuccess: (progress) => {
      client.setQueryData(progressQuery(resourceId).queryKey, progress);
      return refresh(client, listSessions, listLibrary, listUnfinished);
    },
    onError: (error) => {
      if (!hasFailed.current) toastFailure('Your place was not kept', error);
      hasFailed.current = true;
    },
  });
  return mutate;
}
