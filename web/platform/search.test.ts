import { expect, test } from 'vitest';
import {
  choice,
  choices,
  exactText,
  listSearch,
  page,
  pageSearch,
  parseSearch,
  setting,
  stringifySearch,
  text,
  whole,
} from './search.ts';

test('a repeated parameter is a list, a single one a text', () => {
  expect(parseSearch('?type=book&type=report&page=2')).toEqual({ type: ['book', 'report'], page: '2' });
  expect(parseSearch('')).toEqual({});
});

test('lists repeat their parameter, what is empty is left out, nothing is written as JSON', () => {
  const search = {
    type: ['book', 'report'],
    page: 2,
    isNew: true,
    search: '',
    sort: undefined,
    filter: null,
    tags: [],
  };
  expect(stringifySearch(search)).toBe('?type=book&type=report&page=2&isNew=true');
  expect(stringifySearch({ search: '' })).toBe('');
});

test('texts survive the way there and back', () => {
  const search = { search: '50% & "more" + é', page: '007' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

const shown = pageSearch({
  search: text,
  word: exactText,
  role: choice(['user', 'administrator']),
  sort: setting(['newest', 'title'], 'newest'),
  type: choices(['book', 'report']),
  id: whole(),
  page,
});
const usual = { search: '', word: '', role: null, sort: 'newest', type: [], id: null, page: 1 };

test('ADM-USER-02 ADM-SUB-02 a page reads its state from the address and writes it back', () => {
  const state = {
    search: 'okon',
    word: ' a ',
    role: 'administrator',
    sort: 'title',
    type: ['book', 'report'],
    id: 7,
    page: 3,
  } as const;
  const read = shown.read(
    parseSearch('?search=+okon+&word=+a+&role=administrator&sort=title&type=report&type=book&id=7&page=3'),
  );
  expect(read).toEqual(state);
  expect(shown.query(read)).toEqual(state);
  expect(shown.validateSearch(shown.query(read))).toEqual(state);
});

test('usual values are left out of the address', () => {
  expect(shown.read({})).toEqual(usual);
  const written = shown.validateSearch({});
  expect(Object.keys(written)).toEqual(Object.keys(usual));
  expect(Object.values(written).filter((value) => value !== undefined)).toEqual([]);
});

test('unknown values, repeated single parameters and impossible numbers have their usual value', () => {
  for (const number of ['', '0', '-1', '1.5', 'two', '1e9', '9999999', ['2', '3']]) {
    const given = { id: number, page: number, search: ['a', 'b'], role: 'owner', sort: 'colour', type: 'film' };
    expect(shown.read(given)).toEqual(usual);
  }
});

test('a search is shortened to 100 characters', () => {
  expect(shown.read({ search: 'x'.repeat(200) }).search).toBe('x'.repeat(100));
});

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
