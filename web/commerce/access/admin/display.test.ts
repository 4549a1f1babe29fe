import { expect, test } from 'vitest';
import { entitlementText, grantStatus, isRunning, lastDayText, otherReasons, reasonDetails } from './display.ts';

const found = {
  resourceId: 1,
  hasAccess: false,
  code: 'access.subscription-required',
  reason: '',
  accessType: 'subscription',
  state: 'listed',
  because: [],
  isBlocked: true,
  subscriptionStatus: 'suspended',
} as const;

const nothingKnown = {
  expiresAt: null,
  organisationId: null,
  organisation: null,
  seatId: null,
  since: null,
  by: null,
  details: null,
} as const;

test('ADM-USER-08 an explanation names what counted and what did not', () => {
  expect(otherReasons({ ...found, because: [] })).toEqual([
    'An administrator took it out of the subscription.',
    'The subscription is suspended.',
  ]);
  const counted = { ...nothingKnown, kind: 'subscription', id: 7 } as const;
  expect(otherReasons({ ...found, isBlocked: false, because: [counted] })).toEqual([]);
  expect(entitlementText(counted)).toBe('The member has a running subscription (7).');
  const seat = { ...counted, kind: 'seat', organisationId: 3, organisation: 'Northmere Council' } as const;
  expect(entitlementText(seat)).toBe('The member has a seat (7) of Northmere Council.');
  expect(otherReasons({ ...found, isBlocked: false, because: [], subscriptionStatus: 'past_due' })).toEqual([
    'The subscription is past due.',
  ]);
});

test('ADM-USER-18 the reason of a path that its parts open names the member', () => {
  const parts = { ...nothingKnown, resourceId: 1, title: 'A way', type: 'path', reason: 'parts', id: null } as const;
  expect(reasonDetails({ ...parts, amount: null, currency: null }, 'Ines')).toBe('Every part is open to Ines');
});

test('ACCESS-17 a grant is active, revoked, or over', () => {
  const now = Date.parse('2027-01-01T00:00:00.000Z');
  expect(grantStatus({ isActive: true, expiresAt: null }, now)).toBe('Active');
  expect(grantStatus({ isActive: false, expiresAt: null }, now)).toBe('Revoked');
  expect(grantStatus({ isActive: true, expiresAt: '2026-12-31T00:00:00.000Z' }, now)).toBe('Expired');
});

test('ADM-USER-18 an explanation says when a resource was bought, and who granted it, when and why', () => {
  const since = '2026-11-03T09:00:00.000Z';
  expect(entitlementText({ ...nothingKnown, kind: 'purchase', id: 4, since })).toBe(
    'The member bought it on 03 Nov 2026 (purchase 4).',
  );
  const grant = { ...nothingKnown, kind: 'grant', id: 3, since, by: 'Rowan Oakes', details: 'Pilot group' } as const;
  expect(entitlementText(grant)).toBe('Rowan Oakes granted access on 03 Nov 2026 (grant 3): Pilot group');
});

test('the end of a grant is shown as the day that was chosen, the whole of which is in', () => {
  const until = (expiresAt: string) => entitlementText({ ...nothingKnown, kind: 'grant', id: 3, expiresAt });
  expect(until('2027-02-01T00:00:00.000Z')).toContain('until 31 Jan 2027');
  expect(until('2027-01-31T15:30:00.000Z')).toContain('until 31 Jan 2027');
  expect(lastDayText('2027-01-01T00:00:00.000Z')).toBe('31 Dec 2026');
});

test('ADM-USER-08 a suspended, paused, unpaid or ended subscription is not called running', () => {
  const running = (status: string, temporarySuspended = false) =>
    isRunning({ status, temporarySuspended, pause: null });
  const pause = { startsAt: '2027-01-01T00:00:00.000Z', endsAt: '2027-02-01T00:00:00.000Z', isRunning: true };
  expect(isRunning({ status: 'active', temporarySuspended: false, pause })).toBe(false);
  expect(isRunning({ status: 'active', temporarySuspended: false, pause: { ...pause, isRunning: false } })).toBe(true);
  expect([running('active'), running('trialing')]).toEqual([true, true]);
  expect([running('active', true), running('past_due'), running('canceled'), isRunning(null)]).toEqual(
    Array(4).fill(false),
  );
});
