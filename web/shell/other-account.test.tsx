import { dehydrate, QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { firstPageId } from '#contract/first-page.ts';
import { getCurrentUser, updateProfile } from '#contract/identity/accounts.endpoints.ts';
import { logout } from '#contract/identity/sign-in.endpoints.ts';
import { forDashboard, forSignIn } from '#tests/support/web/answers.ts';
import { notePageLoads, noteReloads } from '#tests/support/web/browser.ts';
import { member } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, refuse, serve } from '#tests/support/web/network.ts';
import { openAnew, renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const own = String(member().id);
const other = `${own}1`;

/** Imitates another tab of the browser that stores its signed-in member. */
const hearOf = (newValue: string | null, key = 'member') =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

async function openProfile() {
  const reload = noteReloads();
  const { user } = await renderPortal('/profile', {
    answers: [
      ...forDashboard(),
      ...forSignIn(),
      refuse(updateProfile, 'accounts.other-member'),
      answer(logout, { message: 'Bye', providerAddress: null }),
    ],
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
  expect(callsOf(updateProfile).map(({ headers }) => headers.get('x-page-member'))).toEqual([own]);
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  await openAnew('/profile');
  await expectToast('Another account is signed in', 'This page was open for another account, so it was loaded again.');
});

test('AUTH-27 the first call of a page that the server drew names the member for whom it was drawn', async () => {
  const drawn = new QueryClient();
  drawn.setQueryData([getCurrentUser.path], member());
  const data = document.body.appendChild(document.createElement('script'));
  Object.assign(data, { id: firstPageId, type: 'application/json', textContent: JSON.stringify(dehydrate(drawn)) });
  // Another account has signed in, in another tab, before the app takes the page over.
  localStorage.setItem('member', other);
  serve(refuse(updateProfile, 'accounts.other-member'));
  const reload = noteReloads();
  const client = new QueryClient();
  (await import('../platform/first-page.ts')).hydrateFirstPage(client);
  const stopFollowing = (await import('./known-member.ts')).followMember(client);
  try {
    const { call } = await import('../platform/api.ts');
    await expect(call(updateProfile, { body: { firstName: 'Mira' } })).rejects.toThrow();
    expect(callsOf(updateProfile).map(({ headers }) => headers.get('x-page-member'))).toEqual([own]);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  } finally {
    stopFollowing();
    data.remove();
  }
});

test('AUTH-27 reads of files, downloads and uploads name the member of the page', async () => {
  (await import('../platform/page-member.ts')).setPageMember(Number(own));
  const asked: [string, string | null][] = [];
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    asked.push([address, new Headers(headers).get('x-page-member')]);
    return new Response(null, { status: 404 });
  });
  const { signal } = new AbortController();
  const { readPart } = await import('../platform/file-parts.ts');
  await expect(readPart('/api/files/a', { begin: 0, end: 1, signal })).rejects.toThrow();
  await expect((await import('../platform/download.ts')).download('/api/files/b')).rejects.toThrow();
  const setHeader = vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader');
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    this.onerror?.(new ProgressEvent('error'));
  });
  const { sendFile } = await import('../catalogue/files/api.ts');
  await expect(sendFile({ file: new File([], 'a.pdf'), signal, onProgress: () => {} })).rejects.toThrow();
  expect(asked).toEqual([
    ['/api/files/a', own],
    ['/api/files/b', own],
  ]);
  expect(setHeader.mock.calls).toContainEqual(['x-page-member', own]);
});

test('AUTH-27 a page stays when the session ends, or when another tab signs in as the same member', async () => {
  const loads = notePageLoads();
  const { reload } = await openProfile();
  for (const value of [null, own, 'true']) hearOf(value);
  hearOf(other, 'signed-out');
  window.dispatchEvent(new Event('focus'));
  localStorage.removeItem('member');
  localStorage.setItem('signed-out', other);
  window.dispatchEvent(new Event('focus'));
  expect(reload).not.toHaveBeenCalled();
  expect(loads).toEqual([]);
});

test('AUTH-28 a page goes to the sign-in screen when its member signs out in another tab, without what was typed', async () => {
  const loads = notePageLoads();
  await openProfile();
  localStorage.setItem('resource-draft:1:new-book', '{}');
  sessionStorage.setItem('assessment round 4 of 1', 'x');
  hearOf(own, 'signed-out');
  await waitFor(() => expect(loads).toEqual(['/']));
  expect([localStorage.getItem('resource-draft:1:new-book'), sessionStorage.length]).toEqual([null, 0]);
  const { keepTyped } = await import('../platform/typed.ts');
  expect(keepTyped('localStorage', 'resource-draft:1:new-book', {})).toBe(false);
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
});

for (const event of ['focus', 'pageshow']) {
  test(`AUTH-28 a page that missed the sign-out goes to the sign-in screen at ${event}`, async () => {
    const loads = notePageLoads();
    await openProfile();
    localStorage.removeItem('member');
    localStorage.setItem('signed-out', own);
    window.dispatchEvent(new Event(event));
    await waitFor(() => expect(loads).toEqual(['/']));
  });
}

test('AUTH-28 signing out informs the other tabs, until the member signs in again', async () => {
  const { user } = await openProfile();
  await user.click(await screen.findByRole('button', { name: /^User menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await waitFor(() => expect(localStorage.getItem('signed-out')).toBe(own));
  expect(localStorage.getItem('member')).toBeNull();
  await openAnew('/profile');
  await waitFor(() => expect(localStorage.getItem('member')).toBe(own));
  expect(localStorage.getItem('signed-out')).toBeNull();
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
