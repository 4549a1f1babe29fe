import { describe, expect, it } from 'vitest';
import { addressesIn } from '#contract/email-lists.ts';
import {
  areBeingSent,
  availableText,
  endText,
  lineNamedBy,
  pendingText,
  reassignText,
  summaryOf,
} from './people-display.ts';

describe('pasted addresses', () => {
  it('ORG-03 finds the line that a refusal names', () => {
    const lines = addressesIn('a@example.org\nB@example.org');
    expect(lineNamedBy('“b@example.org” is in the organisation already.', lines)).toBe(2);
    expect(lineNamedBy('Too many attempts.', lines)).toBeNull();
  });
});

it('ORG-02 says how many people there are and what the reader is', () => {
  const organisation = { id: 1, name: 'Northmere', isKnown: true, seats: { total: 92, inUse: 82 }, ownSeats: [] };
  expect(summaryOf({ ...organisation, people: 48, role: 'owner' })).toBe('48 people, 92 seats, you are an owner');
  expect(summaryOf({ ...organisation, people: 1, role: 'manager' })).toBe('1 person, 92 seats, you are a manager');
  expect(summaryOf({ ...organisation, people: null, role: 'learner' })).toBe('You are a learner.');
});

it('SEAT-03 says of seats when they end, how many can be assigned, and when one can move', () => {
  const endsAt = '2027-03-04T00:00:00.000Z';
  expect(endText({ seats: 28, nextEnd: null })).toBe('Without end');
  expect(endText({ seats: 28, nextEnd: { endsAt, seats: 28 } })).toBe('Until 03 Mar 2027');
  expect(endText({ seats: 28, nextEnd: { endsAt, seats: 10 } })).toBe('10 of 28 until 03 Mar 2027');
  expect(availableText({ seats: 9, inUse: 4, available: 5 })).toBe('5 available');
  expect(availableText({ seats: 9, inUse: 4, available: 3 })).toBe('3 available, 2 later');
  expect(reassignText({ reassignableFrom: null })).toBe('Any time');
  expect(reassignText({ reassignableFrom: '2026-12-02T10:00:00.000Z' })).toBe('From 02 Dec 2026');
});

it('ORG-03 ADM-33 the pending invitations say how many emails are sent, and which one waits for the limit of its address', () => {
  const now = new Date('2126-01-05T09:00:00Z');
  const invitation = (isSent: boolean, askedAt = '2126-01-05T08:59:00Z') => ({ isSent, askedAt, isExpired: false });
  expect(areBeingSent([invitation(true)], now)).toBe(false);
  expect(areBeingSent([invitation(false, '2126-01-05T08:30:00Z')], now)).toBe(false);
  expect(areBeingSent([invitation(true), invitation(false)], now)).toBe(true);
  expect(pendingText([invitation(true)], now)).toBe('1 person has not joined yet.');
  expect(pendingText([invitation(true), invitation(false)], now)).toBe(
    '2 people have not joined yet. 1 of 2 emails are sent.',
  );
});
