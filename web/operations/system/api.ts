import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { checkSystem, dropJob, getSystem, retryJob } from '#contract/operations/system.endpoints.ts';
import { call } from '../../platform/api.ts';
import { queryOf, refresh } from '../../platform/queries.ts';
import { toast, toastFailure } from '../../platform/toast.ts';
import { isBusy } from './display.ts';

/** Interval at which the screen is fetched while jobs or mails are under way. */
const askAgainMs = 5_000;

/**
 * Query of the state of the installation, fetched each time the screen opens, and repeatedly while jobs or mails are
 * under way.
 */
export const systemQuery = queryOptions({
  ...queryOf(getSystem),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? askAgainMs : false),
});

/** Query that calls every service; fetched only when an administrator presses the button. */
export const checksQuery = queryOptions({ ...queryOf(checkSystem), enabled: false, staleTime: 0, gcTime: 0 });

/** Starts a failed job again (SYS-03). */
export function useRetryJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(retryJob, { params: { id } }),
    onSuccess: ({ message }) => toast({ title: 'Trying again', description: message, tone: 'success' }),
    onError: (error) => toastFailure('Retry failed', error),
    onSettled: () => refresh(client, getSystem),
  });
}

/** Deletes a failed job (SYS-03). */
export function useDropJob(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(dropJob, { params: { id } }),
    onSuccess: ({ message }) => toast({ title: 'Job deleted', description: message, tone: 'success' }),
    onError: (error) => toastFailure('Deletion Failed', error),
    onSettled: () => refresh(client, getSystem),
  });
}
