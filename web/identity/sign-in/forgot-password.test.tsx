import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { forgotPassword, login } from '#contract/identity/sign-in.endpoints.ts';
import { forSignIn } from '#tests/support/web/answers.ts';
import { answer, callsOf, fail, refuse } from '#tests/support/web/network.ts';
import { renderPortal, visitor } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const sent = 'If this address has an account, we have sent it a link.';
const findEmail = () => screen.findByRole('textbox', { name: 'Email' });
const findSendButton = () => screen.findByRole('button', { name: 'Send Reset Link' });

test('RESET-01 RESET-02 AUTH-02 the request for a link can be entered and cancelled, and is sent only with an address', async () => {
  const { user } = await renderPortal('/auth', {
    as: visitor,
    answers: [...forSignIn(), answer(forgotPassword, { message: sent })],
  });
  await user.click(await screen.findByRole('link', { name: 'Forgot password?' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Forgot your password?' })).toHaveFocus());
  const button = await findSendButton();
  const email = await findEmail();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.type(email, '{Enter}');
  await user.type(email, '  ');
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.clear(email);
  await user.type(email, 'no-address');
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
  await user.click(button);
  await waitFor(() => expect(email).toHaveAccessibleDescription('Invalid email address'));
  expect(callsOf(forgotPassword)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('RESET-03 RESET-04 LABEL-01 after the request the screen says that a link was sent if the address has an account', async () => {
  const { user } = await renderPortal('/auth?view=forgot-password', {
    as: visitor,
    answers: [...forSignIn(), answer(forgotPassword, { message: sent })],
  });
  await user.type(await findEmail(), 'member@example.org');
  await user.click(await findSendButton());
  expect(await screen.findByRole('status')).toHaveTextContent(sent);
  expect(callsOf(forgotPassword)[0]?.body).toEqual({ email: 'member@example.org' });
});

test('RESET-05 a request for a link that fails says so, and the address stays', async () => {
  const { user } = await renderPortal('/auth?view=forgot-password', {
    as: visitor,
    answers: [...forSignIn(), fail(forgotPassword)],
  });
  await user.type(await findEmail(), 'member@example.org');
  await user.click(await findSendButton());
  await expectToast('Error');
  expect(await findEmail()).toHaveValue('member@example.org');
});

test('ACCT-04 a sign-in that is locked offers a mailed link', async () => {
  const { user } = await renderPortal('/auth', {
    as: visitor,
    answers: [...forSignIn(), refuse(login, 'accounts.sign-in-locked'), answer(forgotPassword, { message: sent })],
  });
  await user.type(await findEmail(), 'member@example.org');
  await user.type(screen.getByLabelText('Password'), 'a long password{Enter}');
  await expectToast('Login failed', errors['accounts.sign-in-locked'].message);
  await user.click(await screen.findByRole('button', { name: 'Email Me a Link' }));
  expect(await screen.findByText(sent)).toBeVisible();
  expect(callsOf(forgotPassword).map(({ body }) => body)).toEqual([{ email: 'member@example.org' }]);
});
