import { listSearch, text, whole } from '#web/platform/search.ts';

/**
 * Parameters of the page with the rows behind a figure: the figure, its days, the resource or country, and the page.
 * The screen validates the figure, because the router loads this file at once and the names are many.
 */
export const figureSearch = listSearch(
  {},
  { figure: text, from: text, to: text, resourceId: whole(2147483647), country: text },
);
