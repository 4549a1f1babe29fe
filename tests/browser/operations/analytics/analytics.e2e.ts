import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { registerMember, signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest, test } from '#tests/browser/support/test.ts';

const tab = '/admin-dashboard?tab=analytics';
const button = (page: Page, name: string) => page.getByRole('button', { name });

administratorTest('ADM-04 the four counts follow what is added', async ({ page, office }) => {
  await page.goto('/admin-dashboard');
  await page.getByRole('tab', { name: 'Analytics' }).click();
  await expect(page).toHaveURL(tab);
  const counts = ['Total resources', 'Total users', 'Published resources', 'Revenue resources'];
  // The figures of the charts come after the counts.
  for (const [place, name] of counts.entries()) await expect(page.getByRole('term').nth(place)).toHaveText(name);
  await office.addResource({ title: newTitle('One more'), accessType: 'purchase', price: '9.99' });
  // Other tests add resources too, so the page is compared with its own response.
  const [answer] = await Promise.all([page.waitForResponse('**/api/admin/analytics'), page.reload()]);
  const { totalResources } = await answer.json();
  await expect(page.getByRole('definition').first()).toHaveText(String(totalResources));
});

administratorTest('a chart has its figures as a table and as CSV', { tag: '@long' }, async ({ page }) => {
  await page.goto(tab);
  await button(page, 'View Resources by type as table').click();
  await expect(page.getByRole('table', { name: 'Resources by type' }).getByRole('row')).not.toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download Access mix as CSV').click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^rapp-learning-access-mix-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toMatch(
    /^\uFEFFAccess type,Resources,Share\nFree,\d+,0\.\d+\n/,
  );
  await expectToast(page, 'Export Complete');
});

administratorTest(
  'the days are chosen, live in the address and survive a reload; wrong ones say why',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(tab);
    await expect(page.getByRole('heading', { name: 'Revenue by month' })).toBeVisible();
    await page.getByLabel('From', { exact: true }).fill('2026-03-10');
    await page.getByLabel('To', { exact: true }).fill('2026-03-01');
    await button(page, 'Show days').click();
    await expect(page.getByRole('alert')).toHaveText('The first day must not be after the last one.');
    await expect(page).toHaveURL(tab);
    await page.getByLabel('From', { exact: true }).fill('2026-01-05');
    await page.getByLabel('To', { exact: true }).fill('2026-03-01');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${tab}&from=2026-01-05&to=2026-03-01`);
    await page.reload();
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-01-05');
    await expect(page.getByText('Nothing was paid in these days.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Range' }).selectOption('Last 90 days');
    await expect(page.getByLabel('From', { exact: true })).not.toHaveValue('2026-01-05');
    await page.goBack();
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-01-05');
  },
);

test('counts opened resources and searches without results', { tag: '@long' }, async ({
  page,
  context,
  office,
  newPage,
}) => {
  const { id, title } = await office.addResource({ title: newTitle('Opened'), accessType: 'free' });
  const theirs = await newPage();
  await registerMember(theirs.context().request);
  await theirs.context().request.patch('/api/user/settings', { data: { dataCollection: true } });
  const nonsense = newTitle('zyzzyva').toLowerCase().replaceAll(/\d/g, 'x');
  // No other test opens a page this many times.
  for (let time = 0; time < 25; time += 1) await theirs.context().request.get(`/api/resources/${id}`);
  await theirs.goto(`/browse?search=${encodeURIComponent(nonsense)}`);
  await expect(theirs.getByRole('heading', { name: 'No resources found' })).toBeVisible();
  await signInAsAdministrator(context.request);
  await page.goto(tab);
  await button(page, 'View Most opened as table').click();
  await expect(page.getByRole('row', { name: title })).toContainText('25');
  const { emptySearches } = await (
    await context.request.get('/api/admin/analytics/activity?from=2026-01-01&to=2028-10-31')
  ).json();
  expect(emptySearches).not.toEqual([]);
});

administratorTest(
  'ADM-07 an amount opens the payments behind it, and Back leads to the same days',
  { tag: ['@layout', '@long'] },
  async ({ page, check }) => {
    await page.goto(`${tab}&from=2024-01-01&to=2026-12-31`);
    await page.getByRole('link', { name: ': One-off purchases' }).click();
    await expect(page.getByRole('heading', { name: 'One-off purchases', level: 1 })).toBeVisible();
    await expect(page.getByRole('table', { name: 'One-off purchases' }).getByRole('row').nth(1)).toContainText('£');
    await check('payments behind a figure');
    await page.goBack();
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2024-01-01');
  },
);
