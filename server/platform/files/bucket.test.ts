import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listIds, startTestBucket, type TestBucket } from '#tests/support/bucket.ts';
import { freePort } from '#tests/support/process.ts';
import { BlobNoRoom, type Blobs } from './blobs.ts';
import { createBucketBlobs } from './bucket.ts';
import { checkBucket } from './bucket-check.ts';

let folder: string;
let bucket: TestBucket;
let blobs: Blobs;
const logged: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-arrivals-'));
  bucket = await startTestBucket();
  blobs = createBucketBlobs({ ...bucket.settings, folder, log: (line) => void logged.push(line) });
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  bucket.answerWith(null);
  logged.length = 0;
});

const write = (id: string, content = 'content') =>
  blobs.write(id, Readable.from([Buffer.from(content)]), { maxBytes: 1_000 });

describe('a bucket that fails', () => {
  it('a bucket that fails is distinguished from a missing blob, and leaves no file behind', async () => {
    const id = randomUUID();
    bucket.answerWith({ status: 403, code: 'AccessDenied' });
    const rejected = expect.objectContaining({ code: 'files.unavailable', status: 503 });
    await expect(write(id)).rejects.toEqual(rejected);
    await expect(blobs.open(id)).rejects.toEqual(rejected);
    await expect(blobs.remove(id)).rejects.toEqual(rejected);
    await expect(listIds(blobs)).rejects.toEqual(rejected);
    expect(logged[0]).toBe('The object storage failed: AccessDenied Not now');
    expect(await readdir(folder)).toEqual([]);
    bucket.answerWith(null);
    await write(id);
    expect(await text(await blobs.open(id))).toBe('content');
  });

  it('says so when there is no room', async () => {
    bucket.answerWith({ status: 507, code: 'XMinioStorageFull' });
    await expect(write(randomUUID())).rejects.toThrow(BlobNoRoom);
    bucket.answerWith({ status: 403, code: 'QuotaExceeded' });
    await expect(write(randomUUID())).rejects.toThrow(BlobNoRoom);
    expect(await readdir(folder)).toEqual([]);
  });

  it('a bucket that fails is written to once more when the connection breaks before it answers', async () => {
    const id = randomUUID();
    bucket.breakNext();
    const before = bucket.calls.length;
    await write(id, 'tried twice');
    expect(bucket.calls.slice(before).map(({ method }) => method)).toEqual(['PUT', 'PUT']);
    expect(await text(await blobs.open(id))).toBe('tried twice');
  });
});

describe('what is sent', () => {
  it('a blob is sent to the bucket in one request of a known length, proven by its SHA-256', async () => {
    const id = randomUUID();
    const before = bucket.calls.length;
    await write(id, 'proven');
    const [call, ...others] = bucket.calls.slice(before);
    expect([call?.method, call?.url.split('?')[0], others.length]).toEqual(['PUT', `/portal/files/${id}`, 0]);
    expect(call?.headers).toMatchObject({
      'content-length': '6',
      'x-amz-content-sha256': createHash('sha256').update('proven').digest('hex'),
    });
    expect(call?.headers.authorization).toContain('x-amz-content-sha256');
  });
});

describe('the check at the start', () => {
  it('leaves nothing in a bucket that is right', async () => {
    const before = await listIds(blobs);
    await checkBucket(bucket.settings);
    expect(await listIds(blobs)).toEqual(before);
  });

  it('BOOT-06 names in one sentence what is wrong', async () => {
    const sentence = (changed: object) =>
      checkBucket({ ...bucket.settings, ...changed }).catch(({ name, message }: Error) => [name, message]);
    expect(await sentence({ bucket: 'another' })).toEqual([
      'StartError',
      'There is no bucket "another": make it, or set S3_BUCKET to one that is there.',
    ]);
    expect(await sentence({ accessKeyId: 'another' })).toEqual([
      'StartError',
      'S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is not accepted (InvalidAccessKeyId).',
    ]);
    expect(await sentence({ secretAccessKey: 'wrong' })).toEqual([
      'StartError',
      'S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is not accepted (SignatureDoesNotMatch).',
    ]);
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    expect(await sentence({ endpoint })).toEqual([
      'StartError',
      `The object storage at S3_ENDPOINT ${endpoint} does not answer as it should (ECONNREFUSED).`,
    ]);
    bucket.answerWith({ status: 403, code: 'AccessDenied' });
    expect(await sentence({})).toEqual([
      'StartError',
      'The key of S3_ACCESS_KEY_ID may not list, write and delete in the bucket "portal" (AccessDenied).',
    ]);
    bucket.answerWith({ status: 400, code: 'AuthorizationHeaderMalformed' });
    expect(await sentence({})).toEqual([
      'StartError',
      'S3_REGION is "us-east-1", but the bucket "portal" is in another region (AuthorizationHeaderMalformed).',
    ]);
  });
});
