import { expect, type Page } from '@playwright/test';
import { memberTest as test } from '#tests/browser/support/test.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/browse');
});

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search resources' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

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
