import { expect, type Page } from '@playwright/test';
import { holdAnswers, holdCode } from '../support/routes.ts';
import { signInScreen } from '../support/sign-in.ts';
import { memberTest, test } from '../support/test.ts';

/** Collects the paths of the API that the page calls. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  return calls;
}

/**
 * Returns the paths of the endpoints whose data are in the page, without "drawn at", which only a page rendered by the
 * server has.
 */
const dataInPage = (page: Page) =>
  page.evaluate<string[]>(
    `JSON.parse(document.querySelector('#first-page').textContent).queries.map(({ queryKey }) => queryKey[0]).filter((key) => key !== 'drawn at')`,
  );

const isCallOf = (path: string, call: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '\\d+')}(\\?|$)`).test(call);

const member = ['/api/config', '/api/user', '/api/user/saved-resources/ids', '/api/user/resource-access'];

for (const { path, code, data } of [
  {
    path: '/',
    code: /\/assets\/DashboardScreen-/,
    data: ['/api/dashboard', '/api/resources', '/api/user/library/unfinished'],
  },
  { path: '/browse', code: /\/assets\/BrowseScreen-/, data: ['/api/resources', '/api/resources/counts'] },
  {
    path: '/browse?type=book&page=1',
    code: /\/assets\/BrowseScreen-/,
    data: ['/api/resources', '/api/resources/counts'],
  },
  {
    path: '/resource/1',
    code: /\/assets\/DetailScreen-/,
    data: [
      '/api/resources/:id',
      '/api/resources/:id/related',
      '/api/resources/:id/access',
      '/api/admin/online-products/:id',
    ],
  },
]) {
  memberTest(
    `GEN-07 GEN-22 the page of ${path} is drawn with its data and loads its screen’s code, and the app asks for nothing again and does what was pressed before`,
    { tag: '@long' },
    async ({ page, member: { firstName } }) => {
      const calls = callsOf(page);
      const release = await holdCode(page);
      const screenCode = page.waitForResponse(code);
      await page.goto(path, { waitUntil: 'commit' });
      // The server has rendered the button, and it is pressed before hydration.
      const userMenu = page.getByRole('button', { name: new RegExp(`^User menu .*${firstName}`) });
      await userMenu.click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('article').first()).toBeVisible();
      await screenCode;
      const brought = await dataInPage(page);
      expect(brought.toSorted()).toEqual([...member, ...data].toSorted());
      release();
      await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
      expect(calls.filter((call) => brought.some((path) => isCallOf(path, call)))).toEqual([]);
    },
  );
}

test('AUTH-23 a visitor’s page says that no one is signed in, and holds what is public and nothing of a member', {
  tag: '@long',
}, async ({ page }) => {
  const calls = callsOf(page);
  await page.goto('/');
  await expect(signInScreen.signInButton(page)).toBeVisible();
  expect((await dataInPage(page)).toSorted()).toEqual([
    '/api/config',
    '/api/public/counts',
    '/api/public/resources',
    '/api/user',
    'known-browser',
  ]);
  // The challenge for a passkey is made for this moment, so the page requests it.
  expect(calls.filter((call) => !call.includes('/api/login/passkey/options'))).toEqual([]);
});

memberTest('the portal’s fonts load after the first screen is drawn', { tag: '@long' }, async ({ page, member }) => {
  let fonts = 0;
  page.on('request', (request) => {
    if (/\.woff2$/.test(request.url())) fonts += 1;
  });
  const greeting = page.getByRole('heading', { level: 1, name: new RegExp(member.firstName) });
  const release = await holdAnswers(page, /\/api\/resources\?page=1&pageSize=12$/);
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
