import { useAddressState } from '../platform/address-state.ts';
import type { Search } from '../platform/search.ts';

/** One parameter of a list's address. */
type ListField<Value extends string | null> = {
  /** Reads the parameter; an absent or unknown value gives the usual one, which the address leaves out. */
  read: (given: string) => Value;
  /** Whether it hides rows; the order of a list does not. */
  narrows: boolean;
};

type Fields = Readonly<Record<string, ListField<string | null>>>;

type ListState<Given extends Fields> = { [Name in keyof Given]: ReturnType<Given[Name]['read']> } & { page: number };

/** The parameters of the address and of the call; usual values are absent. */
type ListQuery<Given extends Fields> = {
  [Name in keyof Given]?: Exclude<ReturnType<Given[Name]['read']>, null>;
} & { page?: number };

const longestText = 100;
const lastPage = 1_000_000;

/** A text to search for. */
export const text: ListField<string> = { read: (given) => given.trim().slice(0, longestText), narrows: true };

/** One of several values, or null for all. */
export function choice<Value extends string>(values: readonly Value[]): ListField<Value | null> {
  return { read: (given) => values.find((value) => value === given) ?? null, narrows: true };
}

/** One of several orders or views; the usual one where the address names none. */
export function setting<Value extends string>(values: readonly Value[], usual: Value): ListField<Value> {
  return { read: (given) => values.find((value) => value === given) ?? usual, narrows: false };
}

/** Reads the state of a list from its address. */
export function readList<Given extends Fields>(fields: Given, search: Search): ListState<Given> {
  const values = Object.entries(fields).map(([name, { read }]) => [name, read(oneOf(search[name]))]);
  const page = Number(oneOf(search.page));
  const isPage = Number.isInteger(page) && page >= 1 && page <= lastPage;
  // Each entry comes from the field of its name.
  return { ...Object.fromEntries(values), page: isPage ? page : 1 } as ListState<Given>;
}

/** Writes the state of a list as parameters. */
export function listQuery<Given extends Fields>(fields: Given, state: ListState<Given>): ListQuery<Given> {
  const values = Object.entries(fields).flatMap(([name, { read }]) => {
    const value = state[name];
    return value === read('') ? [] : [[name, value]];
  });
  // Null is the usual value of a choice, so it has just been left out.
  return { ...Object.fromEntries(values), page: state.page > 1 ? state.page : undefined } as ListQuery<Given>;
}

function filterCount<Given extends Fields>(fields: Given, state: ListState<Given>): number {
  return Object.entries(fields).filter(([name, { read, narrows }]) => narrows && state[name] !== read('')).length;
}

/** A list of administrators whose search, filters, order and page are in the address. */
export function useList<Given extends Fields>(fields: Given, addressOf: (query: ListQuery<Given>) => string) {
  const write = (state: ListState<Given>) => addressOf(listQuery(fields, state));
  const [state, change] = useAddressState({ read: (search) => readList(fields, search), addressOf: write });
  return {
    state,
    query: listQuery(fields, state),
    /** How many fields hide rows. */
    filterCount: filterCount(fields, state),
    isNarrowed: filterCount(fields, state) > 0,
    /** Changes search, filters or order; `replace` overwrites the history's entry, as typing does. */
    narrow: (part: Partial<ListState<Given>>, { replace = false } = {}) =>
      change({ ...state, ...part, page: 1 }, { replace }),
    turnTo: (page: number) => change({ ...state, page }, { keepScroll: false }),
    /** Shows every row, in the same order. */
    clear: () => {
      const settings = Object.entries(fields).filter(([, { narrows }]) => !narrows);
      const kept = Object.fromEntries(settings.map(([name]) => [name, String(state[name])]));
      change(readList(fields, kept), { replace: true });
    },
    addressOfPage: (page: number) => write({ ...state, page }),
  };
}

/** What the parts of a list panel need of `useList`. */
export type List = Pick<ReturnType<typeof useList>, 'isNarrowed' | 'turnTo' | 'clear' | 'addressOfPage'> & {
  state: { page: number };
};

const oneOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');
