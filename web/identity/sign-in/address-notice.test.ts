import { expect, test } from 'vitest';
import { addressNotice } from './address-notice.ts';

test('only the sign-in page and Settings show why the sign-in provider refused, and never in the words of the address', () => {
  const outcome = 'provider-refused';
  expect(addressNotice('/', outcome)).toBeNull();
  expect(addressNotice('/auth', 'wrong-password')).toBeNull();
  expect(addressNotice('/auth', 'provider-<b>')).toBeNull();
  expect(addressNotice('/auth', outcome)).toEqual({
    title: 'Login failed',
    description: 'Sign-in with Google failed. Please try again.',
    tone: 'destructive',
  });
  expect(addressNotice('/settings', 'provider-taken')).toMatchObject({ title: 'Google was not connected' });
});
