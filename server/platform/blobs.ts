import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** Where uploaded bytes live; ids are uuids, the only names a blob ever has. */
export type Blobs = {
  /**
   * Stores a stream; the blob exists whole or not at all. A source that is not read to its end stays open, for whoever
   * gave it may have to let the rest of a request run out.
   * @throws BlobTooLarge beyond `maxBytes`, BlobNoRoom when the store is full
   */
  write(id: string, source: Readable, options: { maxBytes: number }): Promise<{ bytes: number; sha256: Buffer }>;
  /** Reads a blob, or its bytes `start` to `end` (both included). */
  open(id: string, range?: { start: number; end: number }): Promise<Readable>;
  /** The blob as a file that libraries can look into. */
  localPath(id: string): string;
  remove(id: string): Promise<void>;
  /** Deletes what interrupted uploads left behind an hour ago. */
  sweep(nowMs: number): Promise<void>;
};

export class BlobTooLarge extends Error {}
export class BlobNoRoom extends Error {}

/** Uploads stop while the disk still has room for everything else. */
const reservedBytes = 256 * 1024 * 1024;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Keeps blobs as files under a folder, outside everything that is served by itself. */
export async function createDiskBlobs(folder: string): Promise<Blobs> {
  await mkdir(folder, { recursive: true });
  const pathOf = (id: string) => {
    if (!uuid.test(id)) throw new Error(`Not a blob id: ${id}`);
    return path.join(folder, id);
  };
  return {
    write: async (id, source, { maxBytes }) => {
      const target = pathOf(id);
      await checkRoom(folder);
      return writeWhole(source, target, maxBytes);
    },
    open: async (id, range) => {
      const file = pathOf(id);
      await stat(file);
      return createReadStream(file, range);
    },
    localPath: pathOf,
    remove: (id) => rm(pathOf(id), { force: true }),
    sweep: (nowMs) => sweep(folder, nowMs),
  };
}

async function checkRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < reservedBytes) throw new BlobNoRoom('The disk is nearly full');
}

/** Writes beside the target, flushes, then renames: a crash or an abort leaves a `.part`, never half a blob. */
async function writeWhole(source: Readable, target: string, maxBytes: number) {
  const part = `${target}.part`;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const file = await open(part, 'wx', 0o640);
    try {
      for await (const chunk of source.iterator({ destroyOnReturn: false })) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new BlobTooLarge(`More than ${maxBytes} bytes`);
        hash.update(chunk);
        await file.write(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    if (error instanceof Error && 'code' in error && noRoom.has(String(error.code)))
      throw new BlobNoRoom(error.message);
    throw error;
  }
  return { bytes, sha256: hash.digest() };
}

async function sweep(folder: string, nowMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.part')) continue;
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: nowMs }));
    if (nowMs - mtimeMs > 3_600_000) await rm(file, { force: true });
  }
}
