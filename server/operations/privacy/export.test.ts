import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import type { Client } from '#tests/support/client.ts';
import { insertArticle, insertGrant, insertPurchase, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';
import { leftOut, ownParts } from './own-data-store.ts';

type Person = Client & { userId: number };

let portal: TestPortal;
let one: Person;
let other: Person;
let resourceId: number;
beforeAll(async () => {
  portal = await createTestPortal();
  one = await portal.member({ firstName: 'Ottoline', lastName: 'Fairwether', organization: '=Quarry' });
  other = await portal.member({ firstName: 'Bertrand', lastName: 'Ashgrove', organization: 'Northmoor' });
  resourceId = (await insertResource(portal.database, { title: 'Report, "first"', access_type: 'purchase' })).id;
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const request = (client: Client) => client.post('/api/user/data-export');
const fetchBy = (client: Client, secret: string) => client.get(`/api/user/data-export?token=${secret}`);
const emailOf = async (id: number) => (await rows('select email from users where id = $1', [id]))[0].email as string;

/** Requests an export and runs its job. @returns the secret of the mailed link */
async function exportOf(person: Person): Promise<string> {
  expect((await request(person)).status).toBe(200);
  await portal.runJobs();
  const email = await emailOf(person.userId);
  const mail = portal.sentMails.findLast(({ to, subject }) => to === email && subject.startsWith('Your data export'));
  const [, secret = ''] = /http:\/\/portal\.test\/settings\?token=([\w-]{43})\s/.exec(mail?.text ?? '') ?? [];
  expect(secret).not.toBe('');
  return secret;
}

function unzip(archive: Buffer): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const files = new Map<string, string>();
      zip.on('error', reject);
      zip.on('end', () => resolve(files));
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          const parts: Buffer[] = [];
          for await (const part of stream) parts.push(part as Buffer);
          files.set(entry.fileName, Buffer.concat(parts).toString());
          zip.readEntry();
        }),
      );
      zip.readEntry();
    });
  });
}

const filesOf = async (client: Client, secret: string) => unzip((await fetchBy(client, secret)).raw);

describe('who is refused', () => {
  it('PERM-01 refuses an export to visitors, whether they have a link or not', async () => {
    const secret = await exportOf(one);
    expect((await request(portal.visitor())).status).toBe(401);
    expect((await fetchBy(portal.visitor(), secret)).status).toBe(401);
  });

  it('SET-14 refuses the link of another member, also to an administrator', async () => {
    const secret = await exportOf(one);
    for (const client of [other, await portal.administrator()]) {
      expect(await fetchBy(client, secret)).toMatchObject({ status: 404, body: { code: 'privacy.export-expired' } });
    }
    expect((await fetchBy(one, secret)).status).toBe(200);
  });

  it('refuses a link to an export that is unknown, changed, too old, or older than the newest one', async () => {
    const first = await exportOf(one);
    const second = await exportOf(one);
    const changed = `${second.startsWith('A') ? 'B' : 'A'}${second.slice(1)}`;
    for (const secret of ['', 'x', changed, first]) expect((await fetchBy(one, secret)).status).toBe(404);
    expect((await one.get('/api/user/data-export')).status).toBe(400);
    expect((await fetchBy(one, second)).status).toBe(200);
    expect((await fetchBy(one, second)).status).toBe(200);
    await rows('update data_exports set expires_at = now() where user_id = $1', [one.userId]);
    expect((await fetchBy(one, second)).status).toBe(404);
  });

  it('refuses more than five requests a day', async () => {
    const strict = await createTestPortal(production);
    try {
      const member = await strict.member();
      for (let times = 0; times < 5; times += 1) expect((await request(member)).status).toBe(200);
      expect((await request(member)).status).toBe(429);
    } finally {
      await strict.close();
    }
  });
});

describe('an export', () => {
  it('SET-13 an export is confirmed at once and mailed to the own address only', async () => {
    const member = await portal.member();
    portal.sentMails.length = 0;
    expect((await request(member)).body).toEqual({
      message: 'A copy of your data will be emailed to you within 24 hours.',
    });
    await portal.runJobs();
    const mails = portal.sentMails.filter(({ subject }) => subject.startsWith('Your data export'));
    expect(mails.map(({ to }) => to)).toEqual([await emailOf(member.userId)]);
    expect(mails[0]?.html).toContain('Download your data');
  });

  it('an export is one at a time: asking again while it is made makes no second', async () => {
    const member = await portal.member();
    const answers = await Promise.all(Array.from({ length: 6 }, () => request(member)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await rows('select count(*)::int as n from data_exports where user_id = $1', [member.userId])).toEqual([
      { n: 1 },
    ]);
  });

  it('PASS-01 SET-14 an export names passkeys without their keys', async () => {
    const member = await portal.member();
    await rows(
      `insert into passkeys (user_id, credential_id, public_key, user_handle, host, name, counter, transports, is_syncable, is_synced)
       values ($1, decode('c0ffee01', 'hex'), decode('c0ffee02', 'hex'), decode('c0ffee03', 'hex'), 'localhost', 'Phone', 0, '{}', true, true)`,
      [member.userId],
    );
    const files = await filesOf(member, await exportOf(member));
    expect(JSON.parse(files.get('passkeys.json') ?? '')).toEqual([
      { name: 'Phone', host: 'localhost', isSynced: true, createdAt: expect.any(String), lastUsedAt: null },
    ]);
    expect([...files.values()].join()).not.toMatch(/c0ffee0/i);
  });

  it('SET-14 an export holds profile, purchases, sessions and subscriptions in JSON and CSV', async () => {
    await insertPurchase(portal.database, { userId: one.userId, resourceId });
    await insertGrant(portal.database, { userId: one.userId, resourceId });
    await one.post('/api/user/sessions', { resourceId, sessionData: { startTime: '2026-01-01T00:00:00.000Z' } });
    await insertArticle(portal.database, resourceId, 'Words to read.');
    await one.put(`/api/resources/${resourceId}/reading-position`, { unit: 'block', position: 3, length: 12 });
    const answer = await fetchBy(one, await exportOf(one));
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="data-export-\d{4}-\d\d-\d\d\.zip"/),
    });
    const files = await unzip(answer.raw);
    for (const { name } of ownParts)
      expect([files.has(`${name}.json`), files.has(`${name}.csv`)]).toEqual([true, true]);
    const json = (name: string) => JSON.parse(files.get(`${name}.json`) ?? '');
    expect(json('profile')).toEqual([
      expect.objectContaining({ firstName: 'Ottoline', organization: '=Quarry', email: await emailOf(one.userId) }),
    ]);
    expect(json('purchases')).toEqual([
      expect.objectContaining({ resource: 'Report, "first"', amount: 19.99, currency: 'GBP', status: 'paid' }),
    ]);
    expect(json('sessions')).toEqual([
      expect.objectContaining({
        resource: 'Report, "first"',
        startedAt: '2026-01-01T00:00:00.000Z',
        completionPercentage: 25,
        readingPositions: [expect.objectContaining({ unit: 'block', position: 3, length: 12 })],
      }),
    ]);
    expect(json('subscriptions')).toEqual([]);
    expect(files.get('profile.csv')).toContain(",'=Quarry,");
    expect(files.get('purchases.csv')).toContain('"Report, ""first""",,19.99,GBP,paid');
    expect(files.get('README.txt')).toContain('purchases (1 entry)');
  });

  it('SET-21 an export holds the time zone of its member alone', async () => {
    const [traveller, unsettled] = [await portal.member(), await portal.member()];
    await traveller.patch('/api/user/profile', { timeZone: 'Pacific/Auckland' });
    const zoneOf = async (person: Person) => {
      const files = await filesOf(person, await exportOf(person));
      return JSON.parse(files.get('profile.json') ?? '[]')[0]?.timeZone;
    };
    expect([await zoneOf(traveller), await zoneOf(unsettled)]).toEqual(['Pacific/Auckland', null]);
  });

  it('SET-14 holds nothing of another member, no hash and no secret', async () => {
    await insertPurchase(portal.database, { userId: other.userId, resourceId });
    await insertGrant(portal.database, { userId: other.userId, resourceId });
    const secret = await exportOf(one);
    const mine = [...(await filesOf(one, secret)).values()].join('\n');
    const theirs = [...(await filesOf(other, await exportOf(other))).values()].join('\n');
    expect(mine).toContain('Ottoline');
    expect(theirs).toContain('Bertrand');
    for (const value of ['Bertrand', 'Ashgrove', 'Northmoor', await emailOf(other.userId)]) {
      expect(mine).not.toContain(value);
    }
    for (const value of ['Ottoline', 'Fairwether', 'Quarry', await emailOf(one.userId)]) {
      expect(theirs).not.toContain(value);
    }
    expect(mine).not.toMatch(/argon2|password_?hash|token_?hash|device_?hash/i);
    for (const value of [secret, one.cookies.session ?? 'none', one.cookies.device ?? 'none']) {
      expect(mine).not.toContain(value);
    }
  });

  it('SET-14 each table that refers to members is in it, or left out for a reason', async () => {
    const referring = await rows(
      `select distinct conrelid::regclass::text as name from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
       where contype = 'f' and confrelid = 'users'::regclass and attname = 'user_id'`,
    );
    const named = [...ownParts.flatMap(({ tables }) => tables), ...leftOut];
    expect(referring.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
  });
});

describe('what is left of exports', () => {
  const blobs = () => readdir(portal.blobFolder);
  const clear = async () => {
    await rows(`select graphile_worker.add_job('remove-data-exports')`);
    await portal.runJobs();
  };

  it('an export is removed when it has expired, and when its member is gone', async () => {
    const [leaver, keeper] = [await portal.member(), await portal.member()];
    await exportOf(leaver);
    const secret = await exportOf(keeper);
    await rows(
      `update data_exports set expires_at = now() - interval '1 second' where user_id <> $1 and user_id <> $2`,
      [leaver.userId, keeper.userId],
    );
    await rows('update users set deleted_at = now() where id = $1', [leaver.userId]);
    await clear();
    const left = await rows('select user_id, blob_id from data_exports where ready_at is not null');
    expect(left.map(({ user_id }) => user_id)).toEqual([keeper.userId]);
    expect(await blobs()).toEqual([left[0].blob_id]);
    expect((await fetchBy(keeper, secret)).status).toBe(200);
  });

  it('SET-15 an export is removed with its account, the archive too', async () => {
    const leaver = await portal.member();
    await exportOf(leaver);
    const [{ blob_id }] = await rows('select blob_id from data_exports where user_id = $1', [leaver.userId]);
    expect(await blobs()).toContain(blob_id);
    const gone = await leaver.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } });
    expect(gone.status).toBe(200);
    await portal.runJobs();
    expect(await rows('select from data_exports where user_id = $1', [leaver.userId])).toEqual([]);
    expect(await blobs()).not.toContain(blob_id);
  });

  it('the archive of an interrupted try is removed by the next one', async () => {
    const member = await portal.member();
    await request(member);
    const before = '00000000-0000-4000-8000-000000000001';
    await portal.dependencies.blobs.write(before, Readable.from([Buffer.from('half')]), { maxBytes: 10 });
    await rows('update data_exports set blob_id = $1 where user_id = $2', [before, member.userId]);
    await portal.runJobs();
    expect(await blobs()).not.toContain(before);
    expect((await rows('select bytes from data_exports where user_id = $1', [member.userId]))[0].bytes).toBeGreaterThan(
      100,
    );
  });

  it('makes nothing for a member who is gone before the job', async () => {
    const member = await portal.member();
    await request(member);
    await rows('update users set deleted_at = now() where id = $1', [member.userId]);
    await portal.runJobs();
    const email = await emailOf(member.userId);
    expect(portal.sentMails.filter(({ to, subject }) => to === email && !subject.startsWith('Verify'))).toEqual([]);
  });
});
