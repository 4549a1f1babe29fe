import { expect } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { holdCode } from '#tests/browser/support/routes.ts';
import { memberTest, test } from '#tests/browser/support/test.ts';

test('FRONT-02 the catalogue without script shows cards, filters and pages, and its links and forms work', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/catalogue');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL('/catalogue?page=2#list');
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.getByRole('checkbox', { name: 'Free', exact: true }).check();
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(/accessType=free/);
  await expect(page.getByRole('article').getByText('Purchase Required')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('no such words at all');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No resources found')).toBeVisible();
  await page.goto('/catalogue');
  const card = page.getByRole('article').first();
  const title = (await card.getByRole('heading').textContent()) ?? '';
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await context.close();
});

test('FRONT-02 the app takes a page over in a browser that reports no paint', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript('PerformanceObserver.prototype.observe = () => {}');
  await page.goto('/catalogue');
  await page.getByRole('checkbox', { name: 'Free', exact: true }).check();
  await expect(page).toHaveURL(/accessType=free/);
});

test('FRONT-02 a page whose content another script has replaced reports no error', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/catalogue');
  // Leaving the tab runs the code once more; `watch` sees any error of it.
  await page.evaluate("document.body.replaceChildren(), dispatchEvent(new Event('visibilitychange'))");
});

test('FRONT-02 the app takes the page over without an error, and filters, search and pages then change in place', async ({
  page,
}) => {
  const release = await holdCode(page);
  await page.goto('/catalogue', { waitUntil: 'commit' });
  // The app has not hydrated the page yet.
  await page.getByRole('checkbox', { name: 'Free', exact: true }).check();
  release();
  await expect(page).toHaveURL('/catalogue?accessType=free');
  await expect(page.getByRole('button', { name: 'Remove filter Free' })).toBeVisible();
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL('/catalogue?accessType=free&page=2#list');
  await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('no such words at all');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No resources found')).toBeVisible();
  await page
    .getByRole('link', { name: /Reports$/ })
    .first()
    .click();
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/catalogue\/\d+\/[a-z0-9-]+$/);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Reports');
});

test('FRONT-07 a visitor who registers comes back to the step that the button meant', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const title = newTitle('Sold to a visitor');
  const { id } = await office.addResource({ title, type: 'report', accessType: 'purchase', price: '12' });
  await page.goto(`/catalogue/${id}`);
  await page.getByRole('link', { name: 'PURCHASE NOW' }).click();
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByRole('textbox', { name: 'First Name' }).fill('Vesna');
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Okafor');
  await page.getByRole('textbox', { name: 'Email' }).fill(`vesna-${id}@example.org`);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('portal-demo');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(`/checkout/${id}`);
});

test('FRONT-07 a foreign address is no address to come back to', { tag: '@long' }, async ({ page }) => {
  await page.goto('/auth?next=https://evil.example/');
  await expect(page.getByRole('tab', { name: 'Register' })).toBeVisible();
  await expect(page).not.toHaveURL(/evil/);
});

memberTest(
  'FRONT-07 a member who presses Save sees the resource, and it is saved',
  { tag: '@long' },
  async ({ page, office }) => {
    const { id } = await office.addResource({
      title: newTitle('Saved from outside'),
      type: 'report',
      accessType: 'free',
    });
    await page.goto(`/catalogue/${id}`);
    await page.getByRole('link', { name: 'Save for later' }).click();
    await expect(page).toHaveURL(`/resource/${id}`);
    await expect(page.getByRole('button', { name: 'Save for later' }).first()).toHaveAttribute('aria-pressed', 'true');
  },
);

memberTest('FRONT-06 the header shows a member the way back into the portal', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await page.goto('/catalogue');
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL('/');
});

test('FRONT-03 a resource that is not listed shows the 404 page', { tag: '@long' }, async ({ page, watch }) => {
  watch.expectRefusal('404 GET /catalogue/999999999/any');
  watch.expectRefusal('404 GET /api/public/resources/999999999');
  await page.goto('/catalogue/999999999/any');
  await expect(page.getByText("The page you're looking for doesn't exist.")).toBeVisible();
});

test('the public pages pass the checks of layout, contrast and names', { tag: '@layout' }, async ({ page, check }) => {
  await page.goto('/catalogue');
  await expect(page.getByRole('article')).toHaveCount(12);
  await check('public catalogue');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible();
  await check('public resource');
  await page.goto('/catalogue?type=path');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 3 }).getByRole('link').first()).toBeVisible();
  // The app hydrates the steps that the server rendered, without an error.
  await page.reload();
  await check('public learning path');
});
