import { expect, test } from 'vitest';
import { parseSearch, stringifySearch, valuesOf } from './search.ts';

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

test('the values of a parameter are a list however often it was given', () => {
  const search = parseSearch('a=1&b=1&b=2');
  expect([valuesOf(search, 'a'), valuesOf(search, 'b'), valuesOf(search, 'c')]).toEqual([['1'], ['1', '2'], []]);
});
