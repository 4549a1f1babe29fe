import { usePageState } from '../platform/page-state.ts';
import { type PageState, type Parameter, type Parameters, page, pageSearch } from '../platform/search.ts';

type All<Filters, Settings> = Filters & Settings & { page: Parameter<number> };
type None = Record<never, never>;

/** The parameters of a list: filters hide rows, settings such as its order do not. */
export function listSearch<Filters extends Parameters, Settings extends Parameters = None>(
  filters: Filters,
  settings?: Settings,
) {
  // Without settings their type is the empty one.
  const search = pageSearch({ ...filters, ...settings, page } as unknown as All<Filters, Settings>);
  type State = PageState<All<Filters, Settings>>;
  const usual = Object.keys(filters).map((name) => [name, search.read({})[name]]);
  return {
    read: search.read,
    query: search.query,
    /** How many filters hide rows. */
    filterCount: (state: State) => usual.filter(([name, value]) => state[String(name)] !== value).length,
    /** Every row, in the same order. */
    cleared: (state: State): State => ({ ...state, ...Object.fromEntries(usual), page: 1 }),
  };
}

type ListSearch<State, Query> = {
  read: (search: Readonly<Record<string, unknown>>) => State;
  query: (state: State) => Query;
  filterCount: (state: State) => number;
  cleared: (state: State) => State;
};

/** A list of administrators whose search, filters, order and page are in the address. */
export function useList<State extends { page: number }, Query extends object>(search: ListSearch<State, Query>) {
  const [state, change] = usePageState(search);
  const filterCount = search.filterCount(state);
  return {
    state,
    query: search.query(state),
    filterCount,
    isNarrowed: filterCount > 0,
    /** Changes search, filters or order; `replace` overwrites the history's entry, as typing does. */
    narrow: (part: Partial<State>, { replace = false } = {}) => change({ ...state, ...part, page: 1 }, { replace }),
    turnTo: (next: number) => change({ ...state, page: next }, { keepScroll: false }),
    clear: () => change(search.cleared(state), { replace: true }),
  };
}

/** What the parts of a list panel need of `useList`. */
export type List = Pick<ReturnType<typeof useList>, 'isNarrowed' | 'turnTo' | 'clear'> & { state: { page: number } };
