import { expect, test } from 'vitest';
import { type Glance, nextSteps } from './glance-display.ts';

const counts = { assigned: 8, completed: 8, inProgress: 0, notStarted: 0, overdue: 0, overduePeople: 0 };

/** Six people with every seat in use and all learning completed. */
function glance(changed: Partial<Glance> = {}): Glance {
  return {
    organisation: { people: 6, seats: { total: 6, inUse: 6 } },
    invitations: [],
    requests: 0,
    withoutSeat: 0,
    learning: counts,
    canOrder: true,
    ...changed,
  };
}
const kindsOf = (changed: Partial<Glance>) => nextSteps(glance(changed)).map(({ kind }) => kind);

test('ORG-12 says nothing to do when all is done, or when nothing is known yet', () => {
  expect(kindsOf({})).toEqual([]);
  expect(kindsOf({ invitations: undefined, requests: undefined, learning: undefined, withoutSeat: undefined })).toEqual(
    [],
  );
});

test('ORG-12 names what to do next, the most urgent first, at most three things', () => {
  expect(
    nextSteps(
      glance({
        organisation: { people: 6, seats: { total: 10, inUse: 6 } },
        invitations: [{ isExpired: true }, { isExpired: true }, { isExpired: false }],
        requests: 1,
        learning: { ...counts, overdue: 4, overduePeople: 3 },
      }),
    ),
  ).toEqual([
    { kind: 'requests', why: '1 person asks to join', action: 'Accept or decline' },
    { kind: 'overdue', why: '3 people are overdue', action: 'See who and with what' },
    { kind: 'expired', why: '2 invitations have expired', action: 'Resend or withdraw' },
  ]);
  expect(nextSteps(glance({ invitations: [{ isExpired: true }], withoutSeat: 2 }))[0]).toEqual({
    kind: 'without-seat',
    why: '2 people have no seat for what is assigned',
    action: 'Give seats',
  });
});

test('ORG-12 begins with people, seats and learning in a new organisation, and offers no order where none is possible', () => {
  const none = { people: 1, seats: { total: 0, inUse: 0 } };
  const nothing = { ...counts, assigned: 0 };
  expect(kindsOf({ organisation: none, learning: nothing })).toEqual(['invite', 'order']);
  expect(kindsOf({ organisation: none, learning: nothing, canOrder: false })).toEqual(['invite']);
  expect(kindsOf({ organisation: { ...none, people: 2 }, learning: nothing })).toEqual(['order', 'assign']);
  expect(kindsOf({ organisation: { people: 2, seats: { total: 5, inUse: 1 } } })).toEqual(['free-seats']);
});
