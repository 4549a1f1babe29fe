import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { newPerson } from '../support/people.ts';
import { expectToast, toastOf } from '../support/screen.ts';
import { fillSignIn, signInScreen, welcomeOf } from '../support/sign-in.ts';
import { administratorTest, memberTest, test } from '../support/test.ts';

const entries = (page: Page) => page.getByRole('navigation', { name: /^(Main|Administration)$/ }).getByRole('link');

administratorTest(
  'NAV-09 NAV-13 NAV-15 the sidebar is 256 px wide and whole at 900 px, and on a phone the menu button reaches its entries',
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/');
    await expect(entries(page).first()).toBeVisible();
    expect((await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox())?.width).toBe(256);
    await expect(entries(page).last()).toBeInViewport({ ratio: 1 });
    const names = await entries(page).allTextContents();
    const atMenu = names.indexOf('Overview');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(entries(page)).toHaveCount(0);
    const open = () => page.getByRole('button', { name: 'Open navigation menu' }).click();
    await open();
    await expect(entries(page)).toHaveText(names.slice(0, atMenu));
    await page.getByRole('button', { name: 'Administration menu' }).click();
    await expect(entries(page)).toHaveText(names.slice(atMenu));
    await entries(page).filter({ hasText: 'Users' }).click();
    await expect(entries(page)).toHaveCount(0);
    await expect(page).toHaveTitle(/^Admin Dashboard /);
    // On a screen of the administration its menu comes first.
    await open();
    await expect(entries(page)).toHaveText(names.slice(atMenu));
    await page.getByRole('button', { name: 'Member menu' }).click();
    await entries(page).filter({ hasText: 'Browse Resources' }).click();
    await expect(page).toHaveTitle(/^Browse Resources /);
  },
);

memberTest('the skip link leads the keyboard past the sidebar', async ({ page }) => {
  await page.goto('/browse');
  await expect(entries(page).filter({ hasText: 'Browse Resources' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

memberTest('the theme is chosen in the user menu and outlives a reload', async ({ page, member }) => {
  await page.goto('/');
  await expect(welcomeOf(page)).toContainText(member.firstName);
  const isDark = () => page.evaluate<boolean>("document.documentElement.classList.contains('dark')");
  expect(await isDark()).toBe(false);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menu').getByText('Dark theme', { exact: true }).click();
  expect(await isDark()).toBe(true);
  await page.reload();
  await expect(welcomeOf(page)).toBeVisible();
  expect(await isDark()).toBe(true);
});

test('GEN-09 one toast at a time, for five seconds', { tag: '@long' }, async ({ page, watch }) => {
  await rejectSignIns(page, watch);
  await page.clock.install();
  await page.goto('/auth');
  await fillSignIn(page, newPerson());
  // The first toast loads its code, which takes time.
  await signInScreen.signInButton(page).click();
  await expectToast(page, 'Login failed', 'Refused 1');
  await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 10_000'));
  await expect(toastOf(page)).toHaveCount(0);

  await signInScreen.signInButton(page).click();
  await expectToast(page, 'Login failed', 'Refused 2');
  await page.clock.runFor(4_900);
  await signInScreen.signInButton(page).click();
  await expectToast(page, 'Login failed', 'Refused 3');
  await expect(toastOf(page)).toHaveCount(1);
  await page.clock.runFor(4_900);
  await expect(toastOf(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(toastOf(page)).toHaveCount(0);
});

test('GEN-09 a swipe of more than 50 px to the right dismisses a toast, a shorter one does not', {
  tag: '@long',
}, async ({ page, watch }) => {
  await rejectSignIns(page, watch);
  await page.goto('/auth');
  await fillSignIn(page, newPerson());
  await signInScreen.signInButton(page).click();
  await expectToast(page, 'Login failed');
  const { x, y } = (await toastOf(page).boundingBox()) ?? { x: 0, y: 0 };
  const swipe = async (pixels: number) => {
    await page.mouse.move(x + 60, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 60 + pixels, y + 20, { steps: 8 });
    await page.mouse.up();
  };
  await swipe(40);
  await expect(toastOf(page)).toHaveCount(1);
  await swipe(70);
  await expect(toastOf(page)).toHaveCount(0);
});

/** Rejects every sign-in, each with its own number. */
async function rejectSignIns(page: Page, watch: { expectRefusal: (call: string) => void }) {
  watch.expectRefusal('401 POST /api/login');
  let count = 0;
  await page.route('/api/login', (route) => {
    count += 1;
    return route.fulfill({ status: 401, json: { code: 'accounts.wrong-credentials', message: `Refused ${count}` } });
  });
}

memberTest(
  'NAV-14 without a connection a screen that was not loaded says so, and opens when it is back',
  async ({ page, context, watch }) => {
    // Every call fails until the connection is back, also a picture of the former screen that is still loading.
    context.on('request', (request) =>
      watch.allowRefusal(`failed ${request.method()} ${new URL(request.url()).pathname}`),
    );
    await page.goto('/');
    watch.expectLog(/Failed to fetch dynamically imported module|UnreachableError/);
    await context.setOffline(true);
    await entries(page).filter({ hasText: 'Billing' }).click();
    await expect(page.getByRole('alert')).toContainText('The portal could not be reached');
    await expect(page).toHaveURL('/billing');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toContainText('The portal could not be reached');
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  },
);

administratorTest('NAV-15 the sidebar marks the open tab and the open screen', { tag: '@long' }, async ({ page }) => {
  await page.goto('/admin-dashboard');
  const present = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
  await expect(present).toHaveText('Resources');
  await entries(page).filter({ hasText: 'Promo Codes' }).click();
  await expect(page).toHaveURL('/admin-dashboard?tab=promo-codes');
  await expect(page.getByRole('tab', { name: 'Promo Codes' })).toHaveAttribute('aria-selected', 'true');
  await expect(present).toHaveText('Promo Codes');
  await entries(page).filter({ hasText: 'Audit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await expect(present).toHaveText('Audit');
});

memberTest(
  'NAV-16 without a connection a dialog and a menu that were not loaded leave the page, and open when it is back',
  async ({ page, context, watch }) => {
    const { 'ui/Toast.tsx': toast } = JSON.parse(await readFile('dist/web/browser/.vite/manifest.json', 'utf8'));
    const toastCode = page.waitForResponse(new RegExp(`/${toast.file}$`));
    await page.goto('/');
    await expect(welcomeOf(page)).toBeVisible();
    await (await toastCode).finished();
    const redeem = page.getByRole('button', { name: 'Redeem Promo Code' });
    const menu = page.getByRole('button', { name: 'User menu' });
    context.on('request', (request) =>
      watch.allowRefusal(`failed ${request.method()} ${new URL(request.url()).pathname}`),
    );
    await context.setOffline(true);
    await redeem.click();
    await expectToast(page, 'The portal could not be reached');
    await menu.click();
    await expect(welcomeOf(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await context.setOffline(false);
    await redeem.click();
    await expect(page.getByRole('dialog', { name: 'Redeem' })).toBeVisible();
  },
);
