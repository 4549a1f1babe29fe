import { queryOptions } from '@tanstack/react-query';
import { getUnderWay } from '#contract/operations/overview.endpoints.ts';
import { queryOf } from '#web/platform/queries.ts';
import { askAgainMs } from './under-way-display.ts';

/** Query of the work in the background, repeated while there is some. */
export const underWayQuery = queryOptions({
  ...queryOf(getUnderWay),
  staleTime: 0,
  refetchInterval: ({ state }) => askAgainMs(state.data),
});
