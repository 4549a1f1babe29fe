import { listSearch } from '../../platform/search.ts';

/** What the address of the list of product news holds: its page. */
export const newsList = listSearch({});

/** "1 member", "1,204 members". */
export function membersOf(count: number): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? 'member' : 'members'}`;
}

/** Parts of a text never change their order, so each is known by its place. */
export function keyed<Value>(values: readonly Value[]): { key: number; value: Value }[] {
  return values.map((value, key) => ({ key, value }));
}
