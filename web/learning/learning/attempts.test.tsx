import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { assignSeats, listSeatPools } from '#contract/commerce/seats.endpoints.ts';
import { giveFurtherAttempts } from '#contract/learning/checks.endpoints.ts';
import { getLearningSummary, getWithoutSeat, listAssignments } from '#contract/learning/learning.endpoints.ts';
import type { Assignment } from '#contract/learning/learning.ts';
import { listOrganisationCertificates } from '#contract/learning/learning-certificates.endpoints.ts';
import {
  getOwnOrganisation,
  listInvitations,
  listOrganisationPeople,
} from '#contract/organisations/organisations.endpoints.ts';
import { listJoinRequests } from '#contract/organisations/organisations-domains.endpoints.ts';
import { answer, callsOf } from '#tests/support/web/network.ts';
import { payments } from '#tests/support/web/payment-form.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const counts = { assigned: 3, completed: 1, inProgress: 2, notStarted: 0, overdue: 0 };

function assignment(id: number, changed: Partial<Assignment>): Assignment {
  return {
    id,
    userId: id,
    name: `Person ${id}`,
    email: `person-${id}@example.org`,
    resourceId: 1,
    title: 'A guide',
    type: 'report',
    status: 'in_progress',
    dueOn: '2099-01-01',
    completedAt: null,
    isEarlierVersion: false,
    validUntil: null,
    refreshMonths: null,
    asksConfirmation: false,
    assignedAt: '2026-01-05T09:00:00.000Z',
    check: null,
    overdueDays: 0,
    overdueReminders: 0,
    lastReminderOn: null,
    ...changed,
  };
}

test('CHECK-08 a manager sees passed, attempts and best score, and gives a person another attempt', async () => {
  const rows = [
    assignment(1, { check: { passed: false, attempts: 3, bestPercent: 75 } }),
    assignment(2, { check: { passed: true, attempts: 1, bestPercent: 90 }, status: 'completed' }),
    assignment(3, { check: { passed: false, attempts: 0, bestPercent: null }, status: 'completed' }),
  ];
  const organisation = {
    id: 4,
    name: 'Northmere',
    role: 'manager' as const,
    isKnown: false,
    people: 3,
    seats: { total: 0, inUse: 0 },
    ownSeats: [],
  };
  const { user } = await renderPortal('/organisation?tab=learning', {
    answers: [
      answer(getOwnOrganisation, organisation),
      answer(getWithoutSeat, { people: 0, resources: [] }),
      answer(getLearningSummary, {
        total: { ...counts, overduePeople: 0 },
        roles: [],
        resources: [],
        resourceCount: 1,
      }),
      answer(listAssignments, rows),
      answer(listOrganisationCertificates, []),
      answer(listInvitations, []),
      answer(listJoinRequests, []),
      answer(giveFurtherAttempts, { message: 'Given' }),
    ],
  });
  const table = await screen.findByRole('table', { name: 'Assignments' });
  const rowOf = (name: string) => within(table).getByRole('row', { name: new RegExp(name) });
  expect(rowOf('Person 1')).toHaveTextContent('Not passed yet3 attempts, best score 75%');
  expect(rowOf('Person 2')).toHaveTextContent('Passed1 attempt, best score 90%');
  expect(rowOf('Person 3')).toHaveTextContent('Completed without a check');
  expect(within(table).getAllByRole('button', { name: /^Give another attempt/ })).toHaveLength(1);
  await user.click(within(table).getByRole('button', { name: 'Give another attempt to Person 1, A guide' }));
  await expectToast('One more attempt was given', 'Person 1 can use it on any day.');
  expect(callsOf(giveFurtherAttempts)).toMatchObject([
    { params: { id: '4', assignmentId: '1' }, body: { attempts: 1 } },
  ]);
});

test('LEARN-08 the tab Learning names the people without a seat, and gives them one', async () => {
  const organisation = {
    id: 4,
    name: 'Northmere',
    role: 'owner' as const,
    isKnown: false,
    people: 3,
    seats: { total: 2, inUse: 0 },
    ownSeats: [],
  };
  const lacking = { people: 1, userIds: [7], names: ['Ada Byron'] };
  const pool = {
    kind: 'resource' as const,
    resourceId: 1,
    title: 'A guide',
    type: 'report' as const,
    rappPrinciples: [],
    imageUrl: null,
    seats: 2,
    inUse: 0,
    available: 2,
    paused: 0,
    nextEnd: null,
  };
  const { user } = await renderPortal('/organisation?tab=learning', {
    answers: [
      answer(getOwnOrganisation, organisation),
      answer(getLearningSummary, {
        total: { ...counts, overduePeople: 0 },
        roles: [],
        resources: [],
        resourceCount: 1,
      }),
      answer(getWithoutSeat, {
        people: 2,
        resources: [
          { ...lacking, resourceId: 1, title: 'A guide', kind: 'resource' },
          { ...lacking, resourceId: 2, title: 'A book', kind: 'resource', people: 2, names: ['Ada Byron', 'Sam Reed'] },
        ],
      }),
      answer(listSeatPools, [pool]),
      answer(listOrganisationPeople, []),
      answer(listAssignments, []),
      answer(listOrganisationCertificates, []),
      answer(listInvitations, []),
      answer(listJoinRequests, []),
      answer(assignSeats, { assigned: 1 }),
    ],
    config: { payments },
  });
  expect(await screen.findByText('2 people have no seat for what is assigned')).toBeVisible();
  expect(await screen.findByText('Ada Byron and Sam Reed have no seat yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Order seats for A book' })).toHaveAttribute(
    'href',
    '/checkout/2?seats=true',
  );
  await user.click(screen.getByRole('button', { name: 'Assign seats for A guide' }));
  await user.click(await screen.findByRole('button', { name: 'Assign 1 Seat' }));
  await expectToast('1 seat was assigned');
  expect(callsOf(assignSeats)).toMatchObject([{ body: { kind: 'resource', resourceId: 1, people: [7] } }]);
});
