import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { confirmSignIn, setUpSecondFactor } from '#contract/sign-in.endpoints.ts';
import { forSettings } from '#tests/support/web/answers.ts';
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
  await expectToast('Not confirmed', 'The current password is wrong.');
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
