import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { updateProfile } from '#contract/identity/accounts.endpoints.ts';
import { forDashboard } from '#tests/support/web/answers.ts';
import { noteReloads } from '#tests/support/web/browser.ts';
import { member } from '#tests/support/web/fixtures.ts';
import { refuse } from '#tests/support/web/network.ts';
import { openAnew, renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const own = String(member().id);
const other = `${own}1`;

/** Imitates another tab of the browser that stores its signed-in member. */
const hearOf = (newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'member', newValue }));

async function openProfile() {
  const reload = noteReloads();
  const { user } = await renderPortal('/profile', {
    answers: [...forDashboard(), refuse(updateProfile, 'accounts.other-member')],
  });
  await screen.findByRole('button', { name: 'Edit Profile' });
  return { user, reload };
}

test('AUTH-27 a page is loaded again when its call is refused for another account, and says why', async () => {
  const { user, reload } = await openProfile();
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
  await user.type(await screen.findByRole('textbox', { name: 'First Name' }), ' B.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  await openAnew('/profile');
  await expectToast('Another account is signed in', 'This page was open for another account, so it was loaded again.');
});

test('AUTH-27 a page stays when another tab signs out or signs in as the same member', async () => {
  const { reload } = await openProfile();
  for (const value of [null, own, 'true']) hearOf(value);
  window.dispatchEvent(new Event('focus'));
  expect(reload).not.toHaveBeenCalled();
});

test('AUTH-27 a page is loaded again when another tab signs in as another member', async () => {
  const { reload } = await openProfile();
  hearOf(other);
  expect(reload).toHaveBeenCalledOnce();
});

for (const event of ['focus', 'pageshow']) {
  test(`AUTH-27 a page that missed another sign-in is loaded again at ${event}`, async () => {
    const { reload } = await openProfile();
    localStorage.setItem('member', other);
    window.dispatchEvent(new Event(event));
    expect(reload).toHaveBeenCalledOnce();
  });
}
