import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getCompanySignIn, removePrivateAddress } from '#contract/identity/connections.endpoints.ts';
import { changePassword, listSignIns } from '#contract/identity/sign-in.endpoints.ts';
import {
  connectIdentity,
  endLinks,
  forgetDevices,
  listWaysIn,
  removeIdentity,
} from '#contract/identity/sign-in-ways.endpoints.ts';
import { forSettings } from '#tests/support/web/answers.ts';
import { companySignIn } from '#tests/support/web/connection-fixtures.ts';
import { signIn, waysIn } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const at = '2026-01-05T09:00:00.000Z';

test('SET-20 Settings lists the ways into the account and removes each', async () => {
  let ways = waysIn({
    twoFactorEnabled: true,
    recoveryCodesLeft: 9,
    identities: [{ id: 3, issuer: 'https://accounts.google.com', email: 'mira@gmail.com', linkedAt: at }],
    devices: ['Firefox on Windows', 'Safari on iOS'].map((device) => ({ device, lastSeenAt: at })),
    links: [{ purpose: 'set_password', sentAt: at, expiresAt: at }],
  });
  const { user } = await renderPortal('/settings', { answers: [...forSettings(), answer(listWaysIn, () => ways)] });
  expect(await screen.findByRole('listitem', { name: 'Your second factor' })).toHaveTextContent(
    'On, 9 recovery codes left',
  );
  expect(screen.getByRole('listitem', { name: 'Known devices' })).toHaveTextContent(
    'Firefox on Windows, Safari on iOS',
  );
  const google = screen.getByRole('listitem', { name: 'Sign-in with Google' });
  expect(google).toHaveTextContent('mira@gmail.com');
  ways = waysIn();
  const done = { message: 'Done' };
  serve(answer(removeIdentity, done), answer(forgetDevices, done), answer(endLinks, done));
  await user.click(screen.getByRole('button', { name: 'Forget other devices' }));
  await waitFor(() => expect(callsOf(forgetDevices)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Sign-in with Google' })).toBeNull());
});

test('Settings signs out each other device, and not this one, at its row', async () => {
  const signIns = [signIn(), signIn({ id: 2, device: 'Safari on iOS', isCurrent: false })];
  await renderPortal('/settings', { answers: [...forSettings(), answer(listSignIns, signIns)] });
  expect(await screen.findByText('This device')).toBeVisible();
  const buttons = screen.getAllByRole('button', { name: /^Sign out .* on / });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Sign out Safari on iOS']);
});

test('SET-20 a sign-in with Google is removed, and links in emails end', async () => {
  const ways = waysIn({
    identities: [{ id: 3, issuer: 'https://accounts.google.com', email: 'mira@gmail.com', linkedAt: at }],
    links: [{ purpose: 'set_password', sentAt: at, expiresAt: at }],
  });
  const { user } = await renderPortal('/settings', {
    answers: [
      ...forSettings(),
      answer(listWaysIn, ways),
      answer(removeIdentity, { message: 'Removed' }),
      answer(endLinks, { message: 'Ended' }),
    ],
  });
  const google = await screen.findByRole('listitem', { name: 'Sign-in with Google' });
  await user.click(within(google).getByRole('button', { name: 'Remove mira@gmail.com' }));
  await expectToast('Removed');
  await user.click(screen.getByRole('button', { name: 'End links' }));
  await expectToast('Ended');
  expect(callsOf(removeIdentity).map(({ params }) => params)).toEqual([{ id: '3' }]);
});

test('SET-20 the list of ways in that could not be loaded is asked for again', async () => {
  const { user } = await renderPortal('/settings', { answers: [...forSettings(), fail(listWaysIn)] });
  expect(await screen.findByText(/The ways into your account could not be listed/)).toBeVisible();
  serve(answer(listWaysIn, waysIn()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('listitem', { name: 'Your password' })).toHaveTextContent('Set');
});

test('SET-20 a new password keeps the ways in that the member ticks', async () => {
  const { user } = await renderPortal('/settings', {
    answers: [...forSettings(), answer(changePassword, { message: 'Changed.' })],
  });
  await user.click(await screen.findByRole('button', { name: 'Change Password' }));
  await user.type(await screen.findByLabelText('Current Password'), 'the password');
  for (const label of ['New Password', 'Confirm New Password'])
    await user.type(screen.getByLabelText(label), 'a new one');
  await user.click(screen.getByRole('checkbox', { name: 'Keep the devices that I use' }));
  await user.click(screen.getByRole('button', { name: 'Update Password' }));
  await expectToast('Password updated');
  expect(callsOf(changePassword)[0]?.body).toMatchObject({ keep: ['devices'] });
});

test('SET-20 Google is connected where the portal offers it, and a failure is said', async () => {
  const answers = [...forSettings(), answer(listWaysIn, waysIn()), fail(connectIdentity)];
  const { user } = await renderPortal('/settings', { config: { googleSignIn: true }, answers });
  const way = await screen.findByRole('listitem', { name: 'Connect Google' });
  expect(way).toHaveTextContent('Not connected');
  await user.click(within(way).getByRole('button'));
  await expectToast('Google was not connected');
});

test('SET-20 a portal without Google offers to connect nothing', async () => {
  await renderPortal('/settings', { answers: [...forSettings(), answer(listWaysIn, waysIn())] });
  expect(await screen.findByRole('listitem', { name: 'Known devices' })).toBeVisible();
  expect(screen.queryByRole('listitem', { name: 'Connect Google' })).toBeNull();
});

test('SET-20 the private address is listed, removed, and kept by a new password when the member ticks it', async () => {
  let ways = waysIn({ privateAddress: 'mira@home.example' });
  const { user } = await renderPortal('/settings', {
    config: { companySignIn: { buttons: [], hasCompanies: true } },
    answers: [
      ...forSettings(),
      answer(listWaysIn, () => ways),
      answer(getCompanySignIn, companySignIn({ connections: [] })),
      answer(changePassword, { message: 'Changed.' }),
      answer(removePrivateAddress, { message: 'The private address is removed.' }),
    ],
  });
  const row = await screen.findByRole('listitem', { name: 'Your private address' });
  expect(row).toHaveTextContent('mira@home.example gets a link when a company ends your only way in');
  await user.click(await screen.findByRole('button', { name: 'Change Password' }));
  await user.type(await screen.findByLabelText('Current Password'), 'the password');
  for (const label of ['New Password', 'Confirm New Password'])
    await user.type(screen.getByLabelText(label), 'a new one');
  await user.click(screen.getByRole('checkbox', { name: 'Keep my private address' }));
  await user.click(screen.getByRole('button', { name: 'Update Password' }));
  await expectToast('Password updated');
  expect(callsOf(changePassword)[0]?.body).toMatchObject({ keep: ['private-address'] });
  ways = waysIn();
  await user.click(within(row).getByRole('button', { name: 'Remove mira@home.example' }));
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Your private address' })).toBeNull());
});
