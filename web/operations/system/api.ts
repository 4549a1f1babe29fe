import { queryOptions } from '@tanstack/react-query';
import { checkSystem, dropJob, getSystem, retryJob } from '#contract/operations/system.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { queryOf } from '#web/platform/queries.ts';
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
export const useRetryJob = () =>
  useAction({
    send: (id: number) => call(retryJob, { params: { id } }),
    failed: 'Retry failed',
    done: ({ message }) => ({ title: 'Trying again', description: message }),
    changed: [getSystem],
  });

/** Deletes a failed job (SYS-03). */
export const useDropJob = (id: number) =>
  useAction({
    send: () => call(dropJob, { params: { id } }),
    failed: 'Deletion Failed',
    done: ({ message }) => ({ title: 'Job deleted', description: message }),
    changed: [getSystem],
  });
