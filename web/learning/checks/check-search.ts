// This file is separate from check-display.ts, because the router loads it with the first page.
import { choice, pageSearch, whole } from '../../platform/search.ts';

/** Address of the check: a result, a question, or the summary before handing in. */
export const checkSearch = pageSearch({ attempt: whole(2_147_483_647), question: whole(), step: choice(['summary']) });
