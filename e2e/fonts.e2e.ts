import { expect } from '@playwright/test';
import { test } from './support/test.ts';

test('who was here before has the portal’s letters while the first data is still awaited', async ({ page, member }) => {
  const greeting = page.getByRole('heading', { level: 1, name: new RegExp(member.firstName) });
  const letters = page.waitForResponse(/instrument-sans-latin-wght-[^/]+\.woff2$/);
  await page.goto('/');
  await letters;
  // Routes of the page itself would switch the browser's cache off.
  const browser = await page.context().newCDPSession(page);
  const awaited = new Promise<{ requestId: string }>((resolve) => browser.once('Fetch.requestPaused', resolve));
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/resources?page=1&pageSize=48' }] });
  await page.goto('/');
  const { requestId } = await awaited;
  await expect(greeting).toBeVisible();
  await expect.poll(() => page.evaluate(lettersHere)).toContain('Instrument Sans Variable');
  await expect(page.getByText('Loading resources')).toBeAttached();
  await browser.send('Fetch.continueRequest', { requestId });
  await expect(page.getByText('Loading resources')).toHaveCount(0);
});

/** The families that the page has loaded. */
const lettersHere =
  "[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('\"', ''))";
