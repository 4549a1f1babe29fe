import { figures } from '#contract/analytics.ts';
import { listSearch, setting, text } from '../../platform/search.ts';

/** What the address of the rows behind a figure holds: the figure, its days and the page. */
export const figureSearch = listSearch({}, { figure: setting(figures, 'one-off'), from: text, to: text });
