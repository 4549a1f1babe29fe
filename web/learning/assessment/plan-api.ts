// This file is separate from the actions of api.ts, because the routes load these queries with the first page.
import { queryOptions } from '@tanstack/react-query';
import { getAttempt, getOwnAssessment, listAttempts } from '#contract/learning/assessment.endpoints.ts';
import { pageQueryOf, queryOf } from '#web/platform/queries.ts';
import { eachVisit } from '../library/api.ts';

export const resultQuery = (id: number) => queryOf(getAttempt, { params: { id } });

/** Query of the assessment's resource, the progress of the saved answers, and the latest result. */
export const ownAssessmentQuery = queryOptions({ ...queryOf(getOwnAssessment), ...eachVisit });

export const historyPageSize = 10;

export const historyQuery = (page: number) => pageQueryOf(listAttempts, { query: { page, pageSize: historyPageSize } });
