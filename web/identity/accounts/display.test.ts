import { expect, test } from 'vitest';
import { fullName } from './display.ts';

test('the full name is first and last name', () => {
  expect(fullName({ firstName: 'Mira', lastName: 'Tollander' })).toBe('Mira Tollander');
});
