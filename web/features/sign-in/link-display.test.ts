import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { deadLinkWords } from './link-display.ts';

const refusal = (code: keyof typeof errors) => ({ code, serverMessage: errors[code].message });

test('RESET-10 a dead reset link has the sentences of the specification, an invitation those that are true of it', () => {
  const reset = [
    'This password reset link is invalid or has expired.',
    'The reset link may have expired (links are valid for 1 hour) or may have already been used.',
  ];
  for (const one of [null, refusal('accounts.link-invalid'), { code: null, serverMessage: null }]) {
    expect(deadLinkWords(one)).toEqual(reset);
  }
  const expired = deadLinkWords(refusal('accounts.invitation-expired'));
  const over = deadLinkWords(refusal('accounts.invitation-used'));
  expect(expired[0]).toContain('24 hours');
  expect(over[0]).toContain('used');
  expect([...expired, ...over].join()).not.toContain('1 hour');
});
