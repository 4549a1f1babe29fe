import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { BlobMissing, type Blobs } from './blobs.ts';
import { createBucketBlobs } from './bucket.ts';

let folder: string;
let server: S3Server;
let blobs: Blobs;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-s3-'));
  server = await startS3Server();
  const { settings } = server;
  blobs = createBucketBlobs({ ...settings, links: { endpoint: settings.endpoint }, folder, log: () => {} });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => void vi.useRealTimers());

const write = (id: string, content: string) =>
  blobs.write(id, Readable.from([Buffer.from(content)]), { maxBytes: 1_000 });
const as = { contentType: 'text/plain; charset=utf-8', disposition: 'attachment; filename="guide.txt"' };

it('OPS-15 a server that was not written here refuses wrong keys, unsigned addresses, changed ones, and those of a minute ago', async () => {
  const id = randomUUID();
  await write(id, 'content');
  const wrong = createBucketBlobs({ ...server.settings, secretAccessKey: 'wrong', folder, log: () => {} });
  await expect(wrong.open(id)).rejects.toMatchObject({ code: 'files.unavailable' });
  const link = new URL((await blobs.link?.(id, as)) ?? '');
  const changed = new URL(link);
  changed.searchParams.set('X-Amz-Expires', '3600');
  expect((await fetch(changed)).status).toBe(403);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 61_000 });
  const old = await blobs.link?.(id, as);
  vi.useRealTimers();
  expect((await fetch(old ?? '')).status).toBe(403);
});

it('OPS-15 a server that was not written here keeps, hands out and removes blobs, and answers a signed address as it asks', async () => {
  const [id, gone] = [randomUUID(), randomUUID()];
  await write(id, 'content of a blob');
  expect(await text(await blobs.open(id))).toBe('content of a blob');
  expect(await text(await blobs.open(id, { start: 8, end: 9 }))).toBe('of');
  const answer = await fetch((await blobs.link?.(id, as)) ?? '');
  expect([answer.status, await answer.text()]).toEqual([200, 'content of a blob']);
  expect(['content-type', 'content-disposition', 'cache-control'].map((name) => answer.headers.get(name))).toEqual([
    as.contentType,
    as.disposition,
    'private, no-store',
  ]);
  await blobs.remove(id);
  await blobs.remove(gone);
  for (const one of [id, gone]) {
    await expect(blobs.open(one)).rejects.toThrow(BlobMissing);
    await expect(blobs.link?.(one, as)).rejects.toThrow(BlobMissing);
  }
});
