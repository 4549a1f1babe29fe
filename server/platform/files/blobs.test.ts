import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listIds, startTestBucket, type TestBucket } from '#tests/support/bucket.ts';
import { BlobMissing, type Blobs, BlobTooLarge } from './blobs.ts';
import { createBucketBlobs } from './bucket.ts';
import { copyBlobs } from './copy-blobs.ts';
import { createDiskBlobs } from './disk.ts';

let folder: string;
let bucket: TestBucket;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-blobs-'));
  bucket = await startTestBucket();
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const arrivals = () => path.join(folder, 'arrivals');
const makers: [string, () => Blobs][] = [
  ['a folder', () => createDiskBlobs(path.join(folder, 'disk'))],
  ['a bucket', () => createBucketBlobs({ ...bucket.settings, folder: arrivals(), log: () => {} })],
];
const many = { maxBytes: 100_000_000 };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const read = async (blobs: Blobs, id: string, range?: { start: number; end: number }) =>
  buffer(await blobs.open(id, range));
const leftOver = async () => {
  const names = await Promise.all(['disk', 'arrivals'].map((name) => readdir(path.join(folder, name)).catch(() => [])));
  return names.flat().filter((name) => name.endsWith('.part'));
};

describe.each(makers)('blobs in %s', (name, make) => {
  let blobs: Blobs;
  beforeAll(() => {
    blobs = make();
  });

  it('blobs are what was written, whole and in parts, with their size and SHA-256', async () => {
    const [id, content] = [randomUUID(), randomBytes(3_000_000)];
    const parts = [content.subarray(0, 10), content.subarray(10, 2_000_000), content.subarray(2_000_000)];
    expect(await blobs.write(id, Readable.from(parts), many)).toEqual({ bytes: 3_000_000, sha256: sha256(content) });
    expect((await read(blobs, id)).equals(content)).toBe(true);
    expect(await read(blobs, id, { start: 10, end: 19 })).toEqual(content.subarray(10, 20));
    expect(await read(blobs, id, { start: 2_999_999, end: 2_999_999 })).toEqual(content.subarray(-1));
    expect(await leftOver()).toEqual([]);
  });

  it('blobs are handed over in parts that stay as they are until they have been taken', async () => {
    const [id, content] = [randomUUID(), randomBytes(1_000_000)];
    await blobs.write(id, Readable.from([content]), many);
    const readParts = async (range?: { start: number; end: number }) => {
      const parts = await blobs.openParts(id, range);
      const taken: Buffer[] = [];
      await parts.each(async (part) => {
        await nextTurn();
        taken.push(Buffer.from(part));
      });
      await parts.close();
      await parts.close();
      return Buffer.concat(taken);
    };
    expect((await readParts()).equals(content)).toBe(true);
    for (const [start, end] of [
      [0, 0],
      [65_535, 65_536],
      [70_000, 399_999],
      [999_999, 999_999],
    ] as const) {
      expect((await readParts({ start, end })).equals(content.subarray(start, end + 1))).toBe(true);
    }
    await expect(blobs.openParts(randomUUID())).rejects.toThrow(BlobMissing);
    const rejected = await blobs.openParts(id);
    const refuse = async () => {
      throw new Error('Not taken');
    };
    await expect(rejected.each(refuse)).rejects.toThrow('Not taken');
    const closed = await blobs.openParts(id);
    await closed.close();
    await expect(closed.each(async () => {})).rejects.toThrow();
    await rejected.close();
  });

  it('may be empty', async () => {
    const id = randomUUID();
    expect(await blobs.write(id, Readable.from([]), many)).toEqual({ bytes: 0, sha256: sha256(Buffer.alloc(0)) });
    expect((await read(blobs, id)).length).toBe(0);
  });

  it('blobs are not there until they are kept, and can be looked into before', async () => {
    const id = randomUUID();
    const arrival = await blobs.receive(Readable.from([Buffer.from('looked into')]), many);
    expect(await readFile(arrival.path, 'utf8')).toBe('looked into');
    await expect(blobs.open(id)).rejects.toThrow(BlobMissing);
    await arrival.keep(id);
    await arrival.drop();
    expect((await read(blobs, id)).toString()).toBe('looked into');
    const other = await blobs.receive(Readable.from([Buffer.from('dropped')]), many);
    await other.drop();
    await other.drop();
    expect(await leftOver()).toEqual([]);
  });

  it('leave nothing behind when they are too large or their stream breaks', async () => {
    const before = await listIds(blobs);
    const ten = () => Readable.from([Buffer.alloc(6), Buffer.alloc(4)]);
    await expect(blobs.write(randomUUID(), ten(), { maxBytes: 9 })).rejects.toThrow(BlobTooLarge);
    await expect(blobs.write(randomUUID(), breaking(), many)).rejects.toThrow('gone away');
    expect(await listIds(blobs)).toEqual(before);
    expect(await leftOver()).toEqual([]);
    await expect(blobs.write(randomUUID(), ten(), { maxBytes: 10 })).resolves.toMatchObject({ bytes: 10 });
  });

  it('blobs are listed and removed; removing twice is no error', async () => {
    const id = randomUUID();
    await blobs.write(id, Readable.from([Buffer.from('x')]), many);
    expect(await listIds(blobs)).toContain(id);
    await blobs.remove(id);
    await blobs.remove(id);
    expect(await listIds(blobs)).not.toContain(id);
    await expect(blobs.open(id)).rejects.toThrow(BlobMissing);
  });

  it('have no name but a uuid', async () => {
    for (const name of ['../secret', '', 'a'.repeat(36)]) {
      await expect(blobs.open(name)).rejects.toThrow('Not a blob id');
      await expect(blobs.remove(name)).rejects.toThrow('Not a blob id');
      await expect(blobs.write(name, Readable.from([]), many)).rejects.toThrow('Not a blob id');
    }
    expect(await leftOver()).toEqual([]);
  });

  it('sweep away what an interrupted upload left an hour ago, and nothing younger', async () => {
    const { path: file, drop } = await blobs.receive(Readable.from([Buffer.from('interrupted')]), many);
    const nowMs = Date.UTC(2030, 0, 1);
    const old = path.join(path.dirname(file), `${randomUUID()}.part`);
    await writeFile(old, 'half');
    await utimes(old, new Date(nowMs - 3_700_000), new Date(nowMs - 3_700_000));
    await utimes(file, new Date(nowMs - 3_500_000), new Date(nowMs - 3_500_000));
    await blobs.sweep(nowMs);
    expect(await leftOver()).toEqual([path.basename(file)]);
    await drop();
  });

  it('let go of what they read when the reader goes away', { tags: name === 'a bucket' ? 'long' : [] }, async () => {
    const id = randomUUID();
    await blobs.write(id, Readable.from([Buffer.alloc(20_000_000)]), many);
    const stream = await blobs.open(id);
    await new Promise((resolve) => stream.once('data', resolve));
    const closed = new Promise((resolve) => stream.once('close', resolve));
    stream.destroy();
    await closed;
    if (name === 'a bucket') await bucket.left;
    expect(stream.destroyed).toBe(true);
  });
});

describe('copying', () => {
  it('copies what is missing or not equal, leaves the rest, and can be repeated', async () => {
    const from = createDiskBlobs(path.join(folder, 'from'));
    const to = createBucketBlobs({ ...bucket.settings, folder: arrivals(), log: () => {} });
    const [present, half, missing, excepted] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const put = (blobs: Blobs, id: string, text: string) => blobs.write(id, Readable.from([Buffer.from(text)]), many);
    for (const id of [present, half, missing, excepted]) await put(from, id, `content of ${id}`);
    await put(to, present, `content of ${present}`);
    await put(to, half, 'content of');
    const first = await copyBlobs({ from, to, except: new Set([excepted]) });
    expect([first.present, first.copied.toSorted()]).toEqual([[present], [half, missing].toSorted()]);
    for (const id of [half, missing]) expect((await read(to, id)).toString()).toBe(`content of ${id}`);
    await expect(to.open(excepted)).rejects.toThrow(BlobMissing);
    expect((await copyBlobs({ from, to })).copied).toEqual([excepted]);
    expect((await copyBlobs({ from, to })).copied).toEqual([]);
  });
});

function breaking(): Readable {
  let isFirst = true;
  return new Readable({
    read() {
      if (isFirst) this.push(Buffer.from('half'));
      else this.destroy(new Error('gone away'));
      isFirst = false;
    },
  });
}
