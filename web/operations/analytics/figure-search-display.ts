import { listSearch, text, whole } from '../../platform/search.ts';

/**
 * The search parameters of the rows behind a figure: the figure, its days, the country and the page. The screen checks
 * the figure's name, because the router loads this file at once and the names are many.
 */
export const figureSearch = listSearch(
  {},
  { figure: text, from: text, to: text, resourceId: whole(2147483647), country: text },
);
