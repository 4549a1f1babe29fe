import { describe, expect, it } from 'vitest';
import { conflictsOf, mergedValues, valueText } from './merge.ts';

const base = { name: 'Old', note: '', tags: ['a'], isActive: true };

describe('two people’s changes', () => {
  it('meet only where somebody else has changed something that the form holds otherwise', () => {
    const theirs = { ...base, name: 'Theirs', tags: ['a', 'b'] };
    const mine = { ...base, name: 'Mine', isActive: false };
    expect(conflictsOf({ base, theirs, mine })).toEqual([
      { name: 'name', theirs: 'Theirs', mine: 'Mine', isBoth: true },
      { name: 'tags', theirs: ['a', 'b'], mine: ['a'], isBoth: false },
    ]);
    expect(conflictsOf({ base, theirs: { ...base, name: 'Same' }, mine: { ...base, name: 'Same' } })).toEqual([]);
    expect(conflictsOf({ base, theirs: base, mine })).toEqual([]);
  });

  it('do not meet over what is empty in another way', () => {
    const stored: { note: string | null } = { note: null };
    expect(conflictsOf<{ note: string | null }>({ base: { note: '' }, theirs: stored, mine: { note: '' } })).toEqual(
      [],
    );
  });

  it('are put together by the choice, and what nobody else has touched stays as it was typed', () => {
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

it('says values in words', () => {
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
