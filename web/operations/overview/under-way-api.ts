import { queryOptions } from '@tanstack/react-query';
import { getUnderWay } from '#contract/operations/overview.endpoints.ts';
import { queryOf } from '../../platform/queries.ts';
import { askAgainMs } from './under-way-display.ts';

/** What runs in the background; fetched again while something does. */
export const underWayQuery = queryOptions({
  ...queryOf(getUnderWay),
  staleTime: 0,
  refetchInterval: ({ state }) => askAgainMs(state.data),
});
