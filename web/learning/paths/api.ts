import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/learning/paths.endpoints.ts';
import { getProgress, startSession } from '#contract/learning/progress.endpoints.ts';
import { call } from '#web/platform/api.ts';
import { today } from '#web/platform/clock.ts';
import { queryOf, refresh } from '#web/platform/queries.ts';
import { toastFailure } from '#web/platform/toast.ts';
import { eachVisit, refreshProgress } from '../library/api.ts';

/** Query of a learning path with the member's progress. */
export const pathQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.getPath, { params: { id } }), ...eachVisit });

/** Begins a path. What the member completed before counts at once. */
export function useBeginPath(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(startSession, { body: { resourceId: id, sessionData: { startTime: today().toISOString() } } }),
    onSuccess: () => Promise.all([refresh(client, endpoints.getPath, getProgress), refreshProgress(client)]),
    onError: (error) => toastFailure('The path was not started', error),
  });
}

/** Marks the text of a step as read. */
export function useMarkRead(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (stepId: string) => call(endpoints.markTextRead, { params: { id, stepId } }),
    onSuccess: async (path) => {
      client.setQueryData(pathQuery(id).queryKey, path);
      await refreshProgress(client);
    },
    onError: async (error) => {
      toastFailure('The step was not saved', error);
      await refresh(client, endpoints.getPath);
    },
  });
}
