import { expect, type Page } from '@playwright/test';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { openBarePages } from '#tests/browser/support/routes.ts';
import { welcomeOf } from '#tests/browser/support/sign-in.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const list = /\/api\/resources\?/;
const purchaseButton = (page: Page, title: string) => page.getByRole('button', { name: `Purchase ${title}` });

test('DASH-01 DASH-02 the dashboard greets and shows the 12 newest, each with its link, then the way to Browse', async ({
  page,
  member,
}) => {
  await openBarePages(page);
  const answer = page.waitForResponse(list);
  await page.goto('/');
  await expect(welcomeOf(page)).toHaveText(`Welcome, ${member.firstName}`);

  const shown: ResourceSummary[] = await (await answer).json();
  expect(shown).toHaveLength(12);
  expect(shown.map(({ createdAt }) => createdAt)).toEqual(
    shown
      .map(({ createdAt }) => createdAt)
      .sort()
      .toReversed(),
  );
  const cards = page.getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText(shown.map(({ title }) => title));
  for (const [index, { id }] of shown.entries()) {
    await expect(cards.nth(index).getByRole('link', { name: /^Learn More/ })).toHaveAttribute(
      'href',
      `/resource/${id}`,
    );
  }
  await page.getByRole('link', { name: /^Browse all \d+ resources$/ }).click();
  await expect(page).toHaveURL('/browse');
});

test('DASH-06 a purchase is offered in a dialog with price and promise, and leads to the checkout', {
  tag: '@long',
}, async ({ page, office }) => {
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '24.5' });
  await page.goto('/');
  await purchaseButton(page, title).click();
  const dialog = page.getByRole('dialog', { name: `Purchase “${title}”` });
  await expect(dialog).toContainText('£24.50');
  await expect(dialog).toContainText('permanent access');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(purchaseButton(page, title)).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page).toHaveURL(`/checkout/${id}`);
});
