import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createBucketBlobs } from '#server/platform/files/bucket.ts';
import { startTestBucket, type TestBucket } from '#tests/support/bucket.ts';
import type { Client } from '#tests/support/client.ts';
import { insertGrant, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { multipartForm } from '#tests/support/uploads.ts';

const content = `First line.\n${'More of it. '.repeat(100)}`;

let folder: string;
let store: TestBucket;
let portal: TestPortal;
let administrator: Client;
let member: Client & { userId: number };
let fileUrl: string;
let resourceId: number;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-arrivals-'));
  store = await startTestBucket();
  const { endpoint } = store.settings;
  const blobs = createBucketBlobs({ ...store.settings, links: { endpoint }, folder, log: () => {} });
  portal = await createTestPortal({}, { blobs });
  administrator = await portal.administrator();
  member = await portal.member();
  fileUrl = await uploaded('Übersicht.txt', content);
  const file_id = path.basename(fileUrl);
  resourceId = (await insertResource(portal.database, { file_id, title: 'Übersicht', access_type: 'purchase' })).id;
  await insertGrant(portal.database, { userId: member.userId, resourceId });
});
afterAll(async () => {
  await portal.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  vi.useRealTimers();
  store.answerWith(null);
});

async function uploaded(name: string, text: string): Promise<string> {
  const form = multipartForm({ name, content: Buffer.from(text), fields: {} });
  const { body } = await administrator.send<{ fileUrl: string }>({ method: 'POST', url: '/api/admin/upload', ...form });
  return body.fileUrl;
}
const downloadUrl = () => `/api/resources/${resourceId}/download`;
const linkOf = async (url = downloadUrl(), client: Client = member) =>
  new URL(String((await client.get(url)).headers.location));

it('OPS-15 PERM-01 visitors and members without access get no address of the store', async () => {
  const stranger = await portal.member();
  for (const url of [downloadUrl(), fileUrl]) {
    for (const [client, status] of [
      [portal.visitor(), 401],
      [stranger, 403],
    ] as const) {
      const answer = await client.get(url);
      expect([answer.status, answer.headers.location]).toEqual([status, undefined]);
    }
  }
});

it('OPS-15 the store gives nothing without the signature, with a changed one, and after a minute', async () => {
  const link = await linkOf();
  const bare = new URL(link.pathname, link);
  const changed = new URL(link);
  changed.searchParams.set('response-content-type', 'text/html');
  const longer = new URL(link);
  longer.searchParams.set('X-Amz-Expires', '3600');
  for (const address of [changed, longer]) expect((await fetch(address)).status).toBe(403);
  expect(bare.search).toBe('');
  expect(link.searchParams.get('X-Amz-Expires')).toBe('60');
  expect((await fetch(link)).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect((await fetch(link)).status).toBe(403);
});

it('OPS-15 UPLOAD-09 a download comes from the store, as an attachment with its name and its type, and is kept nowhere', async () => {
  const answer = await member.get(downloadUrl());
  expect([answer.status, answer.raw.length]).toEqual([303, 0]);
  expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
  expect(answer.headers.location).toContain(`${store.settings.endpoint}/portal/files/`);
  const file = await fetch(String(answer.headers.location));
  expect([file.status, await file.text()]).toEqual([200, content]);
  const [plain, head] = [
    await linkOf(fileUrl, administrator),
    await member.send({ method: 'HEAD', url: downloadUrl() }),
  ];
  expect(file.headers.get('content-disposition')).toBe(head.headers['content-disposition']);
  expect(file.headers.get('content-type')).toBe(head.headers['content-type']);
  expect(file.headers.get('cache-control')).toBe('private, no-store');
  expect([head.status, Number(head.headers['content-length']), head.headers.location]).toEqual([
    200,
    content.length,
    undefined,
  ]);
  expect(await (await fetch(plain)).text()).toBe(content);
});

it('OPS-15 SAFE-01 every address counts as a whole download, and parts of a file pass the portal', async () => {
  const buyer = await portal.member();
  await insertGrant(portal.database, { userId: buyer.userId, resourceId });
  const used = async () =>
    (
      await portal.database.pool.query(
        'select coalesce(sum(hits), 0)::integer as n from limit_counters where key like $1',
        [`download-file-day:${buyer.userId}:%`],
      )
    ).rows[0].n;
  const part = await buyer.get(downloadUrl(), { range: 'bytes=6-9' });
  expect([part.status, part.raw.toString(), part.headers.location]).toEqual([206, 'line', undefined]);
  const before = await used();
  expect((await buyer.get(downloadUrl())).status).toBe(303);
  expect((await buyer.get(downloadUrl())).status).toBe(303);
  expect((await used()) - before).toBe(2 * Math.ceil(content.length / 1024));
});

it('OPS-15 the portal refuses in one sentence while the store is out of reach, gives no address, and records nothing', async () => {
  const reader = await portal.member();
  await insertGrant(portal.database, { userId: reader.userId, resourceId });
  const steps = async () =>
    (await portal.database.pool.query('select from progress_sessions where user_id = $1', [reader.userId])).rowCount;
  store.answerWith({ status: 503, code: 'SlowDown' });
  const answer = await reader.get(downloadUrl());
  expect([answer.status, answer.body.code, answer.headers.location]).toEqual([503, 'files.unavailable', undefined]);
  expect(await steps()).toBe(0);
  store.answerWith(null);
  expect((await reader.get(downloadUrl())).status).toBe(303);
  expect(await steps()).toBe(1);
});

it("OPS-15 SET-14 a member's own data comes from the store as well", async () => {
  expect((await member.post('/api/user/data-export')).status).toBe(200);
  await portal.runJobs();
  const [, secret] = /settings\?token=([\w-]{43})\s/.exec(portal.sentMails.at(-1)?.text ?? '') ?? [];
  const file = await fetch(await linkOf(`/api/user/data-export?token=${secret}`));
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});
