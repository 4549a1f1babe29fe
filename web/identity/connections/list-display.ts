import { pageSearch, text } from '#web/platform/search.ts';

/** The connection that is shown, by its id; `new` for the form of another one. Every address may name one. */
export const connectionSearch = pageSearch({ connection: text });
