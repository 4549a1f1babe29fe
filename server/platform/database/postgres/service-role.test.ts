import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { query } from '#tests/support/query.ts';
import { startPostgres } from '../postgres.ts';

let room: string;
let dataDir: string;
let logged: string[];
let running: Awaited<ReturnType<typeof startPostgres>>[];

beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), 'postgres-test-'));
  dataDir = join(room, 'data');
  logged = [];
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  await rm(room, { recursive: true });
});

async function start() {
  const server = await startPostgres({ dataDir, log: (message) => void logged.push(message) });
  running.push(server);
  return server;
}

test('V13.2.2 gives a cluster of an earlier version the role that serves, and it alone a lost password', {
  tags: 'long',
}, async () => {
  const first = await start();
  await query(first.owner, 'drop owned by portal_service; drop role portal_service');
  await query(first.owner, 'grant connect, temporary on database portal to public');
  await first.stop();
  await rm(join(dataDir, 'postgres-service.password'));
  const second = await start();
  expect(await query(second.service, 'select current_user as role')).toEqual([{ role: 'portal_service' }]);
  await expect(query(second.service, 'create temp table more (id integer)')).rejects.toThrow(/permission denied/);
  await second.stop();
  await writeFile(join(dataDir, 'postgres-service.password'), 'lost');
  const third = await start();
  expect(third.owner).not.toBe(third.service);
  expect(third.service).not.toBe(second.service);
  expect(await query(third.service, 'select current_user as role')).toEqual([{ role: 'portal_service' }]);
  expect(logged).toEqual([]);
});
