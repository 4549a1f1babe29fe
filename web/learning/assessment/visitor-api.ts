import { queryOptions } from '@tanstack/react-query';
import { getPublicAssessment, scorePublicAnswers } from '#contract/learning/assessment.endpoints.ts';
import type { GivenAnswers } from '#contract/learning/assessment.ts';
import { call } from '#web/platform/api.ts';
import { queryOf } from '#web/platform/queries.ts';

/** Query of the questions for visitors, with an example of a result. */
export const publicAssessmentQuery = queryOf(getPublicAssessment);

/** Query of the result of a visitor's answers; sent only when the visitor wants to see it (TRY-01). */
export function publicResultQuery(body: GivenAnswers) {
  return queryOptions({
    queryKey: [scorePublicAnswers.path, body],
    queryFn: ({ signal }) => call(scorePublicAnswers, { body, signal }),
  });
}
