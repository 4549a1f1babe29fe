import { expect, test } from 'vitest';
import { newPasswordShape, registerShape } from './new-password.ts';

const person = { firstName: 'Mira', lastName: 'Tollander', email: 'mira@example.org', organization: '' };

function sentences(result: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }) {
  return result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

test('AUTH-21 a registration asks for the length of this portal and names one number', () => {
  const shape = registerShape(10);
  const tooShort = ['password: Password must be at least 10 characters'];
  expect(sentences(shape.safeParse({ ...person, password: 'abc' }))).toEqual(tooShort);
  expect(sentences(shape.safeParse({ ...person, password: 'abcdefghi' }))).toEqual(tooShort);
  expect(shape.safeParse({ ...person, password: 'abcdefghij' }).data).toEqual({
    ...person,
    password: 'abcdefghij',
    organization: null,
  });
});

test('an empty registration is told all that is missing', () => {
  const empty = { firstName: '', lastName: ' ', email: 'no address', password: '12345', organization: '' };
  expect(sentences(registerShape(6).safeParse(empty)).toSorted()).toEqual([
    'email: Invalid email address',
    'firstName: First name is required',
    'lastName: Last name is required',
    'password: Password must be at least 6 characters',
  ]);
});

test('RESET-08 two different passwords are told at the second field', () => {
  const given = { password: 'abcdef', confirmPassword: 'abcdeg' };
  expect(sentences(newPasswordShape(6).safeParse(given))).toEqual(["confirmPassword: Passwords don't match"]);
});

test('RESET-07 a new password has the length of this portal', () => {
  const given = { password: 'abcdefg', confirmPassword: 'abcdefg' };
  expect(sentences(newPasswordShape(8).safeParse(given))).toEqual(['password: Password must be at least 8 characters']);
  expect(newPasswordShape(7).safeParse(given).success).toBe(true);
});
