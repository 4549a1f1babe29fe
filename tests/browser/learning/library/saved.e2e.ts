import { expect, type Locator, type Page } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { cardOf } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const bookmark = (where: Page | Locator) => where.getByRole('button', { name: 'Save for later' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const changed = (page: Page, method: 'PUT' | 'DELETE') =>
  page.waitForResponse((answer) => /\/saved$/.test(answer.url()) && answer.request().method() === method);

/** Presses a bookmark and waits until the portal has stored its state. */
async function press(page: Page, button: Locator, isPressed: boolean) {
  const answer = changed(page, isPressed ? 'PUT' : 'DELETE');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', String(isPressed));
  expect((await answer).ok()).toBe(true);
}

test('a resource is saved from its card, found among the saved ones, and taken away again', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const title = newTitle('Worth keeping');
  const { id } = await office.addResource({ title });
  await page.goto('/');
  await press(page, bookmark(cardOf(page, title)), true);
  await expect(bookmark(cardOf(page, title))).toHaveAccessibleDescription(title);
  await page.getByRole('link', { name: 'My Resources' }).click();
  await expect(page.getByRole('tab')).toHaveCount(3);
  await page.getByRole('link', { name: 'Saved Resources' }).click();
  await expect(heading(page, 'Saved Resources')).toBeFocused();
  await expect(page.getByRole('link', { name: 'My Resources' }).first()).toHaveAttribute('aria-current', 'page');
  await expect(cardOf(page, title)).toBeVisible();

  await cardOf(page, title)
    .getByRole('link', { name: /^Learn More/ })
    .click();
  const own = bookmark(page.getByRole('main').locator(':not(article *)')).first();
  await expect(own).toHaveAttribute('aria-pressed', 'true');
  await press(page, own, false);
  await page.goto('/my-resources/saved');
  await expect(heading(page, 'Nothing saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Browse Resources' }).click();
  await expect(page).toHaveURL('/browse');
  expect(id).toBeGreaterThan(0);
});

test('keeps a removed card on Saved Resources for Undo, and keeps the last of two quick presses', {
  tag: '@long',
}, async ({ page, office }) => {
  const title = newTitle('Removed by mistake');
  const { id } = await office.addResource({ title });
  await page.request.put(`/api/resources/${id}/saved`, { data: {} });
  await page.goto('/my-resources/saved');
  const card = cardOf(page, title);
  await expect(bookmark(card)).toHaveAttribute('aria-pressed', 'true');
  await press(page, bookmark(card), false);
  await expect(card).toBeVisible();
  const restored = changed(page, 'PUT');
  await page.getByRole('button', { name: 'Undo' }).click();
  await restored;
  await expect(bookmark(card)).toHaveAttribute('aria-pressed', 'true');
  const removed = changed(page, 'DELETE');
  const saved = changed(page, 'PUT');
  await bookmark(card).click();
  await expect(bookmark(card)).toHaveAttribute('aria-pressed', 'false');
  await bookmark(card).click();
  await Promise.all([removed, saved]);
  await expect(bookmark(card)).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(bookmark(card)).toHaveAttribute('aria-pressed', 'true');
});
