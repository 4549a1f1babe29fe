import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadOpenPage } from '#tests/support/drawn.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let webFolder: string;
let id: number;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), 'portal-card-'));
  await mkdir(path.join(webFolder, 'assets'));
  await writeFile(path.join(webFolder, 'assets/app.css'), 'a{color:red}.dark{--card:#15211e}');
  await writeFile(
    path.join(webFolder, 'index.html'),
    '<html><head><title>Portal</title><script>start()</script><link rel="stylesheet" crossorigin href="/assets/app.css"></head><body><div id="root"></div></body></html>',
  );
  const openPage = await loadOpenPage();
  portal = await createTestPortal({}, { webFolder, openPage });
  const sold = { title: 'Sold "report"', access_type: 'purchase' as const, price_minor: 3200 };
  id = (await insertResource(portal.database, { ...sold, file_title: 'secret-file.pdf' })).id;
});
afterAll(async () => {
  await portal.close();
  await rm(webFolder, { recursive: true, force: true });
});

const oEmbed = (url: string, more = '') => portal.visitor().get(`/oembed?url=${encodeURIComponent(url)}${more}`);

it('FRONT-11 drafts, unknown resources, other sites and other pages have no card and no oEmbed', async () => {
  const draft = (await insertResource(portal.database, { title: 'Draft', is_published: false })).id;
  for (const one of [draft, 999_999, '1x']) {
    expect([one, (await portal.visitor().get(`/catalogue/${one}/card`)).status]).toEqual([one, 404]);
    expect([one, (await oEmbed(`http://portal.test/catalogue/${one}/x`)).status]).toEqual([one, 404]);
  }
  for (const url of [`https://evil.example/catalogue/${id}`, 'http://portal.test/resource/1', 'nothing', '']) {
    expect([url, (await oEmbed(url)).status]).toEqual([url, 404]);
  }
  expect((await oEmbed(`http://portal.test/catalogue/${id}`, '&format=xml')).status).toBe(501);
});

it('FRONT-11 the card may be framed by any site, has no script and sets no cookie', async () => {
  const { status, headers, raw } = await portal.visitor().get(`/catalogue/${id}/card`);
  const html = raw.toString();
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors \*$/);
  expect(headers['x-frame-options']).toBeUndefined();
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['cache-control']).toContain('public');
  expect(html).not.toMatch(/<script|secret/);
  expect(html).toContain('@media(prefers-color-scheme:dark){:root{--card:#15211e}}');
  expect(html).toContain('<link rel="stylesheet" crossorigin href="/assets/app.css">');
  expect(html).toContain('Sold &quot;report&quot;');
  expect(html).toContain(`href="/catalogue/${id}/sold-report" target="_blank"`);
});

it('FRONT-11 oEmbed answers a frame with the card, no wider and no higher than asked, and the page of the resource names it', async () => {
  const { status, body, headers } = await oEmbed(`http://portal.test/catalogue/${id}/sold-report`, '&maxwidth=300');
  expect(status).toBe(200);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(body).toMatchObject({ version: '1.0', type: 'rich', title: 'Sold "report"', width: 300, height: 480 });
  expect(body.html).toContain(`<iframe src="http://portal.test/catalogue/${id}/card" title="Sold &quot;report&quot;"`);
  for (const [asked, width, height] of [
    ['', 640, 280],
    ['&maxheight=200', 640, 200],
    ['&maxwidth=300&maxheight=400', 300, 400],
    ['&maxwidth=200&maxheight=4000', 200, 480],
    ['&maxwidth=0&maxheight=tall', 640, 280],
  ] as const) {
    const { body: fitting } = await oEmbed(`http://portal.test/catalogue/${id}`, asked);
    expect({ asked, ...fitting }).toMatchObject({ asked, width, height });
    expect(fitting.html).toContain(`width="${width}" height="${height}"`);
  }
  const page = (await portal.visitor().get(`/catalogue/${id}/sold-report`, { accept: 'text/html' })).raw.toString();
  const link = `/oembed?${new URLSearchParams({ url: `http://portal.test/catalogue/${id}/sold-report`, format: 'json' })}`;
  expect(page).toContain(
    `type="application/json+oembed" title="Sold &quot;report&quot;" href="${link.replace('&', '&amp;')}"`,
  );
});

it('FRONT-11 OPS-22 the card’s policy allows its style and fonts from the origin of ASSETS_URL', {
  tags: 'long',
}, async () => {
  const openPage = await loadOpenPage();
  const other = await createTestPortal({ ASSETS_URL: 'https://cdn.example.org' }, { webFolder, openPage });
  const resource = await insertResource(other.database, { title: 'Free report' });
  const { headers, raw } = await other.visitor().get(`/catalogue/${resource.id}/card`);
  expect(raw.toString()).toContain('href="https://cdn.example.org/assets/app.css"');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/style-src 'self' https:\/\/cdn\.example\.org 'sha256-/);
  expect(policy).toContain("font-src 'self' https://cdn.example.org;");
  await other.close();
});
