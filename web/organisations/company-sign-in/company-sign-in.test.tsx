import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getLearningSummary, getWithoutSeat } from '#contract/learning/learning.endpoints.ts';
import * as endpoints from '#contract/organisations/company-sign-in.endpoints.ts';
import type { CompanyConnection, CompanySignIns } from '#contract/organisations/company-sign-in.ts';
import { getDirectory, listEndedAccess } from '#contract/organisations/directory.endpoints.ts';
import {
  getOwnOrganisation,
  listInvitations,
  listOrganisationPeople,
} from '#contract/organisations/organisations.endpoints.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { checkDomain, listDomains, listJoinRequests } from '#contract/organisations/organisations-domains.endpoints.ts';
import type { OrganisationDomain } from '#contract/organisations/organisations-domains.ts';
import {
  companyConnection,
  companySignIns,
  connectionTest,
  provenDomain,
} from '#tests/support/web/connection-fixtures.ts';
import { type Answer, answer, callsOf, fail, hold, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast } from '#tests/support/web/screen.ts';

const organisation: Organisation = {
  id: 4,
  name: 'Northmere Borough Council',
  role: 'owner',
  isKnown: true,
  people: 48,
  seats: { total: 92, inUse: 60 },
  ownSeats: [],
};

const noLearning = { assigned: 0, completed: 0, inProgress: 0, notStarted: 0, overdue: 0, overduePeople: 0 };

const noDirectory = {
  url: 'https://learning.example.org/scim/v2/4',
  hasProvenDomain: true,
  tokens: [],
  people: { in: 0, invited: 0, outside: 0, inactive: 0 },
};

function open(signIns: CompanySignIns, domains: OrganisationDomain[] = [provenDomain()], ...more: Answer[]) {
  return renderPortal('/organisation?tab=sign-in', {
    answers: [
      answer(getOwnOrganisation, organisation),
      answer(listInvitations, []),
      answer(listJoinRequests, []),
      answer(getWithoutSeat, { people: 0, resources: [] }),
      answer(getLearningSummary, { total: noLearning, roles: [], resources: [], resourceCount: 0 }),
      answer(listDomains, domains),
      answer(getDirectory, {
        url: 'https://learning.example.org/scim/v2/4',
        hasProvenDomain: true,
        tokens: [],
        people: { in: 0, invited: 0, outside: 0, inactive: 0 },
      }),
      answer(endpoints.listCompanyConnections, signIns),
      answer(getDirectory, noDirectory),
      answer(listEndedAccess, []),
      ...more,
    ],
  });
}

const withOne = (changed: Partial<CompanyConnection>) => companySignIns({ connections: [companyConnection(changed)] });
const unproven = provenDomain({
  id: 5,
  domain: 'housing.example',
  provenAt: null,
  dnsProvenAt: null,
  dnsCheckedAt: null,
});
const tested = connectionTest();

test('SSO-01 managers have no tab Sign-in', async () => {
  await renderPortal('/organisation?tab=sign-in', {
    answers: [
      answer(getOwnOrganisation, { ...organisation, role: 'manager' }),
      answer(listInvitations, []),
      answer(listJoinRequests, []),
      answer(listOrganisationPeople, []),
      answer(getWithoutSeat, { people: 0, resources: [] }),
      answer(getLearningSummary, { total: noLearning, roles: [], resources: [], resourceCount: 0 }),
    ],
  });
  expect(await screen.findByRole('tab', { name: /^People/ })).toHaveAttribute('aria-selected', 'true');
  expect(screen.queryByRole('tab', { name: 'Sign-in' })).toBeNull();
});

test('SSO-01 no connection can be made before a domain is verified by DNS, and the page says what is needed first', async () => {
  const byEmail = provenDomain({ dnsProvenAt: null, dnsCheckedAt: null });
  const { user } = await open(companySignIns(), [byEmail]);
  const connect = await screen.findByRole('button', { name: 'Connect identity provider' });
  await waitFor(() => expect(connect).toHaveAccessibleDescription(/^Verify a domain by its DNS record first/));
  await user.click(connect);
  expect(screen.queryByRole('heading', { name: 'Identity provider' })).toBeNull();
  expect(screen.getByText(/^Verified by an email alone\./)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Record value for northmere.example' })).toHaveValue(
    'portal-verification=7f3a91',
  );
});

test('SSO-01 a domain is checked again, and a refusal says why', async () => {
  const { user } = await open(companySignIns(), [unproven], refuse(checkDomain, 'organisations.domain-unproven'));
  await user.click(await screen.findByRole('button', { name: 'Check again housing.example' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  const proven = provenDomain({ id: 5, domain: 'housing.example' });
  serve(answer(checkDomain, proven), answer(listDomains, [proven]));
  await user.click(screen.getByRole('button', { name: 'Check again housing.example' }));
  await expectToast('housing.example is verified');
  expect(await screen.findByText('Verified')).toBeVisible();
});

test('SSO-01 a domain whose record is missing says since when and what follows', async () => {
  await open(companySignIns(), [provenDomain({ dnsFailingSince: '2026-11-28T06:00:00.000Z' })]);
  expect(await screen.findByText(/^The DNS record has been missing since 28 Nov 2026/)).toBeVisible();
});

test('SSO-01 an owner sees the ways of today, connects a provider, and the failure of the list is said', async () => {
  const { user } = await open(companySignIns(), undefined, fail(endpoints.listCompanyConnections));
  expect(await screen.findByRole('alert')).toHaveTextContent('The sign-in of your organisation did not load');
  serve(answer(endpoints.listCompanyConnections, companySignIns()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const today = within(await screen.findByRole('complementary', { name: 'People affected' }));
  expect(today.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '44can sign in with a password9 of them with a second factor',
    '4can sign in with Google',
  ]);
  await user.click(screen.getByRole('button', { name: 'Connect identity provider' }));
  await expectAddress('/organisation?tab=sign-in&connection=new');
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading).toHaveFocus();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('heading', { name: 'Sign in with your company’s accounts' })).toBeVisible();
  expect(heading).toHaveFocus();
});

test('SSO-01 a tested connection is offered to the people of its domains', async () => {
  const { user } = await open(withOne({ state: 'tested', test: tested }));
  const steps = within(await screen.findByRole('list', { name: 'State of the connection' }));
  expect(steps.getByText('Offered').closest('li')).toHaveAttribute('aria-current', 'step');
  const active = companyConnection({ state: 'active', test: tested });
  const held = hold(answer(endpoints.activateCompanyConnection, active));
  serve(held);
  await user.dblClick(screen.getByRole('button', { name: 'Offer it to 41 people' }));
  serve(answer(endpoints.listCompanyConnections, companySignIns({ connections: [active] })));
  held.release();
  await expectToast('Northmere account is offered');
  expect(callsOf(endpoints.activateCompanyConnection)).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Require it of 41 people' })).toBeVisible();
});

test('SSO-03 a connection whose test found a problem is not offered', async () => {
  const problem = { level: 'problem', sentence: 'No email address arrived.' } as const;
  await open(withOne({ test: connectionTest({ works: false, findings: [problem] }) }));
  expect(await screen.findByText('No email address arrived.')).toBeVisible();
  expect(screen.getByText('Does not work yet')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Offer it to 41 people' })).toHaveAccessibleDescription(
    /^Test the sign-in/,
  );
});

test('SSO-10 only an owner who came through the connection can require it', async () => {
  const { user } = await open(withOne({ state: 'active', test: tested }));
  const button = await screen.findByRole('button', { name: 'Require it of 41 people' });
  expect(button).toHaveAccessibleDescription('Sign in with Northmere account yourself first.');
  await user.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign in with Northmere account now' })).toHaveAttribute(
    'href',
    '/api/sso/0192f6a4-1b2c-4d3e-8f50-0123456789ab/start?returnTo=%2Forganisation%3Ftab%3Dsign-in',
  );
});

test('SSO-10 requiring says what it means and needs an owner who keeps another way in', async () => {
  const { user } = await open(withOne({ state: 'active', test: tested, isOwnWay: true }));
  await user.click(await screen.findByRole('button', { name: 'Require it of 41 people' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Require Northmere account?' }));
  expect(dialog.getByText(/^Passwords, mailed links, passkeys and Google are refused/)).toBeVisible();
  const save = dialog.getByRole('button', { name: 'Require it of 41 people' });
  await user.click(save);
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Choose at least one owner with a second factor or a passkey.',
  );
  expect(callsOf(endpoints.enforceCompanyConnection)).toEqual([]);
  expect(dialog.getByRole('checkbox', { name: 'Ines Fairbourne' })).toBeDisabled();
  await user.click(dialog.getByRole('checkbox', { name: 'Kofi Ashdown' }));
  const required = companyConnection({
    state: 'enforced',
    test: tested,
    enforcedAt: '2026-11-27T09:00:00.000Z',
    enforcedBy: 'Ines Fairbourne',
    emergencyOwners: [{ userId: 8, name: 'Kofi Ashdown' }],
    affected: { inDomains: 41, linked: 38, outside: 7, invited: 0 },
  });
  serve(
    answer(endpoints.enforceCompanyConnection, required),
    answer(endpoints.listCompanyConnections, companySignIns({ connections: [required] })),
  );
  await user.click(save);
  await expectToast('Northmere account is required');
  expect(callsOf(endpoints.enforceCompanyConnection).map(({ body }) => body)).toEqual([{ emergencyOwnerIds: [8] }]);
  expect(await screen.findByRole('heading', { name: 'Northmere account is required' })).toBeVisible();
  expect(screen.getByText('38 have done it, 3 not yet.')).toBeVisible();
  expect(screen.getByText('Kofi Ashdown').parentElement).toHaveTextContent(/^Kofi Ashdown can still sign in/);

  const active = companyConnection({ state: 'active', test: tested });
  serve(
    answer(endpoints.activateCompanyConnection, active),
    answer(endpoints.listCompanyConnections, companySignIns({ connections: [active] })),
  );
  await user.click(screen.getByRole('button', { name: 'Allow passwords again' }));
  await expectToast('Passwords are allowed again');
});

test('SSO-10 the screen says that no owner can sign in when there is no emergency owner, and asks for one', async () => {
  const required = companyConnection({ state: 'enforced', test: tested, emergencyOwners: [] });
  await open(companySignIns({ connections: [required] }));
  expect(await screen.findByText(/^No owner can sign in then\. Choose an owner/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose owners' })).toBeVisible();
});

test('SSO-01 each domain leads to the connection that the owner chooses', async () => {
  const second = companyConnection({ id: '0192f6a4-1b2c-4d3e-8f50-0123456789ac', name: 'Harbour login', domains: [] });
  const both = companySignIns({ connections: [companyConnection(), second] });
  const { user } = await open(both, undefined, answer(endpoints.changeCompanyConnection, second));
  const choice = await screen.findByRole('combobox', { name: 'Sign-in of northmere.example' });
  expect(choice).toHaveDisplayValue('Northmere account');
  await user.selectOptions(choice, 'Harbour login');
  await expectToast('The domain was changed');
  await user.selectOptions(choice, 'No connection: password or Google');
  await waitFor(() => expect(callsOf(endpoints.changeCompanyConnection)).toHaveLength(2));
  expect(callsOf(endpoints.changeCompanyConnection).map(({ params, body }) => [params.connectionId, body])).toEqual([
    [second.id, { domainIds: [3] }],
    [companyConnection().id, { domainIds: [] }],
  ]);
});

test('SSO-12 the screen says how long a session lasts, and whether the provider reports sign-outs and a directory people who leave', async () => {
  await open(withOne({ sendsLogouts: false, sessionHours: 8 }));
  expect(
    await screen.findByText(/^Your provider does not say that it reports sign-outs\. Sessions end after 8 hours/),
  ).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Sign-out URL' })).toHaveValue(
    companyConnection().backChannelLogoutAddress,
  );
  expect(await screen.findByText(/^No directory reports people who leave\./)).toBeVisible();
  const token = {
    id: 1,
    name: 'Entra',
    start: 'rapp_s7Q2',
    createdAt: '2026-11-20T09:00:00.000Z',
    madeBy: 'Ines',
    lastUsedAt: '2026-11-27T06:00:00.000Z',
  };
  await open(withOne({}), [provenDomain()], answer(getDirectory, { ...noDirectory, tokens: [token] }));
  expect(await screen.findByText(/^Your directory reports people who leave\./)).toBeVisible();
});
