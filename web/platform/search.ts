import { firstCharacters } from '#contract/characters.ts';
import { isOwnPath } from '#contract/own-path.ts';

/** Query of a URL before its texts are interpreted. */
export type Search = Readonly<Record<string, unknown>>;

type SearchValue = string | number | boolean | null | undefined;

/** Values to write into a query. Absent and empty values are left out; lists repeat their parameter. */
export type SearchInput = Record<string, SearchValue | readonly SearchValue[]>;

/** Parses a query: "?type=book&type=report&page=2" gives { type: ['book', 'report'], page: '2' }. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text);
  const search: Record<string, string | string[]> = {};
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    search[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return search;
}

/** Inverse of `parseSearch`: returns the query with a leading question mark, or "" for an empty query. */
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
 * Reads a parameter from all its values in the URL. Without a value, or with an unknown one, it returns the default,
 * which the URL leaves out.
 */
export type Parameter<Value> = (given: readonly string[]) => Value;

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

export type PageState<Given extends Parameters> = { [Name in keyof Given]: ReturnType<Given[Name]> };

/** Parameters in the URL; defaults are undefined. */
export type PageQuery<Given extends Parameters> = { [Name in keyof Given]?: Exclude<ReturnType<Given[Name]>, null> };

/** Makes the parameters of a page: `validateSearch` is for its route, the rest for its screen. */
export function pageSearch<Given extends Parameters>(parameters: Given) {
  function read(search: Search): PageState<Given> {
    const state = Object.entries(parameters).map(([name, of]) => [name, of(textsOf(search[name]))]);
    // Safe because each entry comes from the parameter of its name.
    return Object.fromEntries(state) as PageState<Given>;
  }
  function query(state: PageState<Given>): PageQuery<Given> {
    const values = Object.entries(parameters).map(([name, of]) => {
      const value = state[name];
      return [name, String(value ?? '') === String(of([]) ?? '') ? undefined : value];
    });
    // Safe because null is always the default of its parameter.
    return Object.fromEntries(values) as PageQuery<Given>;
  }
  return { parameters, read, query, validateSearch: (search: Search) => query(read(search)) };
}

function textsOf(value: unknown): string[] {
  return [value ?? []].flat().map(String);
}

const longestText = 100;
const lastPage = 1_000_000;

/** Reads a text unchanged; "" when the parameter is absent or given more than once. */
export const exactText: Parameter<string> = (given) => (given.length === 1 ? (given[0] ?? '') : '');

/** Reads a path of the portal itself, which a link may lead back to; null for anything else. */
export const ownPath: Parameter<string | null> = (given) => {
  const path = exactText(given);
  return isOwnPath(path) ? path : null;
};

/** Reads a text to search for, trimmed and cut to `longestText` characters. */
export const text: Parameter<string> = (given) => firstCharacters(exactText(given).trim(), longestText);

/** Reads one of several values; null without a valid one. */
export function choice<const Value extends string>(values: readonly Value[]): Parameter<Value | null> {
  return (given) => values.find((value) => value === exactText(given)) ?? null;
}

/** Reads one of several values, such as orders or views; returns `usual` without a valid one. */
export function setting<const Value extends string>(values: readonly Value[], usual: Value): Parameter<Value> {
  return (given) => values.find((value) => value === exactText(given)) ?? usual;
}

/** Reads any of several values, in the order of `values`. */
export function choices<const Value extends string>(values: readonly Value[]): Parameter<Value[]> {
  return (given) => values.filter((value) => given.includes(value));
}

/** Reads a whole number from 1 to `max`, such as an id; null without a valid one. */
export function whole(max = lastPage): Parameter<number | null> {
  return (given) => {
    const only = exactText(given);
    const number = /^[1-9]\d*$/.test(only) ? Number(only) : null;
    return number !== null && number <= max ? number : null;
  };
}

/** Reads the number of a page; 1 without a valid one. */
export const page: Parameter<number> = (given) => whole()(given) ?? 1;

type All<Filters, Settings> = Filters & Settings & { page: Parameter<number> };
type None = Record<never, never>;

/** Makes the parameters of a list. Filters hide rows; settings, such as the order, do not. */
export function listSearch<Filters extends Parameters, Settings extends Parameters = None>(
  filters: Filters,
  settings?: Settings,
) {
  // Safe because without settings their type is the empty one.
  const search = pageSearch({ ...filters, ...settings, page } as unknown as All<Filters, Settings>);
  type State = PageState<All<Filters, Settings>>;
  const usual = Object.keys(filters).map((name) => [name, search.read({})[name]]);
  return {
    read: search.read,
    query: search.query,
    validateSearch: search.validateSearch,
    /** Counts the filters that hide rows. */
    filterCount: (state: State) => usual.filter(([name, value]) => state[String(name)] !== value).length,
    /** Returns the state without filters, at the first page; settings stay. */
    cleared: (state: State): State => ({ ...state, ...Object.fromEntries(usual), page: 1 }),
  };
}
