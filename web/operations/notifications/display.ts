import { listSearch } from '#web/platform/search.ts';

/** URL parameters of the list of product news: its page. */
export const newsList = listSearch({});

/** Returns "1 member" or "1,204 members". */
export function membersOf(count: number): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? 'member' : 'members'}`;
}

/** Returns values with their positions as keys, because parts of a text never change their order. */
export function keyed<Value>(values: readonly Value[]): { key: number; value: Value }[] {
  return values.map((value, key) => ({ key, value }));
}
