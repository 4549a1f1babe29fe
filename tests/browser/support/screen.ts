import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Finds the one toast, wherever the app shows it. Its text is repeated in a hidden live region, which has no button.
 */
export function toastOf(page: Page): Locator {
  const dismiss = page.getByRole('button', { name: 'Dismiss', includeHidden: true });
  const roles = page.getByRole('status', { includeHidden: true }).or(page.getByRole('alert', { includeHidden: true }));
  return roles.filter({ has: dismiss });
}

/** Waits for the toast with this title and, when given, this text below. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = toastOf(page);
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (description !== undefined) await expect(toast.getByText(description, { exact: true })).toBeVisible();
}

export function cardOf(page: Page, title: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/**
 * Finds words of a resource's own page, such as its badge, without the cards of related resources, which have such
 * words, too.
 */
export function ownWords(page: Page, words: string): Locator {
  return page.getByRole('main').getByText(words, { exact: true }).and(page.locator(':not(article *)'));
}

/** Finds a password field by its label, because browsers give it no role. */
export function passwordField(page: Page, label = 'Password'): Locator {
  return page.getByLabel(label, { exact: true });
}

/** Chooses an option in a box that finds options by typing. */
export async function pick(box: Locator, title: string): Promise<void> {
  await box.fill(title);
  await box.page().getByRole('option', { name: title }).first().click();
}

/**
 * Waits until the app has preloaded everything, the toasts last, because it could not load them without a connection.
 */
export async function expectAllLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: /^Notifications/, includeHidden: true })).toBeAttached();
}

/** Asserts that the screen prints as a document with this in it: without header, navigation and buttons (GEN-31). */
export async function expectPrints(page: Page, shown: Locator): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect(shown).toBeVisible();
  for (const role of ['banner', 'navigation', 'button'] as const) await expect(page.getByRole(role)).toHaveCount(0);
  await page.emulateMedia({ media: null });
}
