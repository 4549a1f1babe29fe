import { usePageState } from '../platform/page-state.ts';

type ListSearch<State, Query> = {
  read: (search: Readonly<Record<string, unknown>>) => State;
  query: (state: State) => Query;
  filterCount: (state: State) => number;
  cleared: (state: State) => State;
};

/**
 * Returns the state of a paged list of administrators or of an organisation. Search, filters, order and page are in the
 * URL.
 */
export function useList<State extends { page: number }, Query extends object>(search: ListSearch<State, Query>) {
  const [state, change] = usePageState(search);
  const filterCount = search.filterCount(state);
  return {
    state,
    query: search.query(state),
    filterCount,
    isNarrowed: filterCount > 0,
    /**
     * Changes search, filters or order and returns to page 1. `replace` replaces the history entry, for changes while
     * typing.
     */
    narrow: (part: Partial<State>, { replace = false, keepScroll = true } = {}) =>
      change({ ...state, ...part, page: 1 }, { replace, keepScroll }),
    turnTo: (next: number, { replace = false } = {}) => change({ ...state, page: next }, { replace }),
    clear: () => change(search.cleared(state), { replace: true, keepScroll: true }),
  };
}

/** The parts of `useList`, or of another state, that a list panel needs. */
export type List = {
  state: { page: number };
  isNarrowed: boolean;
  turnTo: (page: number, options?: { replace?: boolean }) => void;
  clear: () => void;
};
