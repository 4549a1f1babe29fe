import { expect, test } from 'vitest';
import { choice, listQuery, readList, setting, text } from './list-state.ts';

const fields = {
  search: text,
  role: choice(['user', 'administrator']),
  sort: setting(['newest', 'title'], 'newest'),
};
const usual = { search: '', role: null, sort: 'newest', page: 1 };

test('ADM-USER-02 ADM-SUB-02 reads search, filters, order and page from the address and writes them back', () => {
  const state = { search: 'okon', role: 'administrator', sort: 'title', page: 3 } as const;
  expect(readList(fields, { search: ' okon ', role: 'administrator', sort: 'title', page: '3' })).toEqual(state);
  expect(listQuery(fields, state)).toEqual(state);
});

test('leaves usual values out of the address', () => {
  expect(readList(fields, {})).toEqual(usual);
  const written = listQuery(fields, readList(fields, {}));
  expect(Object.values(written).filter((value) => value !== undefined)).toEqual([]);
});

test('gives unknown values, repeated parameters and impossible pages their usual value', () => {
  for (const page of ['', '0', '-1', '1.5', 'two', '1e9', ['2', '3']]) {
    expect(readList(fields, { page, search: ['a', 'b'], role: 'owner', sort: 'colour' })).toEqual(usual);
  }
});

test('shortens a search to 100 characters', () => {
  expect(readList(fields, { search: 'x'.repeat(200) }).search).toBe('x'.repeat(100));
});
