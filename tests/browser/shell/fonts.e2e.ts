import { expect } from '@playwright/test';
import { administratorTest as test } from '../support/test.ts';

test('a returning visitor sees the portal’s fonts while the first data is loading', { tag: '@long' }, async ({
  page,
}) => {
  const letters = page.waitForResponse(/instrument-sans-latin-wght-[^/]+\.woff2$/);
  await page.goto('/');
  await letters;
  // Routes of the page itself would switch off the browser's cache.
  const browser = await page.context().newCDPSession(page);
  const awaited = new Promise<{ requestId: string }>((resolve) => browser.once('Fetch.requestPaused', resolve));
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/admin/resources\\?*' }] });
  // The administrators' list does not come with the page.
  await page.goto('/admin-dashboard');
  const { requestId } = await awaited;
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect.poll(() => page.evaluate(lettersHere)).toContain('Instrument Sans Variable');
  await expect(page.getByText('Loading resources')).toBeAttached();
  await browser.send('Fetch.continueRequest', { requestId });
  await expect(page.getByText('Loading resources')).toHaveCount(0);
});

/** Returns the font families that the page has loaded. */
const lettersHere =
  "[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('\"', ''))";
