import { usePageState } from '#web/platform/page-state.ts';
import { type BrowseQuery, browseSearch } from './browse-display.ts';

/** Returns the query of a catalogue list from its URL, and the functions that change it. */
export function useBrowse() {
  const [query, change] = usePageState(browseSearch);
  return {
    query,
    narrow: (next: BrowseQuery, { replace = false } = {}) => change(next, { replace, keepScroll: true }),
    turnTo: (page: number) => change({ ...query, page }),
  };
}
