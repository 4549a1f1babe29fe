import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openReplicatedPostgres, type ReplicatedPostgres } from '#quality/faults/rig/replicated-postgres.ts';
import { startTcpProxy, type TcpProxy } from '#quality/faults/rig/tcp-proxy.ts';
import { findings } from '#server/app/checks.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { withReplica } from '#server/platform/database/replica.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const patience = { timeout: 60_000 };
const log = () => {};

let pair: ReplicatedPostgres;
let way: TcpProxy;
/** The standby as its superuser, who can delay it. */
let replay: pg.Client;
let standby: Database;
let database: Database;
let portal: TestPortal;
let member: Client;
let administrator: Client & { userId: number };
beforeAll(async () => {
  pair = await openReplicatedPostgres();
  way = await startTcpProxy(() => Number(new URL(pair.promotedAddresses.service).port));
  replay = new pg.Client({ connectionString: pair.promotedAddresses.owner });
  await replay.connect();
});
afterAll(async () => {
  await replay.end();
  await way.close();
  await pair.close();
});

beforeEach(async () => {
  way.setWeather({ kind: 'fair' });
  await replay.query('select pg_wal_replay_resume()');
  await serve({ lateMs: 60_000 });
});
afterEach(async () => {
  await portal.close();
  await database.close();
});

/** Starts a portal over the primary and its standby, which counts as late after `lateMs`. */
async function serve({ lateMs }: { lateMs: number }): Promise<void> {
  const address = Object.assign(new URL(pair.promotedAddresses.service), { port: String(way.port) }).href;
  standby = openDatabase(address, { log, statementTimeoutMs: 1_000 });
  await open(withReplica(openDatabase(pair.addresses.service, { log }), standby, { log, everyMs: 50, lateMs }));
}

async function open(over: Database): Promise<void> {
  database = over;
  portal = await createTestPortal({}, { database });
  member = await portal.member();
  administrator = await portal.member();
  await database.pool.query(`update users set role = 'administrator' where id = $1`, [administrator.userId]);
}

const until = (state: string) => vi.waitFor(() => expect(database.replica.health()).toMatchObject({ state }), patience);

/** Whether a call asked the replica for more than its position and the catalogue's version. */
async function asksReplica(call: () => Promise<unknown>): Promise<boolean> {
  const asked = vi.spyOn(standby.pool, 'query');
  // Statements of the query builder use a connection that is acquired by a promise.
  const taken = vi.spyOn(standby.pool, 'connect');
  await call();
  const names = asked.mock.calls.map(([config]) => (config as { name?: string }).name);
  const built = taken.mock.calls.filter((given: unknown[]) => given.length === 0);
  asked.mockRestore();
  taken.mockRestore();
  return built.length > 0 || names.some((name) => name !== 'replica.progress' && name !== 'catalogue.get_version');
}

let asked = 0;

/** Reads a list that is not cached yet. */
async function titles(): Promise<string[]> {
  asked += 1;
  const { status, body } = await member.get<{ title: string }[]>(`/api/resources?pageSize=${(asked % 50) + 10}`);
  expect(status).toBe(200);
  return body.map(({ title }) => title);
}

/**
 * Waits until the portal knows that the standby has replayed the catalogue. Until then, lists are read from the
 * primary.
 */
const replayed = () => vi.waitFor(async () => expect(await asksReplica(() => titles())).toBe(true), patience);

const ready = async () => (await portal.visitor().get('/readyz')).body;

it('OPS-14 lists, searches, public pages and analytics are read from the replica, what a member wrote is not', {
  tags: 'long',
}, async () => {
  await until('fresh');
  await replayed();
  for (const path of [
    '/api/resources',
    '/api/resources?search=water',
    '/api/resources/counts',
    '/api/public/resources',
  ])
    expect([path, await asksReplica(() => member.get(path))]).toEqual([path, true]);
  for (const path of ['/api/admin/analytics', '/api/admin/analytics/rows?from=2026-11-01&to=2026-11-20&figure=payment'])
    expect([path, await asksReplica(() => administrator.get(path))]).toEqual([path, true]);
  for (const path of ['/api/user', '/api/admin/resources', '/api/user/purchases'])
    expect([path, await asksReplica(() => administrator.get(path))]).toEqual([path, false]);
  expect(await ready()).toEqual({ status: 'ready' });
});

it('OPS-14 a list is never older than the version that it is kept under: while the replica has not seen it, the primary is read', async () => {
  await until('fresh');
  await replay.query('select pg_wal_replay_pause()');
  const form = {
    title: 'Written now',
    description: 'A report.',
    type: 'report',
    accessType: 'free',
    isPublished: true,
  };
  expect((await administrator.post('/api/admin/resources', form)).status).toBe(201);
  expect(database.replica.health()).toMatchObject({ state: 'fresh' });
  expect(await asksReplica(async () => expect(await titles()).toContain('Written now'))).toBe(false);
  await replay.query('select pg_wal_replay_resume()');
  await replayed();
  expect(await titles()).toContain('Written now');
});

it('OPS-14 OPS-27 a replica that is late, silent or gone is not read, the node says that it is degraded, and it heals by itself', {
  tags: 'long',
}, async () => {
  await portal.close();
  await database.close();
  await serve({ lateMs: 3_000 });
  await until('fresh');
  await insertResource(database, { title: 'Always there' });
  await replay.query('select pg_wal_replay_pause()');
  await insertResource(database);
  await until('late');
  expect(await asksReplica(() => titles())).toBe(false);
  expect(await ready()).toEqual({ status: 'degraded', failing: ['replica'] });
  const { body } = await administrator.get<{ database: object }>('/api/admin/system');
  expect(body.database).toMatchObject({ replica: { state: 'late', lagSeconds: expect.any(Number) } });
  await replay.query('select pg_wal_replay_resume()');
  await vi.waitFor(async () => expect(await ready()).toEqual({ status: 'ready' }), patience);

  for (const kind of ['silent', 'cut'] as const) {
    way.setWeather({ kind });
    expect(await titles()).toContain('Always there');
    await until('away');
    expect(await asksReplica(() => titles())).toBe(false);
    expect(await ready()).toEqual({ status: 'degraded', failing: ['replica'] });
    way.setWeather({ kind: 'fair' });
    await vi.waitFor(async () => expect(await asksReplica(() => titles())).toBe(true), patience);
  }
});

it('OPS-14 a database that is no standby of the primary is not read', { tags: 'long' }, async () => {
  await portal.close();
  await database.close();
  standby = openDatabase(pair.addresses.service, { log });
  await open(withReplica(openDatabase(pair.addresses.service, { log }), standby, { log, everyMs: 50 }));
  await vi.waitFor(() => expect(standby.pool.totalCount).toBe(1), patience);
  expect(await asksReplica(() => titles())).toBe(false);
  expect(database.replica.health()).toEqual({ state: 'away', lagSeconds: null });
});

it('OPS-14 npm run check says whether the replica follows', { tags: 'long' }, async () => {
  const replicaFinding = async (databaseReplicaUrl: string) => {
    const all = findings({ ...portal.env, databaseUrl: pair.addresses.service, databaseReplicaUrl });
    return (await Promise.all(all)).find(({ what }) => what === 'Replica');
  };
  expect(await replicaFinding(pair.promotedAddresses.service)).toMatchObject({ state: 'ok' });
  const itself = Object.assign(new URL(pair.promotedAddresses.service), { pathname: '/postgres' }).href;
  expect(await replicaFinding(itself)).toMatchObject({
    state: 'wrong',
    sentence: expect.stringMatching(
      /^The database of DATABASE_REPLICA_URL does not answer, is too far behind, or is no st/,
    ),
  });
});
