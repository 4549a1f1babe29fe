import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { login, logout, register } from '#contract/identity/sign-in.endpoints.ts';
import { countPublicResources, listPublicResources } from '#contract/pages/storefront.endpoints.ts';
import { forDashboard, forSignIn } from '#tests/support/web/answers.ts';
import { publicSummary, resourceCounts } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, hold, refuse, unreachable } from '#tests/support/web/network.ts';
import { renderPortal, visitor } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

async function fillIn(user: UserEvent) {
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ines.kaldor@example.org');
  await user.type(screen.getByLabelText('Password'), 'a long password');
}

test('AUTH-01 the two tabs of the sign-in screen take turns, by pointer and by arrow keys', async () => {
  const { user } = await renderPortal('/auth', { as: visitor, answers: forSignIn() });
  const signInTab = await screen.findByRole('tab', { name: 'Sign In' });
  const registerTab = screen.getByRole('tab', { name: 'Register' });
  expect(signInTab).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create Account' })).toBeNull();

  await user.click(registerTab);
  expect(await screen.findByRole('button', { name: 'Create Account' })).toBeVisible();
  expect(registerTab).toHaveAttribute('aria-selected', 'true');
  expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();

  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(signInTab).toHaveFocus());
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('AUTH-08 the first field in the order of the page takes the focus of an empty registration', async () => {
  const { user } = await renderPortal('/auth?view=register', { as: visitor, answers: forSignIn() });
  await user.click(await screen.findByRole('button', { name: 'Create Account' }));
  expect(await screen.findByText('First name is required')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'First Name' })).toHaveFocus();
  expect(callsOf(register)).toEqual([]);
});

async function forgetAndCancel(user: UserEvent) {
  await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
}

test('AUTH-23 a browser where no member has signed in is not welcomed back, also after Forgot password? and Cancel', async () => {
  const { user } = await renderPortal('/auth', { as: visitor, answers: forSignIn() });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Sign in');
  await forgetAndCancel(user);
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('AUTH-23 NAV-05 Login on the page of an unknown address does not welcome a new browser back', async () => {
  const { user } = await renderPortal('/nowhere', { as: visitor, answers: forSignIn() });
  await user.click(await screen.findByRole('button', { name: 'Login' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('AUTH-23 a member who signed out is welcomed back, also after Forgot password? and Cancel', async () => {
  const { user } = await renderPortal('/', {
    answers: [...forDashboard(), ...forSignIn(), answer(logout, { message: 'Signed out', providerAddress: null })],
  });
  await user.click(await screen.findByRole('button', { name: /^User menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await forgetAndCancel(user);
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
});

test('FRONT-08 the sign-in screen leads to the catalogue', async () => {
  await renderPortal('/auth', { as: visitor, answers: forSignIn() });
  expect(await screen.findByRole('link', { name: 'Look around first' })).toHaveAttribute('href', '/catalogue');
});

test('GEN-08 a sign-in that never reaches the portal fails with a sentence of its own', async () => {
  const { user } = await renderPortal('/auth', { as: visitor, answers: [...forSignIn(), unreachable(login)] });
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  const sentence = 'The portal could not be reached. Check your connection, then try again.';
  await expectToast('Login failed', sentence);
  expect(within(screen.getByRole('main')).getByRole('alert')).toHaveTextContent(sentence);
  expect(callsOf(login)[0]?.body).toMatchObject({ email: 'ines.kaldor@example.org', password: 'a long password' });
});

test('GEN-08 an error text that does not come from the portal is not shown', async () => {
  const { user } = await renderPortal('/auth', {
    as: visitor,
    answers: [...forSignIn(), fail(login, { status: 502 })],
  });
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await expectToast('Login failed');
  expect(screen.queryByText(/502|broken/)).toBeNull();
});

test('AUTH-23 the form keeps typed values when the list of resources arrives later', async () => {
  const held = hold(answer(countPublicResources, resourceCounts({ type: { report: 3 } })));
  const { user } = await renderPortal('/auth', {
    as: visitor,
    answers: [...forSignIn(), answer(listPublicResources, [publicSummary()]), held],
  });
  await fillIn(user);
  held.release();
  expect(await screen.findByRole('list', { name: 'Resources by type' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ines.kaldor@example.org');
  expect(screen.getByLabelText('Password')).toHaveValue('a long password');
});

test('TEXT-05 GEN-24 the form for new accounts takes an international domain, and shows at the field what the server refuses', async () => {
  const sentence = { code: 'request.invalid', message: 'Invalid email address' };
  const rejected = {
    ...refuse(register, 'request.invalid'),
    respond: () => Response.json(sentence, { status: 400 }),
  };
  const { user } = await renderPortal('/auth?view=register', { as: visitor, answers: [...forSignIn(), rejected] });
  const email = await screen.findByRole('textbox', { name: 'Email' });
  await user.type(screen.getByLabelText('First Name'), 'Ines');
  await user.type(screen.getByLabelText('Last Name'), 'Kaldor');
  await user.type(screen.getByLabelText('Password'), 'a long password');
  await user.type(email, 'ines@example');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  await waitFor(() => expect(email).toHaveAccessibleDescription(/Invalid email address/));
  expect(callsOf(register)).toEqual([]);

  await user.clear(email);
  await user.type(email, 'ines..k@exämple.de');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  await waitFor(() => expect(callsOf(register)).toHaveLength(1));
  await waitFor(() => expect(email).toHaveAccessibleDescription(/Invalid email address/));
  expect(email).toHaveFocus();
});
