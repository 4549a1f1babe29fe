import { queryOptions } from '@tanstack/react-query';
import { getOverview } from '#contract/overview.endpoints.ts';
import { queryOf } from '../../platform/queries.ts';

/** Today and what waits; fetched again each time the screen is opened. */
export const overviewQuery = queryOptions({ ...queryOf(getOverview), staleTime: 0 });
