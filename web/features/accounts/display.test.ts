import { expect, test } from 'vitest';
import { emailNotice, fullName } from './display.ts';

test('the full name is first and last name', () => {
  expect(fullName({ firstName: 'Mira', lastName: 'Tollander' })).toBe('Mira Tollander');
});

test('only the outcomes of a verification link are news', () => {
  expect(emailNotice('verified')?.tone).toBe('success');
  expect(emailNotice('link-invalid')?.tone).toBe('destructive');
  for (const other of [undefined, '', 'toString', 'mira@example.org']) expect(emailNotice(other)).toBeNull();
});
