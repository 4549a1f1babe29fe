import { expect, type Page } from '@playwright/test';
import type { Office } from '../support/office.ts';
import { demoAdministrator } from '../support/people.ts';
import { expectToast, passwordField } from '../support/screen.ts';
import { administratorTest } from '../support/test.ts';
import type { Watch } from '../support/watch.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

/**
 * Publishes a draft with a sign-in that the portal finds too old until it is confirmed.
 * @returns the draft's id and the methods of the calls that the page sends
 */
async function publishWithOldSignIn(page: Page, office: Office, watch: Watch) {
  const { id, title } = await office.addResource({ isPublished: false });
  watch.expectRefusal(`403 PATCH /api/admin/resources/${id}`);
  let isFresh = false;
  const sent: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/user/confirm') && response.ok()) isFresh = true;
  });
  await page.route(new RegExp(`/api/admin/resources/${id}$`), (route) => {
    sent.push(route.request().method());
    const json = { code: 'accounts.confirm-sign-in', message: 'Please confirm that it is you.' };
    return isFresh ? route.continue() : route.fulfill({ status: 403, json });
  });
  await page.goto('/admin-dashboard');
  await page.getByRole('button', { name: `Publish ${title}` }).click();
  return { id, sent };
}

administratorTest(
  'PERM-05 a call that needs a fresh sign-in asks for the password and is then repeated',
  async ({ page, office, watch }) => {
    watch.expectRefusal('403 POST /api/user/confirm');
    const { id, sent } = await publishWithOldSignIn(page, office, watch);
    await expect(dialog(page)).toBeVisible();
    await expect(passwordField(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(passwordField(page)).toHaveAccessibleDescription('Password is required');
    await passwordField(page).fill('not the password');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Not confirmed', 'The current password is wrong.');
    await passwordField(page).fill(demoAdministrator.password);
    await page.keyboard.press('Enter');

    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(async () => (await office.getResource(id)).isPublished).toBe(true);
    expect(sent).toEqual(['PATCH', 'PATCH']);
  },
);

administratorTest(
  'PERM-05 a cancelled confirmation changes nothing, and the page says so',
  { tag: '@long' },
  async ({ page, office, watch }) => {
    const { id, sent } = await publishWithOldSignIn(page, office, watch);
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByText('Please confirm that it is you.').first()).toBeVisible();
    expect(sent).toEqual(['PATCH']);
    expect((await office.getResource(id)).isPublished).toBe(false);
  },
);
