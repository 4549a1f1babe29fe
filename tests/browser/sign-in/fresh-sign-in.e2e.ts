import { expect, type Page } from '@playwright/test';
import { demoAdministrator } from '../support/people.ts';
import { expectToast, passwordField } from '../support/screen.ts';
import { administratorTest } from '../support/test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

/** The portal finds the sign-in too old for this call until it has been confirmed. */
async function askFirst(page: Page, path: RegExp) {
  let isFresh = false;
  const sent: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/user/confirm') && response.ok()) isFresh = true;
  });
  await page.route(path, (route) => {
    sent.push(route.request().method());
    const json = { code: 'accounts.confirm-sign-in', message: 'Please confirm that it is you.' };
    return isFresh ? route.continue() : route.fulfill({ status: 403, json });
  });
  return sent;
}

administratorTest(
  'PERM-05 a call that needs a fresh sign-in asks for the password and is then repeated',
  async ({ page, office, watch }) => {
    const { id, title } = await office.addResource({ isPublished: false });
    watch.expectRefusal(`403 PATCH /api/admin/resources/${id}`);
    watch.expectRefusal('403 POST /api/user/confirm');
    const sent = await askFirst(page, new RegExp(`/api/admin/resources/${id}$`));
    await page.goto('/admin-dashboard');
    await page.getByRole('button', { name: `Publish ${title}` }).click();

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
  async ({ page, office, watch }) => {
    const { id, title } = await office.addResource({ isPublished: false });
    watch.expectRefusal(`403 PATCH /api/admin/resources/${id}`);
    const sent = await askFirst(page, new RegExp(`/api/admin/resources/${id}$`));
    await page.goto('/admin-dashboard');
    await page.getByRole('button', { name: `Publish ${title}` }).click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByText('Please confirm that it is you.').first()).toBeVisible();
    expect(sent).toEqual(['PATCH']);
    expect((await office.getResource(id)).isPublished).toBe(false);
  },
);
