import { expect, type Page } from '@playwright/test';
import { newTitle } from './support/office.ts';
import { signInAsAdministrator } from './support/people.ts';
import { test } from './support/test.ts';

const row = (page: Page, title: string) => page.getByRole('article', { name: title });
const titles = (page: Page) => page.getByRole('article').getByRole('heading');

test.beforeEach(async ({ context }) => signInAsAdministrator(context.request));

test('the list is searched, filtered and sorted by its address, and Back undoes it', async ({ page, office }) => {
  const words = newTitle('Lantern');
  const prices = { dear: '30', cheap: '10' };
  for (const [name, price] of Object.entries(prices)) {
    await office.addResource({ title: `${words} ${name}`, accessType: 'purchase', price, isPublished: false });
  }
  await office.addResource({ title: `${words} open`, type: 'book', rappPrinciples: ['adaptive'] });
  await page.goto('/admin-dashboard');
  await page.getByRole('searchbox', { name: 'Search resources' }).fill(words.toUpperCase());
  await expect(titles(page)).toHaveText([`${words} open`, `${words} cheap`, `${words} dear`]);
  await expect(page.getByText('Showing 1 to 3 of 3 resources')).toBeVisible();

  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('Draft');
  await expect(titles(page)).toHaveText([`${words} cheap`, `${words} dear`]);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: High to Low');
  await expect(titles(page)).toHaveText([`${words} dear`, `${words} cheap`]);
  await expect(page).toHaveURL(/status=draft&sort=price_high_low$/);
  await page.reload();
  await expect(titles(page)).toHaveText([`${words} dear`, `${words} cheap`]);
  await page.goBack();
  await expect(titles(page)).toHaveText([`${words} cheap`, `${words} dear`]);
  await page.goBack();
  await expect(titles(page)).toHaveCount(3);
  await expect(page.getByRole('combobox', { name: 'Filter by status' })).toHaveValue('');
  await page.goForward();
  await expect(titles(page)).toHaveText([`${words} cheap`, `${words} dear`]);

  await page.getByRole('combobox', { name: 'Filter by philosophy' }).selectOption('Adaptive');
  await expect(page.getByRole('heading', { name: 'No resources match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(row(page, `${words} open`)).toBeVisible();
  await expect(page).toHaveURL('/admin-dashboard');
});

test('a page beyond the end of a narrowed list leads to its last', async ({ page, office }) => {
  const { title } = await office.addResource({ title: newTitle('Beyond') });
  await page.goto(`/admin-dashboard?search=${encodeURIComponent(title)}&page=7`);
  await expect(row(page, title)).toBeVisible();
  await expect(page).toHaveURL(/page=1$/);
});
