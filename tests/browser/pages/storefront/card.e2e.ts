import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Locator } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { test } from '#tests/browser/support/test.ts';

/** Returns the brightness of a text, from 0 (black) to 255 (white). */
async function lightOf(text: Locator): Promise<number> {
  const colour = await text.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).color);
  const [, red, green, blue] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour ?? '') ?? [];
  return (Number(red) + Number(green) + Number(blue)) / 3;
}

test('FRONT-11 a card is light or dark as the page of the other site around it, and opens the resource beside that page', async ({
  page,
  office,
  baseURL,
  watch,
}) => {
  const { id, title } = await office.addResource({ title: newTitle('Framed report') });
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><html style="color-scheme:${request.url?.slice(1)}"><link rel="icon" href="data:,">` +
        `<iframe src="${baseURL}/catalogue/${id}/card" width="640" height="280"></iframe>`,
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  // Safe because a server that listens on a port has an address of this kind.
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  watch.expectForeign(origin);
  const card = page.frameLocator('iframe');
  const heading = card.getByRole('heading', { name: title });
  try {
    // The emulated colour scheme of the test's browser would apply in the frame, too.
    await page.emulateMedia({ colorScheme: null });
    await page.goto(`${origin}/light`);
    await expect(heading).toBeVisible();
    expect(await lightOf(heading)).toBeLessThan(100);
    await page.goto(`${origin}/dark`);
    await expect(heading).toBeVisible();
    expect(await lightOf(heading)).toBeGreaterThan(155);

    const opened = page.waitForEvent('popup');
    await card.getByRole('link').first().click();
    await expect((await opened).getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveURL(`${origin}/dark`);
  } finally {
    site.close();
  }
});
