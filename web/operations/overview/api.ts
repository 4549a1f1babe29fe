import { queryOptions } from '@tanstack/react-query';
import { getMemberSummary, getOverview } from '#contract/operations/overview.endpoints.ts';
import { queryOf } from '#web/platform/queries.ts';

/** Query of today's figures and the tasks, fetched each time the screen is opened. */
export const overviewQuery = queryOptions({ ...queryOf(getOverview), staleTime: 0 });

/** Query of a member's summary, without access and money (ADM-USER-18). */
export const memberSummary = (id: number) =>
  queryOptions({ ...queryOf(getMemberSummary, { params: { id } }), staleTime: 0 });
