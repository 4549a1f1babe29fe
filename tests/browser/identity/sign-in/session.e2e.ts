import { expect } from '@playwright/test';
import { newPerson } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import {
  fillRegistration,
  fillSignIn,
  forgetSession,
  logOut,
  signInScreen,
  welcomeOf,
} from '#tests/browser/support/sign-in.ts';
import { memberTest, test } from '#tests/browser/support/test.ts';

const { createButton, signInButton } = signInScreen;

memberTest(
  'NAV-07 a member stays signed in after a reload, and /auth leads to the dashboard',
  { tag: '@long' },
  async ({ page, member }) => {
    await page.goto('/browse');
    await expect(page.getByRole('heading', { name: 'Browse Resources' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Browse Resources' })).toBeVisible();
    await page.goto('/auth');
    await expect(welcomeOf(page)).toContainText(member.firstName);
    await expect(page).toHaveURL('/');
  },
);

memberTest(
  'NAV-07 AUTH-24 a visitor at a page of members may register there at once, signs in instead and then sees it',
  { tag: '@long' },
  async ({ page, context, member, office }) => {
    const { id, title } = await office.addResource();
    await context.clearCookies();
    await page.goto(`/resource/${id}`);
    await expect(createButton(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
    await signInScreen.signInTab(page).click();
    await fillSignIn(page, member);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page).toHaveURL(`/resource/${id}`);
  },
);

memberTest(
  'NAV-07 NAV-12 after logging out the back button shows nothing of members, and the cookie is dead',
  async ({ page, context, member }) => {
    await page.goto('/browse');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(welcomeOf(page)).toContainText(member.firstName);
    const cookies = await context.cookies();
    await logOut(page);
    await expect(signInButton(page)).toBeVisible();
    await expect(page).toHaveURL(/\/(auth)?$/);

    for (const step of ['goBack', 'reload'] as const) {
      await page[step]();
      await expect(signInButton(page)).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(0);
    }
    await context.addCookies(cookies);
    expect((await context.request.get('/api/user')).status()).toBe(401);
  },
);

memberTest(
  'NAV-12 an answer that arrives together with that of the log-out reports no error',
  { tag: '@long' },
  async ({ page, member }) => {
    await page.addInitScript(joinAnswers, ['/api/user/resource-access', '/api/logout']);
    await page.goto('/browse');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(welcomeOf(page)).toContainText(member.firstName);
    await logOut(page);
    await expect(signInButton(page)).toBeVisible();
  },
);

memberTest('GEN-07 signing in after a log-out loads everything again', { tag: '@long' }, async ({ page, member }) => {
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await logOut(page);
  await fillSignIn(page, member);
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/resources');
  await signInButton(page).click();
  await asked;
  await expect(page.getByRole('article').first()).toBeVisible();
});

memberTest(
  'NAV-07 a session that ended elsewhere leads to the sign-in form, at the same address',
  { tag: '@long' },
  async ({ page, context, member, watch }) => {
    watch.expectRefusal('401 GET /api/resources');
    watch.allowRefusal('401 GET /api/resources/counts');
    await page.goto('/');
    await expect(welcomeOf(page)).toContainText(member.firstName);
    await expect(page.getByRole('article').first()).toBeVisible();
    await context.request.post('/api/logout');
    await page.getByRole('link', { name: 'Browse Resources' }).first().click();
    await expectToast(page, 'Please sign in', 'Your session has ended.');
    await expect(signInButton(page)).toBeVisible();
    await expect(page).toHaveURL('/browse');
  },
);

test('AUTH-24 a new person registers at the page that a link led to and sees it; afterwards the browser offers to sign in', {
  tag: '@long',
}, async ({ page, office }) => {
  const { id, title } = await office.addResource();
  const person = newPerson();
  await page.goto(`/resource/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
  await expect(page.getByText(`Then you return to “${title}”.`)).toBeVisible();
  await fillRegistration(page, person);
  await createButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveURL(`/resource/${id}`);

  await forgetSession(page);
  await page.goto(`/resource/${id}`);
  await expect(signInButton(page)).toBeVisible();
  await page.goto('/auth');
  await expect(signInButton(page)).toBeVisible();
});

/** Runs in the page: the answers to these calls reach the app at the same moment, in this order. */
function joinAnswers(paths: string[]) {
  const sent = globalThis.fetch;
  const all = paths.map(() => Promise.withResolvers<Response>());
  const areThere = Promise.all(all.map(({ promise }) => promise));
  globalThis.fetch = async (input, options) => {
    const place = paths.indexOf(new URL(String(input), 'http://page').pathname);
    const response = await sent(input, options);
    if (place < 0) return response;
    // Read whole here, so that the app takes both in one go.
    const { status, headers } = response;
    all[place]?.resolve(new Response(status === 204 ? null : await response.text(), { status, headers }));
    return (await areThere)[place] as Response;
  };
}
