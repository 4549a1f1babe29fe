import { expect } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { administratorTest } from '#tests/browser/support/test.ts';

administratorTest(
  'FRONT-14 an administrator writes an introduction and pins resources, which visitors see at the start of the catalogue',
  { tag: ['@layout', '@long'] },
  async ({ page, office, newPage, check }) => {
    const [first, second] = [newTitle('Pinned first'), newTitle('Pinned second')];
    for (const title of [second, first]) await office.addResource({ title });
    await page.goto('/admin-dashboard/settings');
    await page.getByRole('textbox', { name: 'Introduction' }).fill('Begin with one of these.');
    for (const title of [second, first]) {
      await page.getByLabel('Pin a resource').pressSequentially(title);
      await page.getByRole('option', { name: title }).click();
    }
    await page.getByRole('button', { name: `Move ${first} up` }).click();
    await check('the portal settings with pinned resources');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Portal settings saved').first()).toBeVisible();

    const visitor = await newPage();
    await visitor.goto('/catalogue');
    await expect(visitor.getByRole('region', { name: 'Introduction' })).toHaveText('Begin with one of these.');
    const pinned = visitor.getByRole('region', { name: 'Start here' });
    await expect(pinned.getByRole('heading', { level: 3 })).toHaveText([first, second]);
    await page.goto('/catalogue');
    await expect(page.getByRole('region', { name: 'Start here' })).toBeVisible();
    await check('the catalogue with its introduction');
    await visitor.getByLabel('Report', { exact: true }).first().check();
    await expect(pinned).toHaveCount(0);

    const empty = { introduction: null, pinnedResourceIds: [] };
    expect((await page.request.put('/api/admin/portal-settings', { data: empty })).status()).toBe(200);
    // A browser may show the page that it has for a minute.
    const landing = await (await page.request.get('/api/public/landing')).json();
    expect(landing).toEqual({ introduction: null, pinned: [] });
  },
);
