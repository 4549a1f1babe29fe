import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { keepAssets } from './kept-assets.ts';

const script = `export default '${'x'.repeat(2000)}';`;
const folders: string[] = [];
let portal: TestPortal;

/** The folder of a build with these files. */
async function build(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-web-'));
  folders.push(folder);
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Portal</title>');
  await mkdir(path.join(folder, 'assets', 'maps'));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, 'assets', name), text);
  return folder;
}

const keep = (folder: string) => keepAssets(portal.database.db, folder);
const get = (name: string) => portal.visitor().send({ method: 'GET', url: `/assets/${name}` });
const pass = (days: number) =>
  portal.database.owner.query('update web_assets set superseded_at = superseded_at - make_interval(days => $1)', [
    days,
  ]);

beforeAll(async () => {
  portal = await createTestPortal({}, { webFolder: await build({ 'own-3c4d.js': 'own' }) });
});
afterAll(async () => {
  await portal.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

it('OPS-11 a file that no build had is not found', async () => {
  await keep(await build({ 'other-9z9z.js': 'other' }));
  for (const name of ['app-1a2b.js', 'maps', 'other-9z9z.js%00', '%2e%2e%2findex.html', 'x'.repeat(300)]) {
    const answer = await get(name);
    expect([name, answer.status]).toEqual([name, 404]);
    expect(answer.headers['cache-control']).not.toContain('immutable');
  }
});

it('OPS-11 a node serves the files of another build, to be kept for ever, and its own as before', async () => {
  await keep(
    await build({
      'app-1a2b.js': script,
      'app-1a2b.js.br': 'compressed',
      'app-1a2b.css': 'a{}',
      'maps/one.html': '<p>',
    }),
  );
  const answer = await get('app-1a2b.js');
  expect(answer.body).toBe(script);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect((await get('app-1a2b.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  expect((await get('maps/one.html')).headers['content-type']).toBe('application/octet-stream');
  expect((await get('own-3c4d.js')).body).toBe('own');
  const { rows } = await portal.database.owner.query(
    `select name from web_assets where name like 'app-1a2b%' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['app-1a2b.css', 'app-1a2b.js']);
});

it('OPS-11 files stay for a week after they were replaced, and for ever while their build is in use', async () => {
  const before = await build({ 'both-5e6f.js': 'both', 'before-5e6f.js': 'before' });
  const next = await build({ 'both-5e6f.js': 'both', 'next-5e6f.js': 'next' });
  await keep(before);
  await keep(next);
  await pass(6);
  await keep(next);
  expect((await get('before-5e6f.js')).body).toBe('before');
  // A node of the build before starts again in the middle of the deploy.
  await keep(before);
  await keep(next);
  await pass(6);
  await keep(next);
  expect((await get('before-5e6f.js')).body).toBe('before');
  await pass(2);
  await keep(next);
  expect((await get('before-5e6f.js')).status).toBe(404);
  expect((await get('both-5e6f.js')).body).toBe('both');
  expect((await get('next-5e6f.js')).body).toBe('next');
});
