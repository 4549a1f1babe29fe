import { firstCharacters } from '#contract/characters.ts';
import { isOwnPath } from '#contract/own-path.ts';

/** A query before its texts are read as what they mean. */
export type Search = Readonly<Record<string, unknown>>;

type SearchValue = string | number | boolean | null | undefined;

/** What may be written into a query; absent and empty values are left out, lists repeat their parameter. */
export type SearchInput = Record<string, SearchValue | readonly SearchValue[]>;

/** "?type=book&type=report&page=2" gives { type: ['book', 'report'], page: '2' }. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text);
  const search: Record<string, string | string[]> = {};
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    search[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return search;
}

/** The way back: with a leading question mark, or nothing for an empty query. */
export function stringifySearch(search: SearchInput): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== '') parameters.append(name, String(one));
    }
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Reads one parameter from all its values in the address. Without one, or with an unknown one, it gives the usual value,
 * which the address leaves out.
 */
export type Parameter<Value> = (given: readonly string[]) => Value;

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

export type PageState<Given extends Parameters> = { [Name in keyof Given]: ReturnType<Given[Name]> };

/** The parameters that an address has; usual values are undefined. */
export type PageQuery<Given extends Parameters> = { [Name in keyof Given]?: Exclude<ReturnType<Given[Name]>, null> };

/** The parameters of a page: `validateSearch` is for its route, the rest for its screen. */
export function pageSearch<Given extends Parameters>(parameters: Given) {
  function read(search: Search): PageState<Given> {
    const state = Object.entries(parameters).map(([name, of]) => [name, of(textsOf(search[name]))]);
    // Each entry comes from the parameter of its name.
    return Object.fromEntries(state) as PageState<Given>;
  }
  function query(state: PageState<Given>): PageQuery<Given> {
    const values = Object.entries(parameters).map(([name, of]) => {
      const value = state[name];
      return [name, String(value ?? '') === String(of([]) ?? '') ? undefined : value];
    });
    // Null is always the usual value of its parameter.
    return Object.fromEntries(values) as PageQuery<Given>;
  }
  return { parameters, read, query, validateSearch: (search: Search) => query(read(search)) };
}

function textsOf(value: unknown): string[] {
  return [value ?? []].flat().map(String);
}

const longestText = 100;
const lastPage = 1_000_000;

/** A text as it is; one that is given more than once says nothing. */
export const exactText: Parameter<string> = (given) => (given.length === 1 ? (given[0] ?? '') : '');

/** A path of the portal itself, which an address may lead back to; null for anything else. */
export const ownPath: Parameter<string | null> = (given) => {
  const path = exactText(given);
  return isOwnPath(path) ? path : null;
};

/** A text to search for. */
export const text: Parameter<string> = (given) => firstCharacters(exactText(given).trim(), longestText);

/** One of several values, or null. */
export function choice<const Value extends string>(values: readonly Value[]): Parameter<Value | null> {
  return (given) => values.find((value) => value === exactText(given)) ?? null;
}

/** One of several orders or views; the usual one where the address names none. */
export function setting<const Value extends string>(values: readonly Value[], usual: Value): Parameter<Value> {
  return (given) => values.find((value) => value === exactText(given)) ?? usual;
}

/** Any of several values, in their own order. */
export function choices<const Value extends string>(values: readonly Value[]): Parameter<Value[]> {
  return (given) => values.filter((value) => given.includes(value));
}

/** A whole number from 1 on, such as an id; null when there is none. */
export function whole(max = lastPage): Parameter<number | null> {
  return (given) => {
    const only = exactText(given);
    const number = /^[1-9]\d*$/.test(only) ? Number(only) : null;
    return number !== null && number <= max ? number : null;
  };
}

/** The number of a page. */
export const page: Parameter<number> = (given) => whole()(given) ?? 1;

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
    validateSearch: search.validateSearch,
    /** How many filters hide rows. */
    filterCount: (state: State) => usual.filter(([name, value]) => state[String(name)] !== value).length,
    /** Every row, in the same order. */
    cleared: (state: State): State => ({ ...state, ...Object.fromEntries(usual), page: 1 }),
  };
}
