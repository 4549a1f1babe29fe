import { expect, type Page } from '@playwright/test';
import { holdAnswers } from './support/routes.ts';
import { signInScreen } from './support/sign-in.ts';
import { test } from './support/test.ts';

const appCode = /\/assets\/index-[^/]+\.js$/;

/** What the page asks of the portal from now on, by address. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  return calls;
}

for (const { path, data, code, access } of [
  { path: '/', data: '/api/resources?page=1&pageSize=48', code: /\/assets\/cards-/, access: /resource-access\?/ },
  {
    path: '/browse',
    data: '/api/resources?page=1&pageSize=12',
    code: /\/assets\/BrowseScreen-/,
    access: /resource-access\?/,
  },
  { path: '/resource/1', data: '/api/resources/1', code: /\/assets\/DetailScreen-/, access: /\/1\/access$/ },
]) {
  test(`GEN-07 data and code of ${path} are there before the app's own code, and are not asked for twice`, async ({
    page,
    member,
  }) => {
    const calls = callsOf(page);
    const release = await holdAnswers(page, appCode);
    const answers = Promise.all([
      page.waitForResponse((response) => response.url().endsWith(data)),
      page.waitForResponse(code),
      page.waitForResponse(access),
    ]);
    await page.goto(path, { waitUntil: 'commit' });
    await answers;
    await expect(page.getByRole('status')).toHaveText('Loading…');
    release();
    await expect(page.getByRole('button', { name: new RegExp(`^User menu .*${member.firstName}`) })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(calls.filter((call) => call === data)).toHaveLength(1);
    expect(calls.filter((call) => access.test(call))).toHaveLength(1);
    expect(new Set(calls).size).toBe(calls.length);
  });
}

test('for a visitor nothing of a member’s is asked', async ({ page }) => {
  const calls = callsOf(page);
  await page.goto('/');
  await expect(signInScreen.signInButton(page)).toBeVisible();
  expect(calls.toSorted()).toEqual(['/api/config', '/api/user']);
});

test('the portal’s letters come when the first screen is drawn', async ({ page, member }) => {
  let fonts = 0;
  page.on('request', (request) => {
    if (/\.woff2$/.test(request.url())) fonts += 1;
  });
  const greeting = page.getByRole('heading', { level: 1, name: new RegExp(member.firstName) });
  const release = await holdAnswers(page, /\/api\/resources\?page=1&pageSize=48$/);
  await page.goto('/');
  await expect(greeting).toBeVisible();
  await expect(page.getByText('Loading resources')).toBeAttached();
  expect(fonts).toBe(0);
  const letters = page.waitForResponse(/instrument-sans-latin-wght-[^/]+\.woff2$/);
  release();
  await letters;
  const loaded = () =>
    page.evaluate<string[]>(`[...document.fonts]
      .filter(({ family, status }) => family.includes('Variable') && status === 'loaded')
      .map(({ family }) => family.replaceAll('"', ''))`);
  await expect.poll(loaded).toEqual(['Instrument Sans Variable', 'Bricolage Grotesque Variable']);
});
