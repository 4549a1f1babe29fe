import { expect, type Page } from '@playwright/test';
import { holdAnswers } from '../support/routes.ts';
import { signInScreen } from '../support/sign-in.ts';
import { memberTest, test } from '../support/test.ts';

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

/** Which calls' answers the page brought along. */
const broughtAlong = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('script[data-address]')].map((one) => one.dataset.address)`);

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
  memberTest(
    `GEN-07 the page of ${path} brings its data along and loads its code at once; nothing of it is asked again`,
    async ({ page, member }) => {
      const calls = callsOf(page);
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.route(appCode, async (route) => {
        await isReleased;
        await route.continue();
      });
      const screenCode = page.waitForResponse(code);
      await page.goto(path, { waitUntil: 'commit' });
      await screenCode;
      await expect(page.getByRole('status')).toHaveText('Loading…');
      const brought = await broughtAlong(page);
      expect(brought).toEqual(expect.arrayContaining(['/api/config', '/api/user', data]));
      expect(brought.some((address) => access.test(address))).toBe(true);
      release();
      await expect(page.getByRole('button', { name: new RegExp(`^User menu .*${member.firstName}`) })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('article').first()).toBeVisible();
      expect(calls.filter((call) => brought.includes(call))).toEqual([]);
    },
  );
}

test('a visitor’s page brings along that nobody is here, and nothing of a member’s', async ({ page }) => {
  const calls = callsOf(page);
  await page.goto('/');
  await expect(signInScreen.signInButton(page)).toBeVisible();
  expect((await broughtAlong(page)).toSorted()).toEqual(['/api/config', '/api/user']);
  expect(calls).toEqual([]);
});

memberTest('the portal’s letters come when the first screen is drawn', async ({ page, member }) => {
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
