import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '#server/testing/portal.ts';

const script = `export default '${'x'.repeat(2000)}';`;
const forms = { br: brotliCompressSync(script), gzip: gzipSync(script) };

let portal: TestPortal;
let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), 'portal-web-'));
  const assets = path.join(webFolder, 'assets');
  await mkdir(assets);
  await writeFile(path.join(webFolder, 'index.html'), '<!doctype html><title>Portal</title>');
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
