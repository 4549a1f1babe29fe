import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as ask, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { freePort } from '#tests/support/process.ts';
import { registerMember } from '../support/people.ts';
import { startPortalProcess } from '../support/portal-process.ts';
import { test as base } from '../support/test.ts';

type Cdn = { origin: string; asked: string[] };

/** Test with a portal whose files come from another origin, which fetches them from the portal like a CDN. */
const test = base.extend<object, { cdn: Cdn & { portalUrl: string } }>({
  cdn: [
    async ({ browserName: _ }, use) => {
      const [dataDir, port] = [await mkdtemp(path.join(tmpdir(), 'portal-cdn-')), await freePort()];
      const cdn = await startCdn(port);
      const variables = { DEMO: '1', PUBLIC_URL: `http://localhost:${port}`, ASSETS_URL: cdn.origin };
      const portal = await startPortalProcess({ dataDir, port, logName: 'cdn.log', variables });
      await use({ ...cdn, portalUrl: portal.url });
      await portal.stop();
      cdn.close();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ cdn }, use) => use(cdn.portalUrl),
});

async function startCdn(portalPort: number): Promise<Cdn & { close(): void }> {
  const asked: string[] = [];
  const server = createServer((call, answer) => {
    asked.push(call.url ?? '');
    const headers = { 'accept-encoding': call.headers['accept-encoding'] ?? 'identity' };
    ask({ port: portalPort, path: call.url, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no free port.');
  return { origin: `http://127.0.0.1:${address.port}`, asked, close: () => void server.close() };
}

/** Returns the URLs of the uploaded pictures of the page, after all of them have loaded. */
async function picturesOf(page: Page): Promise<string[]> {
  const pictures = '[...document.querySelectorAll(\'main img[src*="/media/"]\')]';
  await expect(page.locator('main img[src*="/media/"]').first()).toBeVisible();
  await expect.poll(() => page.evaluate<boolean>(`${pictures}.every((one) => one.naturalWidth > 0)`)).toBe(true);
  return page.evaluate<string[]>(`${pictures}.map((one) => one.src)`);
}

test('OPS-22 pages load code, styles and uploaded pictures from ASSETS_URL, drawn by the server and by the browser', {
  tag: '@long',
}, async ({ page, cdn, watch }) => {
  watch.expectForeign(cdn.origin);
  await registerMember(page.context().request);
  // The first resource of the demo that has several slides.
  const answer = await page.context().request.get('/api/resources?pageSize=60');
  const listed: { id: number }[] = await answer.json();
  let shown: { id: number; metadata: { slideshowImages: string[] } } | null = null;
  for (const { id } of listed) {
    shown = await (await page.context().request.get(`/api/resources/${id}`)).json();
    if ((shown?.metadata.slideshowImages.length ?? 0) > 1) break;
  }
  const expected = new RegExp(`^${cdn.origin}/media/`);

  await page.goto(`/resource/${shown?.id}`);
  const drawn = await picturesOf(page);
  expect(drawn.filter((address) => !expected.test(address))).toEqual([]);
  // The request returns the page as the server renders it, without hydration.
  const html = await (await page.context().request.get(`/resource/${shown?.id}`)).text();
  expect(html).toContain(`src="${cdn.origin}/media/`);
  expect(html).not.toContain('src="/media/');

  // Now the browser renders it.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
  await expect(page).toHaveURL(/\/browse/);
  await page.goBack();
  const browsed = await picturesOf(page);
  expect(browsed.filter((address) => !expected.test(address))).toEqual([]);

  const kinds = new Set(cdn.asked.map((address) => address.replace(/^\/(\w+)\/.*?(\.\w+)?$/, '$1$2')));
  expect([...kinds]).toEqual(expect.arrayContaining(['assets.js', 'assets.css', 'assets.woff2', 'media']));
});
