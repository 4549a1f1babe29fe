import { describe, expect, it } from 'vitest';
import { conflictsOf, mergedValues } from './conflict.ts';
import { labelIn, listOf, recordWords, valueText, wordsOf } from './words.ts';

const base = { name: 'Old', note: '', tags: ['a'], isActive: true };

describe('the comparison of two administrators’ changes', () => {
  it('reports only fields that the other administrator changed to another value than the form’s', () => {
    const theirs = { ...base, name: 'Theirs', tags: ['a', 'b'] };
    const mine = { ...base, name: 'Mine', isActive: false };
    expect(conflictsOf({ base, theirs, mine })).toEqual([
      { name: 'name', theirs: 'Theirs', mine: 'Mine', isBoth: true },
      { name: 'tags', theirs: ['a', 'b'], mine: ['a'], isBoth: false },
    ]);
    expect(conflictsOf({ base, theirs: { ...base, name: 'Same' }, mine: { ...base, name: 'Same' } })).toEqual([]);
    expect(conflictsOf({ base, theirs: base, mine })).toEqual([]);
  });

  it('treats blank, null and absent values as equal', () => {
    const stored: { note: string | null } = { note: null };
    expect(conflictsOf<{ note: string | null }>({ base: { note: '' }, theirs: stored, mine: { note: '' } })).toEqual(
      [],
    );
  });

  it('merges the chosen side of each field and keeps every other field as typed', () => {
    const theirs = { ...base, name: 'Theirs', note: 'Theirs', tags: ['b'] };
    const mine = { ...base, name: 'Mine', note: 'Mine', isActive: false };
    expect(mergedValues({ base, theirs, mine }, { name: 'theirs', note: 'mine', tags: 'theirs' })).toEqual({
      name: 'Theirs',
      note: 'Mine',
      tags: ['b'],
      isActive: false,
    });
  });
});

it('compares and merges the fields of a group one by one', () => {
  const [was, groups] = [{ title: 'A', inner: { one: 1, list: ['a'] } }, ['inner']];
  const theirs = { ...was, inner: { one: 2, list: ['a', 'b'] } };
  const three = { base: was, theirs, mine: { ...was, inner: { one: 3, list: ['a'] } }, groups };
  expect(conflictsOf(three).map(({ name, isBoth }) => [name, isBoth])).toEqual([
    ['inner.one', true],
    ['inner.list', false],
  ]);
  expect(mergedValues(three, { 'inner.one': 'mine', 'inner.list': 'theirs' })).toEqual({
    title: 'A',
    'inner.one': 3,
    'inner.list': ['a', 'b'],
  });
});

it('puts values into words, longer lists entry by entry', () => {
  expect(wordsOf(['a', true])).toEqual(['a', 'Yes']);
  expect([['a'], [], null].map(wordsOf)).toEqual(['a', 'None', 'None']);
  expect(labelIn({ user: 'User' }, 'user') + labelIn({}, 'other')).toBe('Userother');
  expect(listOf(['user'], (one) => labelIn({ user: 'User' }, one))).toEqual(['User']);
  expect([listOf([], String), listOf(undefined, String)]).toEqual(['None', 'None']);
  expect(recordWords({ 3: 'price_1', 4: '' }, (key) => `No. ${key}`)).toEqual(['No. 3: price_1', 'No. 4: None']);

  expect([null, '', true, false, ['a', 'b'], [], 7, { a: 1 }].map(valueText)).toEqual([
    'None',
    'None',
    'Yes',
    'No',
    'a, b',
    'None',
    '7',
    '{"a":1}',
  ]);
});
