import { pageSearch, text } from '../../platform/search.ts';

// The router loads this file at once.

/** The connection that is shown, by its id; `new` for the form of another one. */
export const connectionSearch = pageSearch({ connection: text });
