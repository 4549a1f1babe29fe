import { choice, pageSearch, whole } from '#web/platform/search.ts';

/** URL parameters of the check: a result, a question, or the summary before handing in. */
export const checkSearch = pageSearch({ attempt: whole(2_147_483_647), question: whole(), step: choice(['summary']) });
