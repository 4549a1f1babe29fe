import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listResources } from '#contract/catalogue/search.endpoints.ts';
import { resendVerification } from '#contract/identity/sign-in.endpoints.ts';
import { listRounds } from '#contract/learning/assessment-rounds.endpoints.ts';
import {
  getLearningSummary,
  getWithoutSeat,
  listAssignments,
  listPersonLearning,
} from '#contract/learning/learning.endpoints.ts';
import { listOrganisationCertificates } from '#contract/learning/learning-certificates.endpoints.ts';
import {
  createOrganisation,
  getOwnOrganisation,
  invitePeople,
  listInvitations,
  listOrganisationPeople,
  renameOrganisation,
} from '#contract/organisations/organisations.endpoints.ts';
import type { Invitation, Organisation, OrganisationPerson } from '#contract/organisations/organisations.ts';
import {
  getOrganisationOffer,
  listDomains,
  listJoinRequests,
} from '#contract/organisations/organisations-domains.endpoints.ts';
import { member, resources } from '#tests/support/web/fixtures.ts';
import { type Answer, answer, callsOf, refuse, serve } from '#tests/support/web/network.ts';
import { openAnew, renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';
import { untilSettled } from '#tests/support/web/settled.ts';

const organisation = (changed: Partial<Organisation> = {}): Organisation => ({
  id: 4,
  name: 'Northmere',
  role: 'owner',
  isKnown: false,
  people: 2,
  seats: { total: 12, inUse: 5 },
  ownSeats: [],
  ...changed,
});

const person = (userId: number, role: OrganisationPerson['role']): OrganisationPerson => ({
  userId,
  name: `Person ${userId}`,
  email: `person-${userId}@example.org`,
  role,
  joinedAt: '2026-01-05T09:00:00.000Z',
});

const invitation = (changed: Partial<Invitation> = {}): Invitation => ({
  id: 1,
  email: 'invited@example.org',
  role: 'learner',
  askedAt: '2026-01-05T09:00:00.000Z',
  expiresAt: '2126-01-19T09:00:00.000Z',
  isExpired: false,
  isSent: true,
  waitSeconds: 0,
  ...changed,
});

type Given = { own?: Organisation; owners?: number; invitations?: Invitation[]; overduePeople?: number };

/** The organisation as its owners and managers open it. */
function forOrganisation({ own = organisation(), owners = 1, invitations = [], overduePeople = 0 }: Given): Answer[] {
  const people = Array.from({ length: owners }, (_, index) => person(index + 1, 'owner'));
  const counts = { assigned: 3, completed: 1, inProgress: 0, notStarted: 0, overdue: overduePeople };
  return [
    answer(getOwnOrganisation, own),
    answer(listOrganisationPeople, people),
    answer(listPersonLearning, []),
    answer(listInvitations, invitations),
    answer(listJoinRequests, []),
    answer(listDomains, []),
    answer(getWithoutSeat, { people: 0, resources: [] }),
    answer(getLearningSummary, { total: { ...counts, overduePeople }, roles: [], resources: [], resourceCount: 0 }),
  ];
}

test('ORG-02 starting an organisation says what it gives, and has the name of the profile', async () => {
  const { user } = await renderPortal('/organisation', {
    as: member({ organization: 'Harbour Trust', emailVerified: true }),
    answers: [
      answer(getOwnOrganisation, null),
      answer(getOrganisationOffer, null),
      answer(createOrganisation, organisation({ name: 'Harbour Trust' })),
    ],
  });
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Harbour Trust');
  expect(screen.getByRole('region', { name: 'What it gives you' })).toHaveTextContent(/People.*Seats.*Learning/);
  expect(screen.queryByRole('button', { name: 'Send the link' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create organisation' }));
  await waitFor(() => expect(callsOf(createOrganisation)).toMatchObject([{ body: { name: 'Harbour Trust' } }]));
});

test('ORG-02 ORG-03 the need of a verified address is said before anything is typed, with the button that sends the link', async () => {
  const { user } = await renderPortal('/organisation', {
    as: member({ organization: null, emailVerified: false }),
    answers: [
      answer(getOwnOrganisation, null),
      answer(getOrganisationOffer, null),
      answer(resendVerification, { message: 'The link is on its way.' }),
    ],
  });
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('');
  expect(screen.getByText(/need a verified email address/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  await expectToast('Email sent', 'The link is on its way.');
  expect(screen.getByRole('button', { name: 'Link sent' })).toBeDisabled();
});

test('ORG-13 an inviter of a known organisation adds a message; of others there is no field for it', async () => {
  const invited = answer(invitePeople, { message: 'One person is invited.' });
  const { user } = await renderPortal('/organisation', {
    as: member({ emailVerified: true }),
    answers: [...forOrganisation({ own: organisation({ isKnown: true }) }), invited],
  });
  await user.click(await screen.findByRole('button', { name: 'Invite people' }));
  await user.type(await screen.findByRole('textbox', { name: 'Email addresses' }), 'ada@example.net');
  await user.type(screen.getByRole('textbox', { name: /^Message/ }), 'Welcome!');
  await user.click(screen.getByRole('button', { name: 'Invite 1 Person' }));
  await waitFor(() => expect(callsOf(invitePeople)).toMatchObject([{ body: { message: 'Welcome!' } }]));
  serve(answer(getOwnOrganisation, organisation()));
  const { user: next } = await openAnew('/organisation');
  await next.click(await screen.findByRole('button', { name: 'Invite people' }));
  expect(await screen.findByRole('textbox', { name: 'Email addresses' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: /^Message/ })).toBeNull();
});

test('ORG-12 owners see seats, invitations and overdue people at a glance, each leading to its list', async () => {
  await renderPortal('/organisation', {
    answers: forOrganisation({ invitations: [invitation(), invitation({ id: 2, isExpired: true })], overduePeople: 3 }),
  });
  const glance = within(await screen.findByRole('region', { name: 'At a glance' }));
  const leadsTo = (name: RegExp) => glance.getByRole('link', { name }).getAttribute('href');
  await waitFor(() => expect(leadsTo(/^People overdue 3$/)).toBe('/organisation?tab=learning&status=overdue'));
  expect(leadsTo(/^Seats in use 5 of 12$/)).toBe('/organisation?tab=seats');
  expect(leadsTo(/^Invited, not yet in 2$/)).toBe('/organisation');
  expect(glance.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '3 people are overdueSee who and with what',
    '1 invitation has expiredResend or withdraw',
    '7 seats are not in useAssign seats',
  ]);
});

test('ORG-05 ORG-02 Leave is inactive for the only owner and says why, and Close is there', async () => {
  const { user } = await renderPortal('/organisation?tab=settings', { answers: forOrganisation({ owners: 1 }) });
  const leave = await screen.findByRole('button', { name: 'Leave' });
  await waitFor(() => expect(leave).toHaveAttribute('aria-disabled', 'true'));
  expect(leave).toHaveAccessibleDescription(/^You are the only owner\./);
  await user.click(leave);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Close organisation' })).toBeVisible();
});

test('ORG-05 ORG-02 one of two owners can leave', async () => {
  const { user } = await renderPortal('/organisation?tab=settings', { answers: forOrganisation({ owners: 2 }) });
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Leave Northmere?');
});

test('ORG-05 a manager is not asked to be an owner before leaving, and cannot close', async () => {
  const own = organisation({ role: 'manager' });
  await renderPortal('/organisation?tab=settings', { answers: forOrganisation({ own }) });
  expect(await screen.findByRole('button', { name: 'Leave' })).not.toHaveAttribute('aria-disabled');
  expect(screen.queryByRole('button', { name: 'Close organisation' })).toBeNull();
});

test('ORG-05 a manager resends and withdraws invitations of learners, not those of owners', async () => {
  const invitations = [invitation(), invitation({ id: 2, email: 'boss@example.org', role: 'owner' })];
  await renderPortal('/organisation', {
    answers: forOrganisation({ own: organisation({ role: 'manager' }), invitations }),
  });
  const buttonsFor = async (name: RegExp) =>
    within(await screen.findByRole('row', { name }))
      .queryAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(await buttonsFor(/^boss@/)).toEqual([]);
  expect(await buttonsFor(/^invited@/)).toEqual(['Resend invited@example.org', 'Withdraw invited@example.org']);
});

test('GEN-24 a form that is sent empty moves the focus to its first wrong field, also in a group or a confirmation', async () => {
  const { user } = await renderPortal('/organisation?tab=learning', {
    answers: [
      ...forOrganisation({}),
      answer(listResources, resources(1)),
      answer(listAssignments, []),
      answer(listOrganisationCertificates, []),
      answer(listRounds, []),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Assign learning' }));
  await user.click(await screen.findByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search resources' })).toHaveFocus());
  await user.click(await screen.findByRole('checkbox', { name: 'Resource 1' }));
  await user.click(screen.getByRole('radio', { name: 'People of some roles' }));
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'People of some roles' })).toHaveFocus());
  await user.keyboard('{Escape}');

  await user.click(screen.getByRole('tab', { name: 'Assessment' }));
  await user.click(await screen.findByRole('button', { name: 'Start a round' }));
  await user.click(await screen.findByRole('radio', { name: 'Only the people of the groups' }));
  await user.click(screen.getByRole('button', { name: 'Start round' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus());
  await user.keyboard('Autumn');
  await user.click(screen.getByRole('button', { name: 'Start round' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add group' })).toHaveFocus());
});

test('GEN-24 a refusal that a form shows at its field focuses the field and has no toast', async () => {
  const { user } = await renderPortal('/organisation?tab=settings', {
    answers: [...forOrganisation({}), refuse(renameOrganisation, 'organisations.name-taken')],
  });
  const field = await screen.findByRole('textbox', { name: 'Name of the organisation' });
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription(/has this name\. Choose another one/);
  await untilSettled();
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
});

test('GEN-24 a refusal after which the form is gone is said in a toast', async () => {
  const { user } = await renderPortal('/organisation?tab=settings', {
    answers: [...forOrganisation({}), refuse(renameOrganisation, 'organisations.not-allowed')],
  });
  await screen.findByRole('textbox', { name: 'Name of the organisation' });
  serve(answer(getOwnOrganisation, organisation({ role: 'manager' })));
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name of the organisation' })).toBeNull());
  await expectToast('The name was not changed');
});

test('ORG-14 an owner renames the organisation, and reads what happens to its confirmation', async () => {
  const { user } = await renderPortal('/organisation?tab=settings', {
    answers: [
      ...forOrganisation({ own: organisation({ isKnown: true }) }),
      answer(renameOrganisation, { message: 'The organisation is now called Northmere Trust.' }),
    ],
  });
  const field = await screen.findByRole('textbox', { name: 'Name of the organisation' });
  expect(field).toHaveAccessibleDescription(/a new name needs a new confirmation/);
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  await waitFor(() => expect(field).toHaveFocus());
  expect(callsOf(renameOrganisation)).toHaveLength(0);
  await user.type(field, 'Northmere Trust');
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  await expectToast('The organisation is now called Northmere Trust.');
  expect(callsOf(renameOrganisation)).toMatchObject([{ params: { id: '4' }, body: { name: 'Northmere Trust' } }]);
});
