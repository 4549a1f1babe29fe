import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { createApp } from '#server/app/app.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { listen } from '#server/platform/database/listen.ts';
import { Client } from '#tests/support/client.ts';
import { insertResource, updateResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { catalogueChannel } from './store.ts';

let portal: TestPortal;
let member: Client;
let id: number;
beforeAll(async () => {
  portal = await createTestPortal();
  member = await portal.member();
  id = (await insertResource(portal.database, { title: 'First' })).id;
  // The portal caches only once it receives notices of changes.
  const isKept = async () =>
    expect(await statementsOf(() => member.get('/api/resources?page=9&pageSize=12'))).toHaveLength(1);
  await vi.waitFor(isKept, { timeout: 60_000 });
});
afterAll(() => portal.close());

/** Returns the names of the statements that a call executes on all pools. */
async function statementsOf(call: () => Promise<unknown>): Promise<unknown[]> {
  const query = vi.spyOn(pg.Pool.prototype, 'query');
  await call();
  const names = query.mock.calls.map(([config]) => (config as { name?: string }).name);
  query.mockRestore();
  return names;
}

const titles = async (client: Client, query = '') =>
  (await client.get<{ title: string }[]>(`/api/resources${query}`)).body.map(({ title }) => title);

describe('a kept answer', () => {
  it('a list costs the session alone when it is kept, and three statements more the first time', async () => {
    const url = '/api/resources?sort=title&page=1&pageSize=12';
    await updateResource(portal.database, id, { estimated_duration: 20 });
    expect(await statementsOf(() => member.get(url))).toEqual([
      'accounts.list_sign_ins',
      'portal.get_settings',
      'search.list_counts',
      'search.list_page.title.',
    ]);
    expect(await statementsOf(() => member.get(url))).toEqual(['accounts.list_sign_ins']);
    expect(await statementsOf(() => member.get('/api/resources?search=first&page=1&pageSize=12'))).toEqual([
      'accounts.list_sign_ins',
      'search.list_sought_words',
      'search.list_matches.created_at.ranked1.w',
    ]);
  });

  it('a filter by phase and role costs two statements as well', async () => {
    const url =
      '/api/resources?rappImplementationPhase=phase_2_design_plan&roleAffiliations=policy_lead&page=1&pageSize=12';
    expect(await statementsOf(() => member.get(url))).toEqual([
      'accounts.list_sign_ins',
      'search.list_matches.created_at.fr',
    ]);
    expect(await statementsOf(() => member.get(url))).toEqual(['accounts.list_sign_ins']);
  });

  it('the numbers beside the filters cost one statement once the list is known', async () => {
    await updateResource(portal.database, id, { estimated_duration: 25 });
    await member.get('/api/resources');
    const url = '/api/resources/counts?type=book&type=report';
    const audience = 'search.list_audience_counts.ts';
    expect(await statementsOf(() => member.get(url))).toEqual(['accounts.list_sign_ins', audience]);
    expect(await statementsOf(() => member.get(url))).toEqual(['accounts.list_sign_ins']);
    expect(await statementsOf(() => member.get('/api/resources/counts?search=first'))).toEqual([
      'accounts.list_sign_ins',
      'search.list_sought_words',
      'search.count_matches.w',
    ]);
  });

  it('a kept answer of one resource costs no more', async () => {
    expect(await statementsOf(() => member.get(`/api/resources/${id}`))).toHaveLength(2);
    expect(await statementsOf(() => member.get(`/api/resources/${id}`))).toEqual(['accounts.list_sign_ins']);
  });

  it('a kept answer is the same however many resources there are: a page never costs a statement per resource', async () => {
    for (let n = 0; n < 12; n += 1) await insertResource(portal.database, { title: `More ${n}` });
    expect(await statementsOf(() => member.get('/api/resources?page=1&pageSize=12'))).toHaveLength(4);
  });

  it('a list shows the new text of a changed resource and its new place in the order', async () => {
    const url = '/api/resources?page=1&pageSize=12';
    const { body: before } = await member.get<ResourceSummary[]>(url);
    const [first, ...others] = before;
    await updateResource(portal.database, first?.id ?? 0, {
      description: 'Another description',
      estimated_duration: 7,
    });
    const { body: after } = await member.get<ResourceSummary[]>(url);
    expect(after).toEqual([{ ...first, description: 'Another description', estimatedDuration: 7 }, ...others]);
    await updateResource(portal.database, first?.id ?? 0, { created_at: '2001-01-01T00:00:00Z' });
    expect((await member.get<ResourceSummary[]>(url)).body.slice(0, 11)).toEqual(others);
  });

  it('an answer that the browser holds costs no bytes: 304 until the catalogue changes', async () => {
    const first = await member.get('/api/resources');
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const etag = String(first.headers.etag);
    for (const mark of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await member.get('/api/resources', { 'if-none-match': mark });
      expect([again.status, again.raw.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect(again.headers['x-total-count']).toBe(first.headers['x-total-count']);
    }
    await insertResource(portal.database, { title: 'Changed' });
    const changed = await member.get('/api/resources', { 'if-none-match': etag });
    expect([changed.status, changed.headers.etag === etag]).toEqual([200, false]);
  });

  it('an answer is compressed for clients that accept it, and plain for others', async () => {
    const plain = await member.get('/api/resources');
    const packed = await portal.app.inject({
      url: '/api/resources',
      cookies: member.cookies,
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).equals(plain.raw)).toBe(true);
    const rejected = await member.get('/api/resources', { 'accept-encoding': 'gzip;q=0, br' });
    expect([rejected.headers['content-encoding'], plain.headers['content-encoding']]).toEqual([undefined, undefined]);
  });

  it('PERM-01 a kept answer is not for visitors', async () => {
    const answer = await portal.visitor().get('/api/resources', { 'if-none-match': '*' });
    expect([answer.status, answer.headers.etag]).toEqual([401, undefined]);
  });
});

describe('a change of the catalogue', () => {
  it('a change of the catalogue is in the next answer of this node, of every list and of the resource itself', async () => {
    const before = await titles(member, '?search=first');
    await member.get(`/api/resources/${id}`);
    await updateResource(portal.database, id, { title: 'First, renamed' });
    expect([before, await titles(member, '?search=first')]).toEqual([['First'], ['First, renamed']]);
    expect((await member.get(`/api/resources/${id}`)).body.title).toBe('First, renamed');
  });

  it('a change that is taken back changes nothing', async () => {
    const before = await titles(member);
    await expect(
      portal.database.transaction(async ({ kysely, notify }) => {
        await kysely.updateTable('resources').set({ title: 'Never' }).execute();
        await notify(catalogueChannel, '999999');
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(await statementsOf(() => member.get('/api/resources'))).toEqual(['accounts.list_sign_ins']);
    expect(await titles(member)).toEqual(before);
  });

  it('a change of the catalogue is heard by another node over the same database', async () => {
    const other = await secondNode();
    const client = other.clientOf(member);
    expect(await titles(client)).not.toContain('First of all');
    const heard = other.heard();
    await updateResource(portal.database, id, { title: 'First of all', created_at: '2030-01-01' });
    await heard;
    expect((await titles(client))[0]).toBe('First of all');
    await updateResource(other.database, id, { title: 'First from there' });
    expect((await titles(client))[0]).toBe('First from there');
    await other.close();
  });
});

describe('a node that cannot hear', () => {
  it('keeps nothing until it hears again, and then looks what it missed', { tags: 'long' }, async () => {
    const url = '/api/resources?page=1&pageSize=5';
    await member.get(url);
    const lost = Promise.withResolvers<void>();
    const back = Promise.withResolvers<void>();
    let connections = 0;
    // A second listener of the same pool loses its connection together with the app's own.
    const listener = listen(portal.database, {
      channel: catalogueChannel,
      onNotice: () => {},
      onConnected: async () => {
        connections += 1;
        if (connections === 2) back.resolve();
      },
      onLost: () => lost.resolve(),
      log: () => {},
    });
    await listener.ready;
    await endListeners();
    await lost.promise;
    await portal.database.pool.query(`update resources set title = 'Missed' where id = $1`, [id]);
    await portal.database.pool.query('update catalogue_version set version = version + 1');
    await back.promise;
    await listener.stop();
    expect(await titles(member, '?search=missed')).toEqual(['Missed']);
    expect(portal.logged.join()).toContain('catalogue_version is not heard');
  });
});

async function endListeners(): Promise<void> {
  await portal.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where query like 'listen %' and datname = current_database()`,
  );
}

/** Starts another app over the same database, with separate connections; `heard` waits for its next notice. */
async function secondNode() {
  const database = openDatabase(portal.database.addresses.service, { log: () => {}, max: 2 });
  const app = await createApp({ ...portal.dependencies, database });
  await app.ready();
  return {
    database,
    clientOf: ({ cookies }: Client) => Object.assign(new Client(app), { cookies }),
    heard: () => once(database.notices, catalogueChannel),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
