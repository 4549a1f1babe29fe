import { expect, type Page } from '@playwright/test';
import { memberTest as test } from '../support/test.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/browse');
});

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search resources' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('typing suggests resources, and the keyboard chooses one of them', async ({ page }) => {
  // What is suggested for fewer letters may come in between.
  const whole = page.waitForResponse(/suggestions\?.*=readi$/);
  await box(page).pressSequentially('readi', { delay: 30 });
  await whole;
  await expect(options(page).first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^\d+ suggestions?, use the arrow keys/ })).toBeAttached();
  await box(page).press('ArrowDown');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await expect(box(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options(page).first().getAttribute('id')) ?? '',
  );
  await expect(box(page)).toBeFocused();
  await box(page).press('ArrowUp');
  await expect(box(page)).not.toHaveAttribute('aria-activedescendant', /./);
  await box(page).press('Escape');
  await expect(options(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue('readi');
  await box(page).press('ArrowDown');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  const title = (await options(page).first().innerText()).split('\n')[0] ?? '';
  await box(page).press('Enter');
  await expect(heading(page)).toHaveText(title);
  await expect(page).toHaveURL(/\/resource\/\d+$/);
});

test('a resource is opened and a topic searched for by a press; slips are forgiven', { tag: '@long' }, async ({
  page,
}) => {
  await box(page).pressSequentially('govrnance', { delay: 30 });
  const topic = options(page)
    .filter({ hasText: /Topic$/ })
    .first();
  const name = (await topic.innerText()).split('\n')[0] ?? '';
  await topic.click();
  await expect(box(page)).toHaveValue(name);
  await expect(box(page)).toBeFocused();
  await expect(options(page)).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === name);
});

test('Enter searches for what is typed, and what comes later opens nothing', async ({ page }) => {
  const held: (() => void)[] = [];
  await page.route('**/api/resources/suggestions?*', (route) => held.push(() => void route.continue()));
  await box(page).pressSequentially('risk');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await box(page).press('Enter');
  await expect(page).toHaveURL(/search=risk/);
  const answered = page.waitForResponse(/suggestions/);
  for (const release of held) release();
  await answered;
  await expect(page.getByRole('status').filter({ hasText: /^Showing/ })).toBeVisible();
  await expect(options(page)).toHaveCount(0);
});

test('the search works without suggestions', async ({ page, watch }) => {
  watch.allowRefusal('503 GET /api/resources/suggestions');
  await page.route('**/api/resources/suggestions?*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Busy' } }),
  );
  const failed = page.waitForResponse(/suggestions/);
  await box(page).pressSequentially('risk');
  await failed;
  await expect(page).toHaveURL(/search=risk/);
  await expect(page.getByText('Busy')).toHaveCount(0);
  await expect(page.getByRole('article').first()).toBeVisible();
});
