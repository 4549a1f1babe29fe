import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#contract/identity/accounts.endpoints.ts';
import * as company from '#contract/identity/connections.endpoints.ts';
import { finishByCode, forgotPassword, login, logout, register } from '#contract/identity/sign-in.endpoints.ts';
import { openInvitation } from '#contract/organisations/organisations.endpoints.ts';
import { forDashboard, forSignIn } from '#tests/support/web/answers.ts';
import { notePageLoads } from '#tests/support/web/browser.ts';
import { pendingSignIn } from '#tests/support/web/connection-fixtures.ts';
import { member, openInvitationOf } from '#tests/support/web/fixtures.ts';
import { type Answer, answer, callsOf, refuse, serve, unreachable } from '#tests/support/web/network.ts';
import { renderPortal, visitor } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';
import { untilSettled } from '#tests/support/web/settled.ts';

const connectionId = '0192f6a4-1b2c-4d3e-8f50-0123456789ab';
const companySignIn = { buttons: [{ connectionId, name: 'Staff login' }], hasCompanies: true };
const found = {
  connectionId,
  name: 'Northmere account',
  startAddress: `/api/sso/${connectionId}/start?login_hint=ines%40northmere.example`,
  isRequired: true,
};

/** The refusal of an address whose company requires its sign-in. */
const requiredBy = (endpoint: Parameters<typeof refuse>[0]) =>
  refuse(endpoint, 'connections.company-required', {
    values: { name: found.name },
    fields: { connection: { connectionId, name: found.name } },
  });

const open = (address: string, ...answers: Answer[]) =>
  renderPortal(address, { as: visitor, config: { companySignIn }, answers: [...forSignIn(), ...answers] });

test('SSO-09 a portal without company sign-in offers none', async () => {
  await renderPortal('/auth', { as: visitor, answers: forSignIn() });
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Continue with your company' })).toBeNull();
  expect(screen.queryByText('or')).toBeNull();
});

test('SSO-09 each connection of the portal has a button, which leads to its provider and back to the page', async () => {
  const loads = notePageLoads();
  const { user } = await open('/browse?type=book');
  await user.click(await screen.findByRole('tab', { name: 'Sign In' }));
  await user.click(await screen.findByRole('button', { name: 'Continue with Staff login' }));
  expect(loads).toEqual([`/api/sso/${connectionId}/start?returnTo=%2Fbrowse%3Ftype%3Dbook`]);
});

test('SSO-09 “Continue with your company” asks for the address and leads to the provider of its domain', async () => {
  const loads = notePageLoads();
  const { user } = await open('/browse', answer(company.findConnection, { connection: found }));
  await user.click(await screen.findByRole('link', { name: 'Continue with your company' }));
  const email = await screen.findByRole('textbox', { name: 'Work email' });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(email).toHaveAccessibleDescription(/Invalid email address/));
  expect(callsOf(company.findConnection)).toEqual([]);
  await user.type(email, 'Ines+learning@Northmere.example');
  await user.dblClick(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(loads).toEqual([`${found.startAddress}&returnTo=%2Fbrowse`]));
  expect(callsOf(company.findConnection)).toMatchObject([{ body: { email: 'Ines+learning@Northmere.example' } }]);
});

test('SSO-09 a domain that leads nowhere says so without a word about accounts, and a failure says so', async () => {
  const { user } = await open('/auth?view=company', answer(company.findConnection, { connection: null }));
  const email = await screen.findByRole('textbox', { name: 'Work email' });
  await user.type(email, 'ines@elsewhere.example{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'No company sign-in is set up for elsewhere.example. Sign in with your password, or ask your company.',
  );
  serve(unreachable(company.findConnection));
  await user.type(email, '{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The portal could not be reached. Check your connection, then try again.',
  );
  expect(email).toHaveValue('ines@elsewhere.example');
  // The form shows it, so that no toast follows (GEN-24).
  await untilSettled();
  expect(screen.queryByText('Your company was not found')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Sign in another way' }));
  expect(await screen.findByLabelText('Password')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ines@elsewhere.example');
});

test('SSO-09 /auth?email= looks the address up at once', async () => {
  const loads = notePageLoads();
  await open('/auth?email=ines%40northmere.example', answer(company.findConnection, { connection: found }));
  await waitFor(() => expect(loads).toEqual([`${found.startAddress}&returnTo=%2F`]));
  expect(callsOf(company.findConnection)).toMatchObject([{ body: { email: 'ines@northmere.example' } }]);
});

test.each([
  ['signing in', '/auth', login, 'Sign In', ['Password']],
  ['asking for a link', '/auth?view=forgot-password', forgotPassword, 'Send Reset Link', []],
  ['registering', '/auth?view=register', register, 'Create Account', ['First Name', 'Last Name', 'Password']],
] as const)('SSO-10 %s with an address whose company requires its sign-in leads on there', async (...given) => {
  const [, address, endpoint, button, fields] = given;
  const loads = notePageLoads();
  // Each of the three is refused by the domain alone.
  const { user } = await open(address, requiredBy(endpoint));
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ines@northmere.example');
  for (const label of fields) await user.type(screen.getByLabelText(label), 'a long password');
  await user.click(screen.getByRole('button', { name: button }));
  const notice = within(await screen.findByRole('main'));
  await user.click(await notice.findByRole('button', { name: 'Continue with Northmere account' }));
  expect(loads).toEqual([`${found.startAddress}&returnTo=%2F`]);
  expect(notice.getByText(/^Your company requires its own sign-in/)).toBeVisible();
});

test.each([
  ['the code after Google or a portal connection', '/auth?view=code', finishByCode, 'Code', 'Sign In'],
  [
    'the proof of an account by its password',
    '/auth?view=link',
    company.linkByPassword,
    'Password',
    'Link and sign in',
  ],
] as const)('SSO-10 %s leads on where the company requires its sign-in', async (...given) => {
  const [, address, endpoint, field, button] = given;
  const loads = notePageLoads();
  const { user } = await open(address, answer(company.getPendingSignIn, pendingSignIn()), requiredBy(endpoint));
  await user.type(await screen.findByLabelText(field), '123456');
  await user.click(screen.getByRole('button', { name: button }));
  await user.click(await screen.findByRole('button', { name: 'Continue with Northmere account' }));
  expect(loads).toEqual([`/api/sso/${connectionId}/start?returnTo=%2F`]);
  expect(screen.getAllByText(/^Your company requires its own sign-in/)).toHaveLength(1);
});

test('SSO-10 the page after Google or a portal connection leads on to the required one, whose name the URL cannot give', async () => {
  const loads = notePageLoads();
  await open(`/auth?outcome=company-required&connection=${connectionId}&company=Call+0800+1`);
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(
    'Your company requires its own sign-in for this address. Continue with your company.',
  );
  expect(screen.queryByText(/0800/)).toBeNull();
  within(notice).getByRole('button', { name: 'Continue with your company' }).click();
  expect(loads).toEqual([`/api/sso/${connectionId}/start?returnTo=%2F`]);
});

test('SSO-04 a provider that is down is said on the sign-in screen, where other ways work on', async () => {
  const loads = notePageLoads();
  const { user } = await open(`/auth?outcome=unreachable&connection=${connectionId}&company=Call+0800+1`);
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(
    'Your provider is not responding at the moment. Please try again, or choose another way to sign in.',
  );
  expect(screen.queryByText(/0800/)).toBeNull();
  expect(screen.getByLabelText('Password')).toBeVisible();
  await user.click(within(notice).getByRole('button', { name: 'Try again' }));
  expect(loads).toEqual([`/api/sso/${connectionId}/start?returnTo=%2F`]);
});

test('SSO-08 the sign-in screen says to a removed person that the organisation ended the membership', async () => {
  await open('/auth?outcome=membership-ended');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Your organisation ended your membership\.$/);
});

test('SSO-07 an account that exists is linked by its password and code, and the requested page opens', async () => {
  const loads = notePageLoads();
  const { user } = await open(
    '/auth?view=link',
    answer(company.getPendingSignIn, pendingSignIn({ hasSecondFactor: true })),
    refuse(company.linkByPassword, 'accounts.wrong-password'),
  );
  expect(await screen.findByRole('heading', { name: 'Is this your account?' })).toBeVisible();
  expect(screen.getByText(/It does not see what else you read/)).toBeVisible();
  await user.type(screen.getByLabelText('Password'), 'not the password');
  await user.click(screen.getByRole('button', { name: 'Link and sign in' }));
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/Code is required/));
  expect(callsOf(company.linkByPassword)).toEqual([]);
  await user.type(screen.getByLabelText('Code'), '123456{Enter}');
  await waitFor(() =>
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('The current password is wrong.'),
  );
  serve(answer(company.linkByPassword, { next: '/organisation' }));
  await user.type(screen.getByLabelText('Password'), '{Enter}');
  await waitFor(() => expect(loads).toEqual(['/organisation']));
  expect(callsOf(company.linkByPassword).at(-1)?.body).toEqual({ password: 'not the password', code: '123456' });
});

test('SSO-07 a mailed link is the other proof, the only one where the account has no password', async () => {
  const { user } = await open(
    '/auth?view=link',
    answer(company.getPendingSignIn, pendingSignIn({ hasPassword: false })),
    answer(company.mailLink, { message: 'The link is on its way.' }),
  );
  await user.dblClick(await screen.findByRole('button', { name: 'Email me a link' }));
  expect(await screen.findByText('The link is on its way.')).toBeVisible();
  expect(callsOf(company.mailLink)).toHaveLength(1);
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('SSO-07 the mailed link works by a press, and asks for the second factor', async () => {
  const loads = notePageLoads();
  const token = 'a'.repeat(43);
  const { user } = await open(
    `/auth?view=link&token=${token}`,
    answer(company.getPendingSignIn, pendingSignIn({ hasSecondFactor: true })),
    refuse(company.linkByMail, 'connections.link-other-browser'),
  );
  await user.type(await screen.findByLabelText('Code'), '123456');
  expect(callsOf(company.linkByMail)).toEqual([]);
  expect(location.search).toBe('?view=link');
  await user.click(screen.getByRole('button', { name: 'Link and sign in' }));
  expect(await within(screen.getByRole('main')).findByRole('alert')).toHaveTextContent(
    'Open this link in the browser in which you began to sign in.',
  );
  serve(answer(company.linkByMail, { next: '/' }));
  await user.click(screen.getByRole('button', { name: 'Link and sign in' }));
  await waitFor(() => expect(loads).toEqual(['/']));
  expect(callsOf(company.linkByMail).at(-1)?.body).toEqual({ token, code: '123456' });
});

test('SSO-07 a step that has ended leads to the beginning, and Cancel gives it up', async () => {
  const loads = notePageLoads();
  const { user } = await open('/auth?view=link', refuse(company.getPendingSignIn, 'connections.link-ended'));
  expect(await screen.findByRole('alert')).toHaveTextContent('This step has ended.');
  expect(screen.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/auth?view=company');
  serve(
    answer(company.getPendingSignIn, pendingSignIn()),
    answer(company.cancelPendingSignIn, { message: 'Cancelled.' }),
  );
  await user.click(screen.getByRole('link', { name: 'Start again' }));
  expect(await screen.findByRole('textbox', { name: 'Work email' })).toBeVisible();
  history.back();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(loads).toEqual(['/auth']));
  expect(callsOf(company.cancelPendingSignIn)).toHaveLength(1);
});

test('SSO-09 a browser in which another person is signed in is asked first', async () => {
  const loads = notePageLoads();
  const pending = pendingSignIn({ kind: 'switch', signedInAs: 'other@example.org' });
  const { user } = await renderPortal('/auth?view=switch', {
    as: member({ email: 'other@example.org' }),
    config: { companySignIn },
    answers: [
      ...forSignIn(),
      answer(company.getPendingSignIn, pending),
      answer(company.switchAccount, { next: '/browse' }),
      answer(company.cancelPendingSignIn, { message: 'Cancelled.' }),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Another person is signed in' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stay signed in as you are' }));
  await waitFor(() => expect(loads).toEqual(['/']));
  expect(callsOf(company.switchAccount)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Continue with Northmere account' }));
  await waitFor(() => expect(loads).toEqual(['/', '/browse']));
});

test('SSO-10 the emergency way takes password and code together', async () => {
  const { user } = await open(
    '/auth?view=emergency',
    refuse(company.signInByEmergency, 'accounts.code-required'),
    ...forDashboard(),
  );
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'kofi@northmere.example');
  await user.type(screen.getByLabelText('Password'), 'a long password');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/Enter the code/));
  expect(callsOf(company.signInByEmergency)[0]?.body).toEqual({
    email: 'kofi@northmere.example',
    password: 'a long password',
  });
  const kofi = member({ firstName: 'Kofi', email: 'kofi@northmere.example' });
  serve(answer(company.signInByEmergency, kofi), answer(getCurrentUser, kofi));
  await user.type(screen.getByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByRole('heading', { name: /Kofi/ })).toBeVisible();
  expect(callsOf(company.signInByEmergency)[1]?.body).toMatchObject({ code: '123456' });
});

test('SSO-10 ORG-10 an invitation to an address of such a company offers its button alone, no password, and says what the organisation sees', async () => {
  const loads = notePageLoads();
  const invitation = openInvitationOf({ company: found });
  const { user } = await open(`/invitation?token=${'a'.repeat(43)}`, answer(openInvitation, invitation));
  const button = await screen.findByRole('button', { name: 'Continue with Northmere account' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Sign in with your company');
  expect(screen.getAllByRole('heading', { name: `Join ${invitation.organisation}` })).toHaveLength(1);
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.queryByRole('button', { name: /Google|Create Account|Sign In/ })).toBeNull();
  expect(screen.getByText(/They see nothing else/)).toHaveTextContent('the attempts used and the best score');
  expect(screen.getByText(/Then you are in/)).toHaveTextContent(`Then you are in ${invitation.organisation}.`);
  await user.click(button);
  expect(loads).toEqual([`${found.startAddress}&returnTo=%2Forganisation`]);
});

test('SSO-12 after signing out the provider’s own sign-out is offered, where it has one', async () => {
  const loads = notePageLoads();
  const providerAddress = 'https://login.northmere.example/logout?client_id=rapp-learning';
  const { user } = await renderPortal('/', {
    answers: [...forDashboard(), ...forSignIn(), answer(logout, { message: 'Signed out.', providerAddress })],
  });
  await user.click(await screen.findByRole('button', { name: /User menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await expectToast('You are signed out here', 'Your company account is still signed in, in this browser.');
  expect(loads).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Sign out there too' }));
  expect(loads).toEqual([providerAddress]);
});

test('SET-18 a code that comes after its step has ended says so and leads back to the start', async () => {
  const { user } = await open('/auth?view=code', refuse(finishByCode, 'accounts.sign-in-step-ended'));
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Start again' }));
  expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeVisible();
  expect(screen.queryByLabelText('Code')).toBeNull();
});
