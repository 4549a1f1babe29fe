import { expect, it } from 'vitest';
import { labelsOf } from './label-rules.ts';
import { noFilter } from './rules.ts';

it('asks for type, access and principles at once when that is few labels', () => {
  const filter = { ...noFilter, types: ['book' as const], accessTypes: ['free' as const], principlesBits: [2, 3] };
  expect(labelsOf(filter)).toEqual([['book free 2', 'book free 3']]);
  expect(labelsOf({ ...filter, accessTypes: [] })).toEqual([
    ['book free 2', 'book free 3', 'book purchase 2', 'book purchase 3', 'book subscription 2', 'book subscription 3'],
  ]);
});

it('asks for types with access, and for principles apart, when they are many', () => {
  expect(labelsOf(noFilter)).toEqual([]);
  expect(labelsOf({ ...noFilter, types: ['book'] })).toEqual([['book free', 'book purchase', 'book subscription']]);
  const free = labelsOf({ ...noFilter, accessTypes: ['free'], principlesBits: [1, 3, 5, 7] });
  expect([free[0]?.length, free[1]]).toEqual([9, ['1', '3', '5', '7']]);
});
