import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ErrorCode } from '#contract/errors.ts';
import * as endpoints from '#contract/learning/checks.endpoints.ts';
import type { AttemptResult } from '#contract/learning/checks.ts';
import { getProgress } from '#contract/learning/progress.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/errors.ts';
import { listOptions, pageQueryOf, queryOf, refresh } from '#web/platform/queries.ts';
import { refreshCertificates } from '../learning/certificate-api.ts';
import { eachVisit, refreshProgress } from '../library/api.ts';

/** Query of the check of a resource for the member; null without a check. */
export const checkQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.getCheck, { params: { id } }), ...eachVisit });

/** Query of an attempt that is under way. Another tab or device may answer it too, so coming back fetches it again. */
export const attemptQuery = (id: number) =>
  queryOptions({
    ...queryOf(endpoints.getOpenAttempt, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  });

export const resultQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.getAttemptResult, { params: { id } }), staleTime: 0 });

export const ownAttemptsPageSize = 10;

/** Query of the member's attempts at the check of a resource, newest first. */
export const ownAttemptsQuery = (resourceId: number, page: number) =>
  queryOptions({
    ...pageQueryOf(endpoints.listOwnCheckAttempts, { query: { resourceId, page, pageSize: ownAttemptsPageSize } }),
    ...listOptions,
  });

/** Starts an attempt, or continues the one that is under way, and opens its first question. */
export function useStartCheck(resourceId: number) {
  const navigate = useNavigate();
  return useAction({
    send: () => call(endpoints.startCheck, { params: { id: resourceId } }),
    failed: 'The check was not started',
    keep: (client, attempt) => client.setQueryData(attemptQuery(attempt.id).queryKey, attempt),
    changed: [endpoints.getCheck],
    // The URL may name a result.
    onDone: () => navigate({ to: '/resource/$id/check', params: { id: String(resourceId) }, search: {} }),
  });
}

const isBusy = (error: unknown) => error instanceof ApiError && error.code === ('request.busy' satisfies ErrorCode);

/**
 * Hands an attempt in; again after a pause, up to three times, when the portal is busy, as when a whole class hands in
 * at once. An attempt that was handed in keeps its result.
 */
async function handIn(id: number): Promise<AttemptResult> {
  const send = () => call(endpoints.handInAttempt, { params: { id } });
  for (const pauseMs of [500, 1000, 2000]) {
    try {
      return await send();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
  }
  return send();
}

/** Hands an attempt in and opens its result. */
export function useHandIn(resourceId: number, attemptId: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useAction({
    send: () => handIn(attemptId),
    failed: 'The check was not handed in',
    keep: (_, result) => client.setQueryData(resultQuery(attemptId).queryKey, result),
    onDone: async () => {
      await navigate({
        to: '/resource/$id/check',
        params: { id: String(resourceId) },
        search: { attempt: attemptId },
        replace: true,
      });
      await Promise.all([
        refreshProgress(client),
        refresh(client, endpoints.getCheck, endpoints.listOwnCheckAttempts, getProgress),
        refreshCertificates(client),
      ]);
    },
  });
}

/** Returns a function that loads results again, after a confirmation. */
export function useRefreshResult() {
  const client = useQueryClient();
  return () => void refresh(client, endpoints.getAttemptResult);
}
