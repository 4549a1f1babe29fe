import { expect, test } from 'vitest';
import { choice, setting, text } from '../platform/search.ts';
import { listSearch } from './list-state.ts';

const listed = listSearch(
  { search: text, role: choice(['user', 'administrator']) },
  { sort: setting(['newest', 'title'], 'newest') },
);

test('a list counts the filters that hide rows, not its order or its page', () => {
  expect(listed.filterCount(listed.read({ sort: 'title', page: '3' }))).toBe(0);
  expect(listed.filterCount(listed.read({ search: 'okon', role: 'user' }))).toBe(2);
});

test('clearing a list shows every row from the first page, in the same order', () => {
  const state = listed.read({ search: 'okon', role: 'user', sort: 'title', page: '3' });
  expect(listed.cleared(state)).toEqual({ search: '', role: null, sort: 'title', page: 1 });
});
