import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it('GEN-32 a number has its noun in the singular or the plural, and thousands are separated', () => {
  expect([counted(0, 'row'), counted(1, 'row'), counted(1200, 'row')]).toEqual(['0 rows', '1 row', '1,200 rows']);
  expect([counted(1, 'person', 'people'), counted(2, 'person', 'people')]).toEqual(['1 person', '2 people']);
});
