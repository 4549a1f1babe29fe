import { pageSearch, text } from '#web/platform/search.ts';

/** Search parameter with the id of the connection to show; `new` for the form of another one. */
export const connectionSearch = pageSearch({ connection: text });
