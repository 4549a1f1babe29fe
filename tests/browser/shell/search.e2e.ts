import { expect, type Page } from '@playwright/test';
import { newTitle } from '../support/office.ts';
import { administratorTest, memberTest } from '../support/test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search everything' });
const scrollOf = (page: Page) => page.evaluate<number>('window.scrollY');
const box = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });

memberTest(
  'NAV-17 a member finds a resource and a screen by the keyboard alone, and no users',
  { tag: '@layout' },
  async ({ page, office, check }) => {
    const { title } = await office.addResource({ title: newTitle('Wobbegong handbook') });
    await page.goto('/billing');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('/');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type('wobbegong');
    await expect(page.getByRole('option', { name: title })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('group', { name: 'Users' })).toHaveCount(0);
    await check('the search with results');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('billing');
    await page.getByRole('group', { name: 'Screens' }).getByRole('option', { name: 'Billing' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/billing');
  },
);

memberTest(
  'NAV-17 the keys of the search do nothing while typing, and Escape gives the keyboard back',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/browse');
    const search = page.getByRole('searchbox', { name: 'Search resources' });
    await search.focus();
    await page.keyboard.type('a/b');
    await page.keyboard.press('Control+k');
    await expect(search).toHaveValue('a/b');
    await expect(dialog(page)).toHaveCount(0);
    const button = page.getByRole('button', { name: 'Search everything' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type('zzzqqqxxx');
    await expect(dialog(page).getByText('Nothing matches “zzzqqqxxx”.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(button).toBeFocused();
  },
);

memberTest(
  'NAV-17 the results are narrowed to one kind and back, and on a phone no title is cut off at the edge',
  { tag: ['@layout', '@long'] },
  async ({ page, office, check }) => {
    const words = newTitle('Quokka');
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await office.addResource({ title: `${words} billing handbook for everybody who looks after one, part ${name}` });
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/billing');
    await page.getByRole('button', { name: 'Search everything' }).click();
    await box(page).fill('billing');
    const kind = (name: string) => page.getByRole('group', { name: 'Kinds of results' }).getByRole('button', { name });
    const options = (name: string) => page.getByRole('group', { name, exact: true }).getByRole('option');
    await expect(options('Screens')).toHaveCount(1);
    await expect(options('Resources')).toHaveCount(5);
    await expect(kind('All')).toHaveAttribute('aria-pressed', 'true');
    await kind('Resources 6').click();
    await expect(options('Resources')).toHaveCount(6);
    await expect(options('Screens')).toHaveCount(0);
    await expect(box(page)).toBeFocused();
    await expect(options('Resources').first().locator('mark')).toHaveText('billing');
    const edges = await options('Resources').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(Math.max(...edges)).toBeLessThanOrEqual(390);
    await check('the search narrowed to a kind', { isDialog: true });
    await kind('All').click();
    await expect(options('Screens')).toHaveCount(1);
  },
);

administratorTest(
  'NAV-17 an administrator finds users and settings',
  { tag: '@long' },
  async ({ page, administrator }) => {
    await page.goto('/billing');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type(administrator.email);
    await page.getByRole('group', { name: 'Users' }).getByRole('option', { name: administrator.email }).click();
    await expect(page).toHaveURL(/admin-dashboard\?.*tab=users/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('synonyms');
    await page.getByRole('option', { name: 'Search synonyms' }).waitFor();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin-dashboard/settings');
  },
);

memberTest(
  'BROWSE-18 the way back to Browse keeps filters, page and scroll, also after a related resource',
  async ({ page }) => {
    await page.goto('/browse?accessType=free&sort=title');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveURL('/browse?accessType=free&sort=title&page=2');
    await expect(page.locator('[aria-current="page"]', { hasText: '2' })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const card = page.getByRole('article').last();
    await expect(card).toBeVisible();
    await card.scrollIntoViewIfNeeded();
    const link = card.getByRole('link').last();
    await link.focus();
    const before = await scrollOf(page);
    expect(before).toBeGreaterThan(0);
    await link.click();
    await expect(page).toHaveURL(/\/resource\/\d+$/);
    const first = page.url();
    await page.locator('section[aria-labelledby="related-heading"]').getByRole('link').last().click();
    await expect(page).not.toHaveURL(first);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
    await expect(page).toHaveURL('/browse?accessType=free&sort=title&page=2');
    await expect(page.getByRole('checkbox', { name: 'Free' })).toBeChecked();
    await expect.poll(() => scrollOf(page)).toBe(before);
  },
);
