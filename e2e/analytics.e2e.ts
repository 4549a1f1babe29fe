import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { newTitle } from './support/office.ts';
import { signInAsAdministrator } from './support/people.ts';
import { failAnswers } from './support/routes.ts';
import { expectToast } from './support/screen.ts';
import { test } from './support/test.ts';

const tab = '/admin-dashboard?tab=analytics';
const button = (page: Page, name: string) => page.getByRole('button', { name });

test('ADM-04 the four counts follow what is added', async ({ page, context, office }) => {
  await signInAsAdministrator(context.request);
  await page.goto('/admin-dashboard');
  await page.getByRole('tab', { name: 'Analytics' }).click();
  await expect(page).toHaveURL(tab);
  await expect(page.getByRole('term')).toHaveText([
    'Total resources',
    'Total users',
    'Published resources',
    'Revenue resources',
  ]);
  await office.addResource({ title: newTitle('One more'), accessType: 'purchase', price: '9.99' });
  // Other tests add resources too, so the page is compared with what it was answered itself.
  const [answer] = await Promise.all([page.waitForResponse('**/api/admin/analytics'), page.reload()]);
  const { totalResources } = await answer.json();
  await expect(page.getByRole('definition').first()).toHaveText(String(totalResources));
});

test('a chart has its figures as a table and as CSV', async ({ page, context }) => {
  await signInAsAdministrator(context.request);
  await page.goto(tab);
  await button(page, 'View Resources by type as table').click();
  await expect(page.getByRole('table', { name: 'Resources by type' }).getByRole('row')).not.toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download Access mix as CSV').click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^rapp-learning-access-mix-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^Access type,Resources,Share\nFree,\d+,0\.\d+\n/);
  await expectToast(page, 'Export Complete');
});

test('the tab says when its figures cannot be had, and tries again', async ({ page, context, watch }) => {
  await signInAsAdministrator(context.request);
  const mend = await failAnswers(page, watch, '**/api/admin/analytics');
  await page.goto(tab);
  await expect(page.getByRole('heading', { name: 'Failed to fetch the analytics' })).toBeVisible();
  await mend();
  await button(page, 'Try again').click();
  await expect(page.getByRole('heading', { name: 'RAPP coverage' })).toBeVisible();
});
