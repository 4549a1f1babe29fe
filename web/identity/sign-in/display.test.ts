import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { deadLinkWords, returnSentence } from './display.ts';
import { newPasswordShape } from './new-password.ts';
import { registerSchema } from './register-schema.ts';

const rejection = (code: keyof typeof errors) => ({ code, serverMessage: errors[code].message });

test('RESET-10 an invalid reset link shows the specified sentences, an expired invitation its own', () => {
  const reset = [
    'This password reset link is invalid or has expired.',
    'The reset link may have expired (links are valid for 1 hour) or may have already been used.',
  ];
  for (const one of [null, rejection('accounts.link-invalid'), { code: null, serverMessage: null }]) {
    expect(deadLinkWords(one)).toEqual(reset);
  }
  const expired = deadLinkWords(rejection('accounts.invitation-expired'));
  const over = deadLinkWords(rejection('accounts.invitation-used'));
  expect(expired[0]).toContain('24 hours');
  expect(over[0]).toContain('used');
  expect([...expired, ...over].join()).not.toContain('1 hour');
});

test('ENTRY-03 ENTRY-05 the form says what happens after signing in', () => {
  const targets = ['/', '/gift', '/invitation', '/organisation/assessment/5', '/assessment/keep', '/browse'];
  expect(targets.map(returnSentence)).toEqual([
    'Then your dashboard opens.',
    'Then you redeem the gift.',
    'Then you answer the invitation.',
    'Then the assessment of your team opens.',
    'Then your result is kept, with your plan.',
    'Then you return to the page you opened.',
  ]);
});

const person = { firstName: 'Mira', lastName: 'Tollander', email: 'mira@example.org', organization: '' };

function sentences(result: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }) {
  return result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

test('AUTH-21 a registration asks for the length of this portal and names one number', () => {
  const shape = registerSchema(10);
  const tooShort = ['password: Password must be at least 10 characters'];
  expect(sentences(shape.safeParse({ ...person, password: 'abc' }))).toEqual(tooShort);
  expect(sentences(shape.safeParse({ ...person, password: 'abcdefghi' }))).toEqual(tooShort);
  expect(shape.safeParse({ ...person, password: 'abcdefghij' }).data).toEqual({
    ...person,
    password: 'abcdefghij',
    organization: null,
  });
});

test('an empty registration names every missing field', () => {
  const empty = { firstName: '', lastName: ' ', email: 'no address', password: '12345', organization: '' };
  expect(sentences(registerSchema(6).safeParse(empty)).toSorted()).toEqual([
    'email: Invalid email address',
    'firstName: First name is required',
    'lastName: Last name is required',
    'password: Password must be at least 6 characters',
  ]);
});

test('RESET-08 the error for two different passwords is at the second field', () => {
  const given = { password: 'abcdef', confirmPassword: 'abcdeg' };
  expect(sentences(newPasswordShape(6).safeParse(given))).toEqual(["confirmPassword: Passwords don't match"]);
});

test('RESET-07 a new password has the length of this portal', () => {
  const given = { password: 'abcdefg', confirmPassword: 'abcdefg' };
  expect(sentences(newPasswordShape(8).safeParse(given))).toEqual(['password: Password must be at least 8 characters']);
  expect(newPasswordShape(7).safeParse(given).success).toBe(true);
});
