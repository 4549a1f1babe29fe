import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { getConnectionTest } from '#contract/identity/connections.endpoints.ts';
import * as endpoints from '#contract/identity/connections-admin.endpoints.ts';
import type { PortalConnection } from '#contract/identity/connections-admin.ts';
import { connectionTest, discovery, portalConnection } from '#tests/support/web/connection-fixtures.ts';
import { administrator } from '#tests/support/web/fixtures.ts';
import { type Answer, answer, callsOf, fail, hold, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast } from '#tests/support/web/screen.ts';

const open = (connections: PortalConnection[], ...answers: Answer[]) =>
  renderPortal('/admin-dashboard/sign-in', {
    as: administrator(),
    answers: [answer(endpoints.listPortalConnections, connections), ...answers],
  });

const issuer = 'https://login.northmere.example/realms/staff';

test('SSO-13 the connections of the portal say that they could not be loaded, and load again when asked', async () => {
  const { user } = await open([], fail(endpoints.listPortalConnections));
  expect(await screen.findByRole('alert')).toHaveTextContent('The connections did not load');
  serve(answer(endpoints.listPortalConnections, []));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No company sign-in' })).toBeVisible();
});

test('SSO-01 SSO-02 a new connection is checked while its issuer is entered, saved, and then open to be tested', async () => {
  const held = hold(answer(endpoints.lookUpPortalIssuer, discovery({ issuer: `${issuer}/` })));
  const { user } = await open([], held, answer(endpoints.addPortalConnection, portalConnection()));
  await user.click(await screen.findByRole('button', { name: 'Connect identity provider' }));
  await user.click(await screen.findByRole('button', { name: 'Save connection' }));
  const name = screen.getByRole('textbox', { name: 'Name on the button' });
  await waitFor(() => expect(name).toHaveAccessibleDescription(/Name is required/));
  expect(name).toHaveFocus();
  expect(callsOf(endpoints.addPortalConnection)).toEqual([]);
  await user.type(name, 'Northmere account');
  await user.type(screen.getByRole('textbox', { name: 'Client ID' }), 'rapp-learning');
  const field = screen.getByRole('textbox', { name: 'Issuer' });
  await user.type(field, issuer);
  expect(await screen.findByText('Asking the provider…')).toBeVisible();
  held.release();
  await user.click(await screen.findByRole('button', { name: 'Use this issuer' }));
  expect(field).toHaveValue(`${issuer}/`);
  expect(await screen.findByText('Reached. The provider signs with RS256 and ES256.')).toBeVisible();
  await user.type(screen.getByLabelText('Client secret', { selector: 'input:not([type=radio])' }), 'a secret');
  serve(answer(endpoints.listPortalConnections, [portalConnection()]));
  await user.click(screen.getByRole('button', { name: 'Save connection' }));
  await expectToast('Northmere account was saved');
  await expectAddress(`/admin-dashboard/sign-in?connection=${portalConnection().id}`);
  expect(await screen.findByRole('heading', { name: 'Test sign-in' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(callsOf(endpoints.addPortalConnection)).toMatchObject([
    {
      body: {
        name: 'Northmere account',
        issuer: `${issuer}/`,
        clientId: 'rapp-learning',
        clientSecret: 'a secret',
        authMethod: 'client_secret',
        secretEndsOn: null,
        scopes: 'openid email profile',
        sessionHours: 12,
        vouches: 'verified',
      },
    },
  ]);
});

test('SSO-06 the choice to vouch for all addresses says its risk, and is sent', async () => {
  const { user } = await open([portalConnection()], answer(endpoints.changePortalConnection, portalConnection()));
  await user.click(await screen.findByRole('radio', { name: /^All addresses/ }));
  expect(screen.getByRole('radio', { name: /^All addresses/ })).toHaveAccessibleDescription(
    'Risk: the people who run the provider can open an account here at any address that has none, or whose account was never verified. Another account is linked only once its owner has proved it. Choose it only for a provider that you run yourself.',
  );
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(callsOf(endpoints.changePortalConnection)).toMatchObject([{ body: { vouches: 'all' } }]));
});

test('SSO-02 the form says in one sentence why a provider is unusable, and shows a refused issuer at its field', async () => {
  const sentence = 'The provider offers no signing algorithm that the portal accepts for identity tokens.';
  const { user } = await open(
    [],
    answer(
      endpoints.lookUpPortalIssuer,
      discovery({ issuer, isUsable: false, algorithms: [], findings: [{ level: 'problem', sentence }] }),
    ),
    refuse(endpoints.addPortalConnection, 'connections.issuer-unusable'),
  );
  await user.click(await screen.findByRole('button', { name: 'Connect identity provider' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name on the button' }), 'Northmere account');
  await user.type(screen.getByRole('textbox', { name: 'Client ID' }), 'rapp-learning');
  const field = screen.getByRole('textbox', { name: 'Issuer' });
  await user.type(field, issuer);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByText(/^Reached/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save connection' }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(sentence)));
  expect(field).toHaveValue(issuer);
});

test('SSO-01 a change sends what has changed alone; the secret is never shown and replaced only when asked', async () => {
  const saved = portalConnection();
  const { user } = await open([saved], answer(endpoints.changePortalConnection, saved));
  expect(await screen.findByRole('textbox', { name: 'Name on the button' })).toHaveValue('Northmere account');
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  expect(screen.getByText('Saved on 26 November 2026. It is never shown again.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  await user.type(screen.getByLabelText('Client secret', { selector: 'input:not([type=radio])' }), 'another secret');
  await user.click(await screen.findByRole('button', { name: 'Save changes' }));
  await expectToast('Northmere account was saved');
  expect(callsOf(endpoints.changePortalConnection)).toMatchObject([{ params: { connectionId: saved.id } }]);
  expect(callsOf(endpoints.changePortalConnection)[0]?.body).toEqual({ clientSecret: 'another secret' });
});

test('SSO-01 a secret that ends within 30 days is announced', async () => {
  const soon = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await open([portalConnection({ secretEndsOn: soon })]);
  expect(await screen.findByText(/^The client secret ends in 7 days\./)).toBeVisible();
});

test('SSO-01 a wrong number of hours is refused at its field, which is unfolded', async () => {
  const { user } = await open([portalConnection()]);
  await user.click(await screen.findByText('Claims, sessions and bookmarks'));
  const hours = screen.getByRole('spinbutton', { name: 'Hours of a session' });
  await user.clear(hours);
  await user.type(hours, '25');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(hours).toHaveAccessibleDescription(/Enter 1 to 24 hours/));
  expect(callsOf(endpoints.changePortalConnection)).toEqual([]);
});

test('SSO-03 a test opens in a window of its own; a blocked window can be opened by hand', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValueOnce(null).mockReturnValue(window);
  const address = 'https://login.northmere.example/authorize?client_id=rapp-learning';
  const { user } = await open([portalConnection()], answer(endpoints.testPortalConnection, { address }));
  await user.click(await screen.findByRole('button', { name: 'Test sign-in' }));
  const blocked = within(await screen.findByRole('alert'));
  await user.click(blocked.getByRole('button', { name: 'Open the window' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(opened.mock.calls.map(([url]) => url)).toEqual([address, address]);
  expect(callsOf(endpoints.testPortalConnection)).toHaveLength(1);
});

test('SSO-03 the page of a test shows the claims, what the portal would do and each problem, and says so to the waiting page', async () => {
  const heard = vi.fn();
  const channel = new BroadcastChannel('connection-test');
  channel.onmessage = heard;
  const problem = 'No email address arrived. Ask your IT department to release the email claim.';
  const result = connectionTest({ works: false, findings: [{ level: 'problem', sentence: problem }] });
  await renderPortal(`/connection-test?connection=${result.connectionId}`, {
    answers: [answer(getConnectionTest, result)],
  });
  expect(await screen.findByRole('heading', { name: 'The sign-in does not work yet' })).toBeVisible();
  expect(screen.getByText('ines.fairbourne@northmere.example')).toBeVisible();
  expect(screen.getByText('Not sent')).toBeVisible();
  expect(screen.getByText('Missing')).toBeVisible();
  expect(screen.getByText(problem)).toBeVisible();
  expect(screen.getByText('The test has linked nothing.')).toBeVisible();
  await waitFor(() => expect(heard).toHaveBeenCalled());
  channel.close();
});

test('SSO-03 a provider that led back in vain says so on the page of the test', async () => {
  await renderPortal(`/connection-test?outcome=refused&connection=${portalConnection().id}`, { answers: [] });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The sign-in with your provider failed or took longer than 10 minutes. Please start it again.',
  );
  expect(screen.getByRole('button', { name: 'Close this window' })).toBeVisible();
});

test('SSO-03 values of a test are shown to the tester alone, and a claim that it worked without is not called missing', async () => {
  const claims = [
    { claim: 'email', isPresent: true, value: null },
    { claim: 'sid', isPresent: false, value: null },
  ];
  const test = connectionTest({ isOwn: false, testedBy: 'Kofi Ashdown', claims });
  await open([portalConnection({ state: 'tested', test })]);
  const tester = await screen.findByText('Kofi Ashdown');
  expect(tester.parentElement).toHaveTextContent(/^Kofi Ashdown signed in through Northmere account on/);
  expect(screen.getByText('Only the person who tested sees it')).toBeVisible();
  expect(screen.getByText('Not needed')).toBeVisible();
});

test('SSO-03 a connection is offered only after a test that passed, by one press', async () => {
  const tested = portalConnection({ state: 'tested', test: connectionTest() });
  const { user } = await open([portalConnection()], answer(endpoints.activatePortalConnection, tested));
  const offer = await screen.findByRole('button', { name: 'Offer it to everybody' });
  expect(offer).toHaveAccessibleDescription('Test the sign-in first.');
  await user.click(offer);
  expect(callsOf(endpoints.activatePortalConnection)).toEqual([]);
});

test('SSO-01 a tested connection is offered, and an offered one switched off or removed after a question', async () => {
  const tested = portalConnection({ state: 'tested', test: connectionTest(), linkedPeople: 2 });
  const active = { ...tested, state: 'active' } as const;
  const held = hold(answer(endpoints.activatePortalConnection, active));
  const { user } = await open([tested], held);
  await user.dblClick(await screen.findByRole('button', { name: 'Offer it to everybody' }));
  serve(answer(endpoints.listPortalConnections, [active]));
  held.release();
  await expectToast('Northmere account is on the sign-in screen');
  expect(await screen.findByText('2 people sign in with it.')).toBeVisible();
  expect(callsOf(endpoints.activatePortalConnection)).toHaveLength(1);

  serve(
    answer(endpoints.disablePortalConnection, { ...tested, state: 'disabled' }),
    answer(endpoints.removePortalConnection, { message: 'Removed.' }),
  );
  await user.click(screen.getByRole('button', { name: 'Switch off' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Switch Northmere account off?' }));
  expect(asking.getByText('2 people sign in with it. Their sessions through it end.')).toBeVisible();
  serve(answer(endpoints.listPortalConnections, [{ ...tested, state: 'disabled' }]));
  await user.click(asking.getByRole('button', { name: 'Switch off' }));
  await expectToast('Northmere account is switched off');
  expect(await screen.findByText(/^This connection is switched off/)).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Remove connection' }));
  const removing = within(await screen.findByRole('dialog', { name: 'Remove Northmere account?' }));
  serve(answer(endpoints.listPortalConnections, []));
  await user.click(removing.getByRole('button', { name: 'Remove connection' }));
  expect(await screen.findByRole('heading', { name: 'No company sign-in' })).toBeVisible();
});

test('SSO-14 the operator’s connection is shown and cannot be changed', async () => {
  await open([portalConnection({ isOperators: true, state: 'active' })]);
  expect(await screen.findByText('Set by the operator')).toBeVisible();
  expect(screen.getByText(issuer)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Issuer' })).toBeNull();
  for (const name of ['Switch off', 'Remove connection', 'Save changes'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('SSO-01 a portal with five connections offers no sixth', async () => {
  const five = Array.from({ length: 5 }, (_, index) =>
    portalConnection({ id: `${portalConnection().id.slice(0, -1)}${index}` }),
  );
  await open(five);
  expect(await screen.findAllByRole('button', { name: /^Northmere account: Connected$/ })).toHaveLength(5);
  expect(screen.queryByRole('button', { name: 'Add a connection' })).toBeNull();
});

test('SSO-13 another member sees Access Denied', async () => {
  await renderPortal('/admin-dashboard/sign-in', { answers: [] });
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
});
