import { screen, waitFor } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { resetPassword, validateResetToken } from '#contract/identity/sign-in.endpoints.ts';
import { forSignIn } from '#tests/support/web/answers.ts';
import { notePageLoads } from '#tests/support/web/browser.ts';
import { answer, callsOf, hold, refuse } from '#tests/support/web/network.ts';
import { renderPortal, visitor } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast } from '#tests/support/web/screen.ts';

const findDeadLink = () => screen.findByRole('heading', { name: 'Invalid or Expired Link' });
const isValid = answer(validateResetToken, { message: 'This link is valid.' });
const changed = answer(resetPassword, { message: 'You can now sign in with your new password.' });

async function fillIn(user: UserEvent, password: string, confirmation: string) {
  for (const [label, value] of [
    ['New Password', password],
    ['Confirm Password', confirmation],
  ] as const) {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.type(field, value);
  }
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
}

for (const [kind, path] of [
  ['without a token', '/reset-password'],
  ['with a wrong token', '/reset-password?token=wrong'],
] as const) {
  test(`RESET-10 RESET-11 a link ${kind} says that it is not valid, and leads to the sign-in`, async () => {
    const { user } = await renderPortal(path, {
      as: visitor,
      answers: [...forSignIn(), refuse(validateResetToken, 'accounts.link-invalid')],
    });
    expect(await findDeadLink()).toBeVisible();
    expect(screen.getByText('This password reset link is invalid or has expired.')).toBeVisible();
    expect(
      screen.getByText('The reset link may have expired (links are valid for 1 hour) or may have already been used.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go to Login Page' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
  });
}

test('NAV-01 RESET-06 a link is checked when it is opened, also by a member', async () => {
  const held = hold(refuse(validateResetToken, 'accounts.link-invalid'));
  await renderPortal('/reset-password?token=wrong', { answers: [held] });
  expect(await screen.findByText('Checking your link…')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Invalid or Expired Link' })).toBeNull();
  held.release();
  expect(await findDeadLink()).toBeVisible();
  expect(callsOf(validateResetToken).map(({ body }) => body)).toEqual([{ token: 'wrong' }]);
});

test('RESET-07 RESET-08 RESET-09 a link takes a new password, twice the same, and leads to /', async () => {
  const { user } = await renderPortal('/reset-password?token=right', {
    as: visitor,
    answers: [...forSignIn(), isValid, changed],
  });
  expect(await screen.findByRole('button', { name: 'Reset Password' })).toBeVisible();
  await expectAddress('/reset-password');
  await fillIn(user, '12345', '123456');
  const password = screen.getByLabelText('New Password');
  await waitFor(() => expect(password).toHaveAccessibleDescription(/Password must be at least 6 characters/));
  await fillIn(user, 'a new password', 'another one');
  await waitFor(() =>
    expect(screen.getByLabelText('Confirm Password')).toHaveAccessibleDescription("Passwords don't match"),
  );
  expect(password).toHaveAccessibleDescription('At least 6 characters');
  expect(callsOf(resetPassword)).toEqual([]);
  await fillIn(user, 'a new password', 'a new password');
  await expectToast('Password reset');
  await expectAddress('/');
  expect(callsOf(resetPassword)[0]?.body).toMatchObject({ token: 'right', password: 'a new password' });
});

test('RESET-13 RESET-14 LABEL-02 a link that was used in another window fails and says so', async () => {
  const { user } = await renderPortal('/reset-password?token=right', {
    as: visitor,
    answers: [...forSignIn(), isValid, refuse(resetPassword, 'accounts.invitation-used')],
  });
  await fillIn(user, 'another password', 'another password');
  await expectToast('Password Reset Failed', 'This link has been used or is no longer valid. Ask for a new one.');
});

test('SSO-10 a mailed link from before the company required its sign-in leads on there', async () => {
  const loads = notePageLoads();
  const connection = { connectionId: '0192f6a4-1b2c-4d3e-8f50-0123456789ab', name: 'Northmere account' };
  const given = { values: { name: connection.name }, fields: { connection } };
  const { user } = await renderPortal('/reset-password?token=right', {
    as: visitor,
    answers: [...forSignIn(), isValid, refuse(resetPassword, 'connections.company-required', given)],
  });
  await fillIn(user, 'another password', 'another password');
  await user.click(await screen.findByRole('button', { name: 'Continue with Northmere account' }));
  expect(loads).toEqual([`/api/sso/${connection.connectionId}/start?returnTo=%2F`]);
  expect(screen.getAllByText(/^Your company requires its own sign-in/)).toHaveLength(1);
});

test('RESET-13 an invitation that was used says so instead of how long links of resets are valid', async () => {
  await renderPortal('/reset-password?token=used', {
    as: visitor,
    answers: [...forSignIn(), refuse(validateResetToken, 'accounts.invitation-used')],
  });
  expect(await findDeadLink()).toBeVisible();
  expect(screen.getByText('This link has been used or is no longer valid. Ask for a new one.')).toBeVisible();
  expect(screen.queryByText(/1 hour/)).toBeNull();
});
