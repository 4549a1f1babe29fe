import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#contract/identity/accounts.endpoints.ts';
import { confirmSignIn, disableSecondFactor, setUpSecondFactor } from '#contract/identity/sign-in.endpoints.ts';
import { forSettings } from '#tests/support/web/answers.ts';
import { member } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const needsFreshSignIn = refuse(setUpSecondFactor, 'accounts.confirm-sign-in');
const setUp = answer(setUpSecondFactor, { secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/RAPP' });
const findDialog = () => screen.findByRole('dialog', { name: 'Confirm that it is you' });

test('PERM-05 a call that needs a fresh sign-in asks for the password and is then repeated', async () => {
  const { user } = await renderPortal('/settings', {
    answers: [...forSettings(), needsFreshSignIn, refuse(confirmSignIn, 'accounts.wrong-password')],
  });
  await user.click(await screen.findByRole('button', { name: 'Enable Two-Factor' }));
  const dialog = await findDialog();
  const password = screen.getByLabelText('Password');
  await waitFor(() => expect(password).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(password).toHaveAccessibleDescription('Password is required'));
  await user.type(password, 'not the password{Enter}');
  await waitFor(() => expect(password).toHaveAccessibleDescription('The current password is wrong.'));
  expect(screen.queryByText('Not confirmed')).toBeNull();
  expect(callsOf(setUpSecondFactor)).toHaveLength(1);
  serve(answer(confirmSignIn, { message: 'Confirmed.' }), setUp);
  await user.clear(password);
  await user.type(password, 'the password{Enter}');
  expect(await screen.findByRole('textbox', { name: 'Verification Code' })).toBeVisible();
  expect(dialog).not.toBeInTheDocument();
  expect(callsOf(setUpSecondFactor)).toHaveLength(2);
  expect(callsOf(confirmSignIn).map(({ body }) => body)).toEqual([
    { password: 'not the password' },
    { password: 'the password' },
  ]);
});

test('PERM-05 SET-10 a member whose second factor is on confirms by password and code', async () => {
  const guarded = member({ twoFactorEnabled: true });
  const { user } = await renderPortal('/settings', {
    as: guarded,
    answers: [...forSettings(), refuse(disableSecondFactor, 'accounts.confirm-sign-in')],
  });
  await user.click(await screen.findByRole('button', { name: 'Turn off two-factor' }));
  await user.type(await screen.findByLabelText('Password'), 'the password');
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/Code is required/));
  expect(callsOf(disableSecondFactor)).toEqual([]);
  await user.type(screen.getByLabelText('Code'), '123 456');
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  const dialog = within(await findDialog());
  await user.type(dialog.getByLabelText('Password'), 'the password');
  serve(refuse(confirmSignIn, 'accounts.wrong-code'));
  await user.type(dialog.getByLabelText('Code'), '000000');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(dialog.getByLabelText('Code')).toHaveAccessibleDescription(/This code is wrong\./));
  serve(answer(confirmSignIn, { message: 'Confirmed.' }), answer(disableSecondFactor, { message: 'Off.' }));
  await user.clear(dialog.getByLabelText('Code'));
  await user.type(dialog.getByLabelText('Code'), '123457');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await expectToast('Two-factor authentication is off');
  expect(callsOf(confirmSignIn).map(({ body }) => body)).toEqual([
    { password: 'the password', code: '000000' },
    { password: 'the password', code: '123457' },
  ]);
  expect(callsOf(disableSecondFactor).at(-1)?.body).toEqual({ password: 'the password', code: '123 456' });
});

test('PERM-05 a second factor that another browser switched on brings its field to the open dialog', async () => {
  const { user } = await renderPortal('/settings', {
    answers: [...forSettings(), needsFreshSignIn, refuse(confirmSignIn, 'accounts.second-factor-required')],
  });
  await user.click(await screen.findByRole('button', { name: 'Enable Two-Factor' }));
  const dialog = within(await findDialog());
  serve(answer(getCurrentUser, member({ twoFactorEnabled: true })));
  await user.type(dialog.getByLabelText('Password'), 'the password{Enter}');
  expect(await dialog.findByLabelText('Code')).toBeVisible();
});

test('PERM-05 a cancelled confirmation changes nothing, and the page says so', async () => {
  const { user } = await renderPortal('/settings', { answers: [...forSettings(), needsFreshSignIn] });
  await user.click(await screen.findByRole('button', { name: 'Enable Two-Factor' }));
  const dialog = await findDialog();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect((await screen.findAllByText('Please confirm that it is you.')).length).toBeGreaterThan(0);
  expect(callsOf(setUpSecondFactor)).toHaveLength(1);
});

test('SET-10 a set-up of the second factor that is cancelled asks for nothing', async () => {
  const { user } = await renderPortal('/settings', { answers: [...forSettings(), setUp] });
  await user.click(await screen.findByRole('button', { name: 'Enable Two-Factor' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Enable Two-Factor' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Verification Code' })).toBeNull();
});
