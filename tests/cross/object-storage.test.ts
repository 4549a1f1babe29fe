import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBucketBlobs } from '#server/platform/files/bucket.ts';
import { startTestBucket, type TestBucket } from '#tests/support/bucket.ts';
import type { Client } from '#tests/support/client.ts';
import { insertGrant, insertResource } from '#tests/support/factories.ts';
import { createImportDesk } from '#tests/support/imports.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { multipartForm } from '#tests/support/uploads.ts';

const content = `First line.\n${'More of it. '.repeat(100)}`;

let folder: string;
let bucket: TestBucket;
let portal: TestPortal;
let administrator: Client;
let member: Client & { userId: number };
let documentUrl: string;
let resourceId: number;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-arrivals-'));
  bucket = await startTestBucket();
  const blobs = createBucketBlobs({ ...bucket.settings, folder, log: () => {} });
  portal = await createTestPortal({}, { blobs });
  administrator = await portal.administrator();
  member = await portal.member();
  documentUrl = await uploaded('guide.txt', Buffer.from(content));
  const file_id = path.basename(documentUrl);
  resourceId = (await insertResource(portal.database, { file_id, access_type: 'purchase' })).id;
  await insertGrant(portal.database, { userId: member.userId, resourceId });
});
afterAll(async () => {
  await portal.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  bucket.answerWith(null);
  expect(await readdir(folder)).toEqual([]);
});

const send = (name: string, bytes: Buffer, client = administrator) =>
  client.send<{ fileUrl: string; code: string }>({
    method: 'POST',
    url: '/api/admin/upload',
    ...multipartForm({ name, content: bytes, fields: {} }),
  });
async function uploaded(name: string, bytes: Buffer): Promise<string> {
  const { status, body } = await send(name, bytes);
  expect(status).toBe(200);
  return body.fileUrl;
}
const keyOf = (address: string) => `files/${path.basename(address)}`;
const keys = () => [...bucket.objects.keys()].toSorted();
const downloadUrl = () => `/api/resources/${resourceId}/download`;
const outage = { status: 503, code: 'SlowDown' };
const sorry = { code: 'files.unavailable', message: 'Files cannot be reached at the moment. Please try again later.' };

describe('who is refused', () => {
  it('PERM-01 UPLOAD-01 visitors and members without access are refused before the store is asked', async () => {
    const stranger = await portal.member();
    const before = bucket.calls.length;
    expect((await portal.visitor().get(downloadUrl())).status).toBe(401);
    expect((await stranger.get(downloadUrl())).status).toBe(403);
    expect((await stranger.get(documentUrl)).status).toBe(403);
    expect((await send('a.txt', Buffer.from('x'), stranger)).status).toBe(403);
    expect(bucket.calls.length).toBe(before);
  });

  it('UPLOAD-05 UPLOAD-07 files whose content does not match their name are refused before any of them reaches the bucket', async () => {
    const [before, known] = [bucket.calls.length, keys()];
    expect((await send('page.pdf', Buffer.from('<html>'))).body.code).toBe('files.wrong-content');
    expect((await send('picture.png', Buffer.from('no picture'))).body.code).toBe('files.wrong-content');
    expect((await send('empty.txt', Buffer.alloc(0))).body.code).toBe('files.empty');
    expect((await send('large.png', randomBytes(10 * 1024 * 1024 + 1))).body.code).toBe('files.too-large');
    expect([bucket.calls.length, keys()]).toEqual([before, known]);
  });
});

describe('a document in the bucket', () => {
  it('UPLOAD-09 a document in the bucket is downloaded whole or in parts, and HEAD returns its headers only', async () => {
    expect(bucket.objects.get(keyOf(documentUrl))?.toString()).toBe(content);
    const whole = await member.get(downloadUrl());
    expect([whole.status, whole.raw.toString()]).toEqual([200, content]);
    const part = await member.get(downloadUrl(), { range: 'bytes=6-9' });
    expect([part.status, part.raw.toString()]).toEqual([206, 'line']);
    expect(part.headers['content-range']).toBe(`bytes 6-9/${content.length}`);
    const before = bucket.calls.length;
    const head = await member.send({ method: 'HEAD', url: downloadUrl() });
    expect([head.status, Number(head.headers['content-length']), head.raw.length]).toEqual([200, content.length, 0]);
    expect((await member.get(downloadUrl(), { range: 'bytes=9999-' })).status).toBe(416);
    expect(bucket.calls.length).toBe(before);
  });

  it('the stream from the bucket closes when the browser disconnects', { tags: 'long' }, async () => {
    const file_id = path.basename(await uploaded('big.txt', Buffer.alloc(40_000_000, 'a')));
    const big = await insertResource(portal.database, { file_id, access_type: 'free' });
    await portal.app.listen({ port: 0, host: '127.0.0.1' });
    // Safe because a listening server over TCP always has such an address.
    const { port } = portal.app.server.address() as AddressInfo;
    const cookie = Object.entries(member.cookies).map(([name, value]) => `${name}=${value}`);
    const call = request({ port, path: `/api/resources/${big.id}/download`, headers: { cookie } }).end();
    const [answer] = await once(call, 'response');
    await once(answer, 'data');
    call.destroy();
    await bucket.left;
  });

  it('UPLOAD-03 a picture in the bucket is shown to every caller', async () => {
    const png = await sharp({ create: { width: 4, height: 3, channels: 3, background: '#12828a' } })
      .png()
      .toBuffer();
    const image = await administrator.get(await uploaded('cover.png', png));
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png']);
    expect(await sharp(image.raw).metadata()).toMatchObject({ width: 4, height: 3 });
  });
});

describe('other files in the bucket', () => {
  it("SET-14 members' exports are kept in the bucket until they expire", async () => {
    const before = keys();
    expect((await member.post('/api/user/data-export')).status).toBe(200);
    await portal.runJobs();
    const [, secret] = /settings\?token=([\w-]{43})\s/.exec(portal.sentMails.at(-1)?.text ?? '') ?? [];
    const archive = await member.get(`/api/user/data-export?token=${secret}`);
    expect([archive.status, archive.raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    expect(keys().length).toBe(before.length + 1);
    await portal.database.pool.query(`update data_exports set expires_at = now() - interval '1 second'`);
    await portal.database.pool.query(`select graphile_worker.add_job('remove-data-exports')`);
    await portal.runJobs();
    expect(keys()).toEqual(before);
  });

  it('imported catalogue files are kept in the bucket while the import runs', { tags: 'long' }, async () => {
    const before = keys();
    const desk = createImportDesk(portal, administrator);
    const checked = await desk.check(await desk.export('json'), 'catalogue.json');
    expect(checked.state).toBe('checked');
    expect(keys().length).toBe(before.length + 1);
    expect((await administrator.post(`/api/admin/imports/${checked.id}/cancel`)).status).toBe(200);
    await portal.database.pool.query(`update catalogue_imports set created_at = now() - interval '8 days'`);
    await portal.database.pool.query(`select graphile_worker.add_job('remove-catalogue-imports')`);
    await portal.runJobs();
    expect(keys()).toEqual(before);
  });
});

describe('a store that is out of reach', () => {
  it('refuses calls with one sentence while the store is out of reach, stores nothing, and works again when the store is back', {
    tags: 'long',
  }, async () => {
    const png = await sharp({ create: { width: 4, height: 3, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const imageUrl = await uploaded('later.png', png);
    const count = async () =>
      (await portal.database.pool.query(`select (select count(*) from files) + (select count(*) from audit_log) as n`))
        .rows[0].n;
    const [known, rows] = [keys(), await count()];
    bucket.answerWith(outage);
    const answers = [
      await member.get(downloadUrl()),
      await administrator.get(imageUrl),
      await send('other.txt', Buffer.from('x')),
    ];
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([503, sorry]);
      expect(headers).not.toHaveProperty('content-disposition');
      expect(String(headers['cache-control'])).not.toContain('max-age');
    }
    expect((await member.get('/api/user')).status).toBe(200);
    expect([keys(), await count()]).toEqual([known, rows]);
    bucket.answerWith(null);
    expect((await member.get(downloadUrl())).status).toBe(200);
  });
});
