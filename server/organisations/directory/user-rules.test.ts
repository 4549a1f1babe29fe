import { expect, it } from 'vitest';
import { addressOf, namesOf } from './user-rules.ts';

const profile = { emails: [] };

it('TEXT-05 an address that normalisation would turn into another one is refused', () => {
  expect(addressOf({ userName: 'kim@example.org', profile })).toBe('kim@example.org');
  expect(() => addressOf({ userName: '\u212Aim@example.org', profile })).toThrow('is no email address');
});

it('TEXT-06 a name that is a domain is left out, and the address makes none', () => {
  const name = { givenName: 'evil.com', familyName: 'Byron' };
  expect(namesOf({ ...profile, name }, 'ada.byron@example.org')).toEqual({ firstName: 'ada byron', lastName: 'Byron' });
});
