import { expect, type Page } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search resources' });
const sort = (page: Page) => page.getByRole('combobox', { name: 'Sort by' });
/** Cards of the results, without the closest matches below them. */
const cards = (page: Page) => page.locator('article:not([aria-labelledby="closest-matches"] article)');
const pageButton = (page: Page, number: number) => page.getByRole('button', { name: `Page ${number}`, exact: true });

test('BROWSE-12 the link to the subscriptions opens with them chosen', { tag: '@long' }, async ({ page }) => {
  await page.goto('/browse?filter=subscription');
  await expect(box(page, 'Subscription')).toBeChecked();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(cards(page).getByText('Subscription Required', { exact: true })).toHaveCount(12);
  await box(page, 'Subscription').uncheck();
  await expect(page).toHaveURL('/browse');
});

test('BROWSE-14 a changed filter, search or sort goes back to page 1', { tag: '@long' }, async ({ page }) => {
  for (const change of [
    () => box(page, 'Free').check(),
    () => search(page).fill('a'),
    () => sort(page).selectOption('A-Z'),
  ]) {
    await page.goto('/browse?page=3');
    await expect(pageButton(page, 3)).toHaveAttribute('aria-current', 'page');
    await change();
    await expect(pageButton(page, 1)).toHaveAttribute('aria-current', 'page');
    await expect(page).not.toHaveURL(/page=/);
  }
});

test('the address holds filters, search, sort and page: a reload and the back button keep them', async ({ page }) => {
  await page.goto('/browse');
  await box(page, 'Free').check();
  await sort(page).selectOption('A-Z');
  await search(page).fill('a');
  await search(page).press('Enter');
  await pageButton(page, 2).click();
  await expect(page).toHaveURL('/browse?accessType=free&search=a&sort=title&page=2');
  await expect(pageButton(page, 2)).toHaveAttribute('aria-current', 'page');

  await page.reload();
  await expect(box(page, 'Free')).toBeChecked();
  await expect(search(page)).toHaveValue('a');
  await expect(sort(page)).toHaveValue('title');
  await expect(pageButton(page, 2)).toHaveAttribute('aria-current', 'page');

  const title = (await cards(page).getByRole('heading').first().textContent()) ?? '';
  await cards(page).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/browse?accessType=free&search=a&sort=title&page=2');
  await expect(cards(page).getByRole('heading').first()).toHaveText(title);
  await page.goBack();
  await expect(page).toHaveURL('/browse?accessType=free&search=a&sort=title');
});

test('an address with a page beyond the last shows the last', { tag: '@long' }, async ({ page, office }) => {
  const { title } = await office.addResource({ title: newTitle('Serendipitously last') });
  await page.goto(`/browse?search=${encodeURIComponent(title)}&page=900`);
  await expect(cards(page)).toHaveCount(1);
  await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBeNull();
});

test('BROWSE-06 the cards are laid out in one, two or three columns', async ({ page }) => {
  const columns = async () => {
    const boxes = await Promise.all((await cards(page).all()).map((card) => card.boundingBox()));
    return new Set(boxes.map((one) => one?.x)).size;
  };
  await page.goto('/browse');
  await expect(cards(page)).toHaveCount(12);
  for (const [width, count] of [
    [390, 1],
    [800, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect(await columns(), `at ${width} px`).toBe(count);
  }
});

test('BROWSE-02 LABEL-05 on a phone the filters open by a button and act at once', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/browse');
  await expect(cards(page)).toHaveCount(12);
  await expect(box(page, 'Book')).toHaveCount(0);
  await expect(search(page)).toBeVisible();
  await expect(sort(page)).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await panel.getByRole('checkbox', { name: 'Book', exact: true }).check();
  await expect(page).toHaveURL('/browse?type=book');
  await panel.getByRole('button', { name: 'Show resources' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused();
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await panel.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(panel.getByRole('checkbox', { checked: true })).toHaveCount(0);
});
