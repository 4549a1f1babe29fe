import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from '#quality/faults/rig/tcp-proxy.ts';
import { createApp } from '#server/app/app.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let way: TcpProxy;
let database: Database;
let webFolder: string;
let app: Awaited<ReturnType<typeof createApp>>;
beforeAll(async () => {
  portal = await createTestPortal();
  const address = new URL(portal.database.addresses.service);
  const port = Number(address.port);
  way = await startTcpProxy(() => port);
  const byTheWay = Object.assign(new URL(address), { port: String(way.port) }).href;
  database = openDatabase(byTheWay, { log: () => {} });
  webFolder = await mkdtemp(path.join(tmpdir(), 'portal-away-'));
  await writeFile(path.join(webFolder, 'index.html'), '<!doctype html><title>Portal</title>');
  app = await createApp({ ...portal.dependencies, database, webFolder });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.close();
  await way.close();
  await portal.close();
  await rm(webFolder, { recursive: true, force: true });
});

const open = (url: string, accept: string) => app.inject({ url, headers: { accept, cookie: 'session=a-former-one' } });
const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';

it('GEN-03 browsers get a page that tries again while the database is away, and programs get JSON', async () => {
  way.setWeather({ kind: 'cut' });
  for (const url of ['/', '/browse', '/api/resources/1/download', '/verify/1']) {
    const page = await open(url, browser);
    expect([url, page.statusCode, page.headers['content-type']]).toEqual([url, 503, 'text/html; charset=utf-8']);
    expect(page.headers['retry-after']).toBe('5');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.body).toContain('<h1>Back in a moment</h1>');
    expect(page.body).toContain('<meta http-equiv="refresh" content="5">');
  }
  const called = await open('/api/user', 'application/json');
  expect([called.statusCode, called.json().code]).toEqual([503, 'request.busy']);
  way.setWeather({ kind: 'fair' });
  expect((await open('/api/config', browser)).statusCode).toBe(200);
});
