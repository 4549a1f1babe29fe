import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { multipartForm } from '#tests/support/uploads.ts';

const script = `export default '${'x'.repeat(2000)}';`;
const ownScript = "document.title = 'dark';";
const page = `<!doctype html><title>Portal</title><script>${ownScript}</script><script type="module" src="/app.js"></script>${'<p>Here</p>'.repeat(200)}`;
const forms = { br: brotliCompressSync(script), gzip: gzipSync(script) };

let portal: TestPortal;
let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), 'portal-web-'));
  const assets = path.join(webFolder, 'assets');
  await mkdir(assets);
  await writeFile(path.join(webFolder, 'index.html'), page);
  await writeFile(path.join(assets, 'app-1a2b.js'), script);
  await writeFile(path.join(assets, 'app-1a2b.js.br'), forms.br);
  await writeFile(path.join(assets, 'app-1a2b.js.gz'), forms.gzip);
  portal = await createTestPortal({}, { webFolder });
});
afterAll(async () => {
  await portal.close();
  await rm(webFolder, { recursive: true, force: true });
});

it.each([
  { accepted: 'gzip, deflate, br, zstd', encoding: 'br' },
  { accepted: 'gzip, deflate', encoding: 'gzip' },
  { accepted: 'identity', encoding: undefined },
] as const)('sends a script as the build left it for who accepts $accepted, to be kept for ever', async (row) => {
  const headers = { 'accept-encoding': row.accepted };
  const answer = await portal.visitor().send({ method: 'GET', url: '/assets/app-1a2b.js', headers });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringMatching(/accept-encoding/i),
  });
  expect(answer.headers['content-encoding']).toBe(row.encoding);
  expect(Number(answer.headers['content-length'])).toBe(row.encoding ? forms[row.encoding].length : script.length);
});

it('allows the page’s own script to the letter and nothing else inline, and no other answer even that', async () => {
  const policyOf = async (url: string) => String((await portal.visitor().get(url)).headers['content-security-policy']);
  const hash = createHash('sha256').update(ownScript).digest('base64');
  for (const url of ['/', '/no-such-page', '/tools/1']) {
    // The other two are the hashes of rendered pages' scripts.
    const [, sources = ''] = /;script-src 'self' ([^;]+);/.exec(await policyOf(url)) ?? [];
    const [first, ...others] = sources.split(' ');
    expect([first, others.length]).toEqual([`'sha256-${hash}'`, 2]);
    for (const source of others) expect(source).toMatch(/^'sha256-[^']+'$/);
  }
  for (const url of ['/api/config', '/api/nothing', '/assets/app-1a2b.js']) {
    expect(await policyOf(url)).toContain(";script-src 'self';");
  }
});

it('DETAIL-12 lets pages play video files of https addresses, and no others', async () => {
  const policy = String((await portal.visitor().get('/')).headers['content-security-policy']);
  expect(/media-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' https:");
});

it('frames the sites of tools on the pages of tools alone', async () => {
  const framesOf = async (url: string) =>
    /frame-src ([^;]*)/.exec(String((await portal.visitor().get(url)).headers['content-security-policy']))?.[1];
  expect(await framesOf('/tools/1')).toContain(' https: ');
  for (const url of ['/', '/tools', '/api/config']) expect(await framesOf(url)).not.toMatch(/ https:( |$)/);
});

it('compresses the page for who accepts that', async () => {
  const long = await portal.visitor().send({ method: 'GET', url: '/', headers: { 'accept-encoding': 'gzip' } });
  expect(long.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'text/html; charset=utf-8' });
  expect(gunzipSync(long.raw).toString()).toContain(ownScript);
});

it('OUT-05 MCP-02 answers unknown files with 404: with the app’s page to browsers, with JSON to programs', async () => {
  const unknown = ['/backup.zip', '/.env', '/.git/config', '/a/b.php?x=1', '/%2eenv'];
  for (const url of unknown) {
    const opened = await portal.visitor().get(url, { accept: 'text/html' });
    expect([url, opened.status, opened.headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8']);
    const { status, headers, body } = await portal.visitor().get(url, { accept: '*/*' });
    expect([url, status, headers['content-type'], body.code]).toEqual([
      url,
      404,
      'application/json; charset=utf-8',
      'request.not-found',
    ]);
  }
  for (const url of ['/.well-known/nothing', '/.well-known/openid-configuration', '/.well-known', '/%2ewell-known/a']) {
    const { status, headers } = await portal.visitor().get(url, { accept: 'text/html' });
    expect([url, status, headers['content-type']]).toEqual([url, 404, 'application/json; charset=utf-8']);
  }
  // The web app of this test does not know its paths, so each of them gets the page.
  for (const url of ['/', '/browse?q=a.b', '/no-such-page', '/index.html'])
    expect((await portal.visitor().get(url)).status).toBe(200);
});

it('OUT-05 says where faults are reported, and leads password managers to the settings', async () => {
  const { status, headers, raw } = await portal.visitor().get('/.well-known/security.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = Object.fromEntries(
    raw
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  );
  expect(lines.Contact).toMatch(/^(mailto:|https?:\/\/)/);
  const daysLeft = (Date.parse(lines.Expires ?? '') - Date.now()) / 86_400_000;
  expect(daysLeft > 30 && daysLeft < 366).toBe(true);
  const change = await portal.visitor().get('/.well-known/change-password');
  expect([change.status, change.headers.location]).toEqual([302, '/settings']);
});

it('SAFE-02 caches no answer of the API, however its address is written, and no page', async () => {
  const member = await portal.member();
  for (const url of [
    '/api/user',
    '/%61pi/user',
    '/a%70i/user',
    '/%61pi/config',
    '/%61pi/nothing',
    '/',
    '/no-such-page',
  ]) {
    const { headers } = await member.get(url);
    expect([url, headers['cache-control']]).toEqual([url, 'no-store']);
  }
  expect((await member.get('/%61pi/nothing')).body.code).toBe('request.not-found');
});

it('SAFE-02 TOOL-17 sends no referrer from a page with a secret, however its address is written', async () => {
  const { headers } = await portal.visitor().get('/%74ools/access?token=x');
  expect(headers['referrer-policy']).toBe('no-referrer');
});

it('OPS-22 pages load the web app from the origin of ASSETS_URL alone, and its files and uploaded pictures let other origins load them', {
  tags: 'long',
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-web-'));
  await mkdir(path.join(folder, 'assets'));
  // The build names the files relative to the page.
  const built =
    '<!doctype html><html><head><title>Portal</title><link rel="icon" href="./favicon.svg">' +
    '<script type="module" crossorigin src="./assets/app-1a2b.js"></script>' +
    '<link rel="stylesheet" crossorigin href="./assets/app-3c4d.css"></head><body></body></html>';
  await writeFile(path.join(folder, 'index.html'), built);
  await writeFile(path.join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(path.join(folder, 'assets', 'app-1a2b.js'), script);
  await writeFile(path.join(folder, 'assets', 'app-3c4d.css'), 'p{}');
  const shared = ['access-control-allow-origin', 'cross-origin-resource-policy', 'timing-allow-origin'];
  for (const origin of ['', 'https://cdn.example.org']) {
    const other = await createTestPortal(
      { CATALOGUE_PUBLIC: '1', ...(origin !== '' && { ASSETS_URL: origin }) },
      { webFolder: folder },
    );
    const kept = `insert into web_assets (name, bytes) values ('old-5e6f.js', 'old')`;
    await other.database.owner.query(kept);
    const deep = await other.visitor().get('/browse/all?page=2');
    const html = deep.raw.toString();
    expect(html).toContain(`<script type="module" crossorigin src="${origin}/assets/app-1a2b.js"></script>`);
    expect(html).toContain(`<link rel="stylesheet" crossorigin href="${origin}/assets/app-3c4d.css">`);
    expect(html).toContain('<link rel="icon" href="/favicon.svg">');
    const policy = String(deep.headers['content-security-policy']);
    const named = policy.split(';').filter((directive) => directive.includes('cdn.example.org'));
    expect(named.map((directive) => directive.split(' ')[0]).toSorted()).toEqual(
      origin === '' ? [] : ['font-src', 'img-src', 'script-src', 'style-src'],
    );
    for (const name of ['app-1a2b.js', 'app-3c4d.css', 'old-5e6f.js']) {
      const { status, headers } = await other.visitor().get(`/assets/${name}`);
      const said = shared.map((header) => headers[header]);
      expect([status, headers['cache-control'], ...said]).toEqual([
        200,
        'public, max-age=31536000, immutable',
        ...(origin === '' ? [undefined, 'same-origin', undefined] : ['*', 'cross-origin', '*']),
      ]);
    }
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#204060' } })
      .png()
      .toBuffer();
    const form = multipartForm({ name: 'cover.png', content: picture, fields: {} });
    const office = await other.administrator();
    const { body } = await office.send<{ fileUrl: string }>({ method: 'POST', url: '/api/admin/upload', ...form });
    await insertResource(other.database, { featured_image_url: body.fileUrl });
    const uploaded = await other.visitor().get(body.fileUrl);
    expect([uploaded.status, uploaded.headers['cache-control'], ...shared.map((one) => uploaded.headers[one])]).toEqual(
      [
        200,
        'public, max-age=300',
        ...(origin === '' ? [undefined, 'same-origin', undefined] : ['*', 'cross-origin', '*']),
      ],
    );
    for (const url of ['/api/config', '/favicon.svg', '/browse/all']) {
      const { headers } = await other.visitor().get(url);
      expect([headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]).toEqual([
        undefined,
        'same-origin',
      ]);
    }
    await other.close();
  }
  await rm(folder, { recursive: true, force: true });
});
