import { expect, test } from 'vitest';
import { addressNotice } from './address-notice.ts';

test('only the outcomes of a verification link are news', () => {
  expect(addressNotice('/', { email: 'verified' })?.tone).toBe('success');
  expect(addressNotice('/', { email: 'link-invalid' })?.tone).toBe('destructive');
  for (const email of [undefined, '', 'toString', 'mira@example.org', ['verified', 'verified']]) {
    expect(addressNotice('/', { email })).toBeNull();
  }
});

test('only the sign-in page shows why the sign-in provider refused, and never in the words of the address', () => {
  const outcome = 'provider-refused';
  expect(addressNotice('/', { outcome })).toBeNull();
  expect(addressNotice('/auth', { outcome: 'wrong-password' })).toBeNull();
  expect(addressNotice('/auth', { outcome: 'provider-<b>' })).toBeNull();
  expect(addressNotice('/auth', { outcome })).toEqual({
    title: 'Login failed',
    description: 'Sign-in with Google failed. Please try again.',
    tone: 'destructive',
  });
});
