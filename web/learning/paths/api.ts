import { queryOptions, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/learning/paths.endpoints.ts';
import { startSession } from '#contract/learning/progress.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { today } from '#web/platform/clock.ts';
import { queryOf, refresh } from '#web/platform/queries.ts';
import { eachVisit, progressLists } from '../library/api.ts';

/** Query of a learning path with the member's progress. */
export const pathQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.getPath, { params: { id } }), ...eachVisit });

/** Begins a path. What the member completed before counts at once. */
export const useBeginPath = (id: number) =>
  useAction({
    send: () => call(startSession, { body: { resourceId: id, sessionData: { startTime: today().toISOString() } } }),
    failed: 'The path was not started',
    changed: [endpoints.getPath, ...progressLists],
  });

/** Marks the text of a step as read; other steps can be marked at the same time. */
export function useMarkRead(id: number) {
  const client = useQueryClient();
  return useAction({
    isConcurrent: true,
    send: (stepId: string) => call(endpoints.markTextRead, { params: { id, stepId } }),
    failed: 'The step was not saved',
    keep: (_, path) => client.setQueryData(pathQuery(id).queryKey, path),
    changed: progressLists,
    onFailed: () => refresh(client, endpoints.getPath),
  });
}
