import { expect, test } from 'vitest';
import { claimName, claimText, listed, reachedText, secretWarning, sessionText, stepsOf } from './display.ts';
import { changedOf } from './form-display.ts';

test('SSO-01 the steps of a connection mark what is done and what comes next; the portal has no last one', () => {
  expect(stepsOf('tested', 'company').map(({ name, place }) => [name, place])).toEqual([
    ['Connected', 'done'],
    ['Tested', 'done'],
    ['Offered', 'now'],
    ['Required', 'next'],
  ]);
  expect(stepsOf('draft', 'portal').map(({ name, place }) => [name, place])).toEqual([
    ['Connected', 'done'],
    ['Tested', 'now'],
    ['Offered', 'next'],
  ]);
  expect(stepsOf('enforced', 'company').every(({ place }) => place === 'done')).toBe(true);
});

test('lists words as a sentence does', () => {
  expect(listed([])).toBe('');
  expect(listed(['RS256'])).toBe('RS256');
  expect(listed(['RS256', 'ES256', 'PS256'])).toBe('RS256, ES256 and PS256');
  expect(reachedText({ algorithms: [] })).toBe('Reached.');
});

test('SSO-01 the end of a client secret is announced from 30 days before', () => {
  const now = new Date('2026-11-30T23:30:00Z');
  expect(secretWarning({ secretEndsOn: null }, now)).toBeNull();
  expect(secretWarning({ secretEndsOn: '2026-12-31' }, now)).toBeNull();
  expect(secretWarning({ secretEndsOn: '2026-12-30' }, now)).toMatch(/^The client secret ends in 30 days\./);
  expect(secretWarning({ secretEndsOn: '2026-12-01' }, now)).toMatch(/ends tomorrow\./);
  expect(secretWarning({ secretEndsOn: '2026-11-30' }, now)).toMatch(/ends today\./);
  expect(secretWarning({ secretEndsOn: '2026-11-29' }, now)).toMatch(/^The client secret has ended\./);
});

test('SSO-12 a session is bounded by its hours, also where the provider reports sign-outs', () => {
  expect(sessionText({ sendsLogouts: true, sessionHours: 1 })).toMatch(/at once, and after 1 hour in any case\.$/);
  expect(sessionText({ sendsLogouts: false, sessionHours: 24 })).toMatch(/Sessions end after 24 hours/);
});

test('SSO-03 claims have names that owners know, and values that only the tester sees', () => {
  expect(claimName('given_name')).toBe('First name');
  expect(claimName('https://example.org/team')).toBe('https://example.org/team');
  expect(claimText({ claim: 'email', isPresent: false, value: null }, true)).toBe('Not sent');
  expect(claimText({ claim: 'email', isPresent: true, value: null }, false)).toBe('Only the person who tested sees it');
  expect(claimText({ claim: 'email_verified', isPresent: true, value: 'true' }, true)).toBe('Yes');
  expect(claimText({ claim: 'auth_time', isPresent: true, value: '2026-11-30T09:05:00.000Z' }, true)).toBe(
    '30 Nov 2026, 09:05',
  );
});

test('SSO-01 a change holds what differs alone, and never an empty secret', () => {
  const saved = { name: 'Northmere account', secretEndsOn: '2027-01-01', sessionHours: 12 };
  expect(changedOf(saved, { ...saved, clientSecret: undefined })).toEqual({});
  expect(changedOf(saved, { ...saved, secretEndsOn: null, sessionHours: 8 })).toEqual({
    secretEndsOn: null,
    sessionHours: 8,
  });
});
