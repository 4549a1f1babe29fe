import { screen, waitFor, within } from '@testing-library/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#contract/identity/accounts.endpoints.ts';
import { countUsers, listUsers } from '#contract/identity/accounts-admin.endpoints.ts';
import * as company from '#contract/identity/connections.endpoints.ts';
import * as endpoints from '#contract/identity/passkeys.endpoints.ts';
import type { CreationOptions, Passkey, Passkeys, RequestOptions } from '#contract/identity/passkeys.ts';
import { changePassword, setUpSecondFactor } from '#contract/identity/sign-in.endpoints.ts';
import { forDashboard, forSettings, forSignIn } from '#tests/support/web/answers.ts';
import { notePageLoads } from '#tests/support/web/browser.ts';
import { pendingSignIn } from '#tests/support/web/connection-fixtures.ts';
import { member } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal, visitor } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const at = '2026-01-05T09:00:00.000Z';
const passkey = (changed: Partial<Passkey> = {}): Passkey => ({
  id: 4,
  name: 'Chrome on Windows',
  createdAt: at,
  lastUsedAt: null,
  isSynced: false,
  otherHost: null,
  ...changed,
});
const passkeys = (held: Passkey[], changed: Partial<Passkeys> = {}) =>
  answer(endpoints.listPasskeys, { passkeys: held, problem: null, isMissing: false, ...changed });

const creation: CreationOptions = {
  rp: { id: 'localhost', name: 'RAPP Learning' },
  user: { id: 'AAAA', name: 'mira@example.org', displayName: 'Mira' },
  challenge: 'AAAA',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  extensions: { credProps: true },
};
const request: RequestOptions = {
  rpId: 'localhost',
  challenge: 'AAAA',
  timeout: 300_000,
  userVerification: 'required',
};

const bytes = new Uint8Array([0, 1, 2]).buffer;
const credential = (response: object) => ({
  id: 'AAEC',
  rawId: bytes,
  type: 'public-key',
  response,
  getClientExtensionResults: () => ({}),
});

/** Gives the browser passkeys, with the given responses. */
function withPasskeys(answers: { create?: () => Promise<unknown>; get?: () => Promise<unknown> } = {}) {
  Object.defineProperty(window, 'PublicKeyCredential', { value: class {}, configurable: true });
  const made = credential({ clientDataJSON: bytes, attestationObject: bytes, getTransports: () => ['internal'] });
  const signed = credential({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes });
  const credentials = {
    create: vi.fn(answers.create ?? (async () => made)),
    get: vi.fn(answers.get ?? (async () => signed)),
  };
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  return credentials;
}

afterEach(() => {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
});

const rejection = (name: string) => Promise.reject(Object.assign(new Error('refused'), { name }));
const add = () => screen.findByRole('button', { name: 'Add passkey' });

test('PASS-01 Settings lists passkeys with their state, and says when there is none', async () => {
  withPasskeys();
  const held = [
    passkey({ isSynced: true, lastUsedAt: at }),
    passkey({ id: 5, name: 'Key', otherHost: 'former.example.org' }),
  ];
  await renderPortal('/settings', { answers: [...forSettings(), passkeys(held)] });
  const list = await screen.findByRole('list', { name: 'Passkeys' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first).toHaveTextContent(/Chrome on Windows.*Synced.*Added .*, last used /);
  expect(second).toHaveTextContent(/Key.*not used yet.*Works at former\.example\.org alone/);
  expect(second).not.toHaveTextContent('Synced');
});

test('PASS-01 PASS-04 Settings says why no passkey can be added, and asks again after a failure', async () => {
  const problem = 'Passkeys are off: the address of this portal is http://192.0.2.1.';
  withPasskeys();
  const { user } = await renderPortal('/settings', { answers: [...forSettings(), fail(endpoints.listPasskeys)] });
  expect(await screen.findByText(/Your passkeys could not be listed/)).toBeVisible();
  serve(passkeys([], { problem }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(problem)).toBeVisible();
  expect(screen.getByText('You have no passkey yet.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull();
});

test('PASS-01 a browser without passkeys says so', async () => {
  await renderPortal('/settings', { answers: forSettings() });
  expect(await screen.findByText(/This browser has no passkeys/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull();
});

test('PASS-01 a passkey is added once the browser has made it, and nothing is sent when the member cancels', async () => {
  withPasskeys({ create: () => rejection('NotAllowedError') });
  const answers = [...forSettings(), answer(endpoints.beginPasskey, creation), answer(endpoints.addPasskey, passkey())];
  const { user } = await renderPortal('/settings', { answers });
  await user.click(await add());
  await expectToast('The passkey was not added', 'The request was cancelled, or took too long. Please try again.');
  expect(callsOf(endpoints.addPasskey)).toEqual([]);
  withPasskeys();
  serve(passkeys([passkey()]));
  await user.click(await add());
  await expectToast('Passkey added', 'It is called “Chrome on Windows”.');
  expect(callsOf(endpoints.addPasskey).map(({ body }) => body)).toEqual([
    {
      id: 'AAEC',
      rawId: 'AAEC',
      type: 'public-key',
      response: { clientDataJSON: 'AAEC', attestationObject: 'AAEC', transports: ['internal'] },
    },
  ]);
  expect(await screen.findByRole('button', { name: 'Rename Chrome on Windows' })).toBeVisible();
});

test('PASS-01 ten passkeys are the most', async () => {
  withPasskeys();
  const ten = Array.from({ length: 10 }, (_, id) => passkey({ id }));
  await renderPortal('/settings', { answers: [...forSettings(), passkeys(ten)] });
  expect(await screen.findByText(/10 passkeys are the most/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull();
});

test('PASS-01 a passkey is renamed and removed', async () => {
  withPasskeys();
  const { user } = await renderPortal('/settings', {
    answers: [
      ...forSettings(),
      passkeys([passkey()]),
      answer(endpoints.renamePasskey, passkey({ name: 'Laptop' })),
      answer(endpoints.removePasskey, { message: 'The passkey was removed.' }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Rename Chrome on Windows' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(name).toHaveAccessibleDescription('Name is required'));
  await user.type(name, 'Laptop');
  serve(passkeys([passkey({ name: 'Laptop' })]));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expectToast('Passkey renamed');
  expect(callsOf(endpoints.renamePasskey)).toMatchObject([{ params: { id: '4' }, body: { name: 'Laptop' } }]);
  await user.click(await screen.findByRole('button', { name: 'Remove Laptop' }));
  serve(passkeys([]));
  await user.click(await screen.findByRole('button', { name: 'Remove passkey' }));
  await expectToast('The passkey was removed.');
  expect(await screen.findByText('You have no passkey yet.')).toBeVisible();
});

test('PASS-02 the sign-in screen signs in by a passkey, and says when one is refused', async () => {
  withPasskeys();
  const { user } = await renderPortal('/auth', {
    as: visitor,
    config: { passkeys: true },
    answers: [
      ...forSignIn(),
      ...forDashboard(),
      answer(endpoints.beginPasskeySignIn, request),
      refuse(endpoints.signInByPasskey, 'accounts.passkey-unknown'),
    ],
  });
  const button = await screen.findByRole('button', { name: 'Sign in with a passkey' });
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  await user.click(button);
  await expectToast('Login failed', 'This passkey opens no account here any more. Please use another way.');
  serve(answer(endpoints.signInByPasskey, member()), answer(getCurrentUser, member()));
  await user.click(button);
  await waitFor(() => expect(button).not.toBeInTheDocument());
  expect(callsOf(endpoints.signInByPasskey).at(-1)?.body).toMatchObject({
    id: 'AAEC',
    response: { userHandle: 'AAEC' },
  });
});

test('SSO-10 a passkey of an address whose company requires its sign-in leads on there', async () => {
  withPasskeys();
  const loads = notePageLoads();
  const connection = { connectionId: '0192f6a4-1b2c-4d3e-8f50-0123456789ab', name: 'Northmere account' };
  const given = { values: { name: connection.name }, fields: { connection } };
  const { user } = await renderPortal('/auth', {
    as: visitor,
    config: { passkeys: true },
    answers: [
      ...forSignIn(),
      answer(endpoints.beginPasskeySignIn, request),
      refuse(endpoints.signInByPasskey, 'connections.company-required', given),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
  await user.click(await screen.findByRole('button', { name: 'Continue with Northmere account' }));
  expect(loads).toEqual([`/api/sso/${connection.connectionId}/start?returnTo=%2F`]);
  expect(screen.getAllByText(/^Your company requires its own sign-in/)).toHaveLength(1);
});

test('PASS-04 the sign-in screen has no passkeys where the portal or the browser has none', async () => {
  await renderPortal('/auth', { as: visitor, config: { passkeys: true, googleSignIn: true }, answers: forSignIn() });
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
});

test('PASS-03 a passkey confirms in place of the password, and the call is repeated', async () => {
  const credentials = withPasskeys({ get: () => rejection('NotAllowedError') });
  const { user } = await renderPortal('/settings', {
    config: { passkeys: true },
    answers: [
      ...forSettings(),
      passkeys([passkey()]),
      refuse(setUpSecondFactor, 'accounts.confirm-sign-in'),
      answer(endpoints.beginPasskeyProof, request),
      answer(endpoints.confirmByPasskey, { message: 'Confirmed' }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Enable Two-Factor' }));
  const button = await screen.findByRole('button', { name: 'Confirm with a passkey' });
  await user.click(button);
  await expectToast('Not confirmed', 'The request was cancelled, or took too long. Please try again.');
  expect(credentials.get).toHaveBeenCalledTimes(1);
  withPasskeys();
  serve(answer(setUpSecondFactor, { secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/RAPP' }));
  await user.click(button);
  expect(await screen.findByRole('textbox', { name: 'Verification Code' })).toBeVisible();
  expect(callsOf(endpoints.confirmByPasskey)).toHaveLength(1);
});

test('PASS-03 an account that has nothing but a passkey confirms by it alone', async () => {
  withPasskeys();
  await renderPortal('/settings', {
    as: member({ hasPassword: false }),
    config: { passkeys: true },
    answers: [...forSettings(), passkeys([passkey()]), refuse(endpoints.removePasskey, 'accounts.confirm-sign-in')],
  }).then(async ({ user }) => {
    await user.click(await screen.findByRole('button', { name: 'Remove Chrome on Windows' }));
    await user.click(await screen.findByRole('button', { name: 'Remove passkey' }));
  });
  expect(await screen.findByRole('button', { name: 'Confirm with a passkey' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

test('PASS-03 an administrator who must have a passkey adds one before anything else', async () => {
  withPasskeys();
  const { user } = await renderPortal('/admin-dashboard?tab=users', {
    as: member({ role: 'administrator' }),
    config: { passkeys: true, adminPasskey: true },
    answers: [
      passkeys([], { isMissing: true }),
      answer(endpoints.beginPasskey, creation),
      answer(endpoints.addPasskey, passkey()),
      answer(listUsers, []),
      answer(countUsers, { total: 0, administrators: 0, users: 0, recent: 0 }),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Add a passkey first' })).toBeVisible();
  expect(callsOf(listUsers)).toEqual([]);
  serve(passkeys([passkey()]));
  await user.click(await add());
  expect(await screen.findByText('No users yet')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Add a passkey first' })).toBeNull();
});

test('PASS-02 SET-20 a new password keeps passkeys when the member ticks it', async () => {
  const { user } = await renderPortal('/settings', {
    config: { passkeys: true },
    answers: [...forSettings(), answer(changePassword, { message: 'Changed.' })],
  });
  await user.click(await screen.findByRole('button', { name: 'Change Password' }));
  await user.type(await screen.findByLabelText('Current Password'), 'the password');
  for (const label of ['New Password', 'Confirm New Password'])
    await user.type(screen.getByLabelText(label), 'a new one');
  await user.click(screen.getByRole('checkbox', { name: 'Keep my passkeys' }));
  await user.click(screen.getByRole('button', { name: 'Update Password' }));
  await expectToast('Password updated');
  expect(callsOf(changePassword)[0]?.body).toMatchObject({ keep: ['passkeys'] });
});

test('SSO-07 SSO-10 a passkey links the account, and opens the emergency way', async () => {
  withPasskeys();
  const loads = notePageLoads();
  const { user } = await renderPortal('/auth?view=link', {
    as: visitor,
    config: { passkeys: true },
    answers: [
      ...forSignIn(),
      answer(company.getPendingSignIn, pendingSignIn({ hasPassword: false, hasPasskey: true })),
      answer(endpoints.beginPasskeySignIn, request),
      refuse(company.linkByPasskey, 'accounts.passkey-refused'),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Link with a passkey' }));
  await expectToast('Not linked', 'The passkey could not be checked. Please try again, or use another way.');
  expect(loads).toEqual([]);
  serve(answer(company.linkByPasskey, { next: '/organisation' }));
  await user.click(screen.getByRole('button', { name: 'Link with a passkey' }));
  await waitFor(() => expect(loads).toEqual(['/organisation']));
  await renderPortal('/auth?view=emergency', {
    as: visitor,
    config: { passkeys: true },
    answers: [
      ...forSignIn(),
      answer(endpoints.beginPasskeySignIn, request),
      answer(company.signInByEmergencyPasskey, member()),
      ...forDashboard(),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(callsOf(company.signInByEmergencyPasskey)).toHaveLength(1));
});
