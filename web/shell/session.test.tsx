import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#contract/identity/accounts.endpoints.ts';
import { logout } from '#contract/identity/sign-in.endpoints.ts';
import { getDashboard } from '#contract/pages/dashboard.endpoints.ts';
import { forDashboard, forSignIn } from '#tests/support/web/answers.ts';
import { answer, callsOf, fail, hold, refuse } from '#tests/support/web/network.ts';
import { renderPortal, visitor } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast } from '#tests/support/web/screen.ts';
import { untilSettled } from '#tests/support/web/settled.ts';
import { expectLog } from '#tests/support/web/watch.ts';

const findSignIn = () => screen.findByRole('button', { name: 'Sign In' });

for (const path of ['/auth', '/']) {
  test(`NAV-02 visitors get the sign-in screen at ${path}, also before the current user is known`, async () => {
    const held = hold(refuse(getCurrentUser, 'accounts.sign-in-required'));
    await renderPortal(path, { as: visitor, answers: [...forSignIn(), held] });
    expect(await findSignIn()).toBeVisible();
    held.release();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Sign In' })).toBeVisible());
    await expectAddress(path);
  });
}

test('NAV-07 a page of members shows that it is loading until the current user is known', async () => {
  const held = hold(refuse(getCurrentUser, 'accounts.sign-in-required'));
  await renderPortal('/browse', { as: visitor, answers: [...forSignIn(), held] });
  expect(await screen.findByRole('status')).toHaveTextContent('Loading…');
  expect(screen.queryByRole('heading')).toBeNull();
  held.release();
  expect(await findSignIn()).toBeVisible();
});

test('NAV-06 when the call for the current user fails, the caller counts as a visitor, and the call is not repeated', async () => {
  await renderPortal('/browse', { answers: [...forSignIn(), fail(getCurrentUser)] });
  await expectToast('Your sign-in could not be checked');
  expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
  expect(callsOf(getCurrentUser)).toHaveLength(1);
});

test('NAV-12 a log-out that fails is only logged, and leads to the sign-in screen all the same', async () => {
  expectLog(/500/);
  const { user } = await renderPortal('/', { answers: [...forDashboard(), ...forSignIn(), fail(logout)] });
  await user.click(await screen.findByRole('button', { name: /^User menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await findSignIn()).toBeVisible();
  expect(location.pathname).toMatch(/^\/(auth)?$/);
});

test('NAV-12 a read that is refused while the log-out is on its way reports no ended session', async () => {
  const read = hold(refuse(getDashboard, 'accounts.sign-in-required'));
  const left = hold(answer(logout, { message: 'Bye', providerAddress: null }));
  const { user } = await renderPortal('/', { answers: [...forDashboard(), ...forSignIn(), read, left] });
  await user.click(await screen.findByRole('button', { name: /^User menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await waitFor(() => expect(callsOf(logout)).toHaveLength(1));
  read.release();
  await untilSettled();
  expect(screen.queryByText('Your session has ended.')).toBeNull();
  expect(screen.getByRole('button', { name: /^User menu/ })).toBeVisible();
  left.release();
  expect(await findSignIn()).toBeVisible();
  expect(screen.queryByText('Your session has ended.')).toBeNull();
});

test('SET-23 signing out removes drafts, unsent answers and secrets of links from the browser, and nothing else', async () => {
  const typed = ['resource-draft:1:new-book', 'assessment 1 7'];
  const others = ['theme', 'assessment visitor', 'users-columns'];
  const { user } = await renderPortal('/', {
    answers: [...forDashboard(), ...forSignIn(), answer(logout, { message: 'Bye', providerAddress: null })],
  });
  for (const name of [...typed, ...others]) localStorage.setItem(name, '{}');
  for (const name of ['assessment round 4 of 1', 'tool-token /gift']) sessionStorage.setItem(name, 'x');
  await user.click(await screen.findByRole('button', { name: /^User menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await findSignIn()).toBeVisible();
  expect(
    Object.keys(localStorage)
      .filter((name) => [...typed, ...others].includes(name))
      .toSorted(),
  ).toEqual(others.toSorted());
  expect(Object.keys(sessionStorage)).toEqual([]);
  // The module is imported again, because a reloaded page has modules of its own.
  const { keepTyped } = await import('../platform/typed.ts');
  expect(keepTyped('localStorage', 'assessment 1 7', { late: true })).toBe(false);
});

test('SET-23 a session that has ended keeps what was typed', async () => {
  await renderPortal('/browse', { as: visitor, answers: forSignIn() });
  localStorage.setItem('resource-draft:1:new-book', '{}');
  expect(await findSignIn()).toBeVisible();
  expect(localStorage.getItem('resource-draft:1:new-book')).toBe('{}');
});
