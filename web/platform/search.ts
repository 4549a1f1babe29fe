/** The query of an address: text only, a repeated parameter as a list. */
export type Search = Record<string, string | string[]>;

type SearchValue = string | number | boolean | null | undefined;

/** What may be written into a query; absent and empty values are left out, lists repeat their parameter. */
export type SearchInput = Record<string, SearchValue | readonly SearchValue[]>;

/** "?type=book&type=report&page=2" gives { type: ['book', 'report'], page: '2' }. */
export function parseSearch(text: string): Search {
  const parameters = new URLSearchParams(text);
  const search: Search = {};
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

/** All values of a parameter, whether it was given never, once or often. */
export function valuesOf(search: Search, name: string): string[] {
  const value = search[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
