import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type DiskRoom, signals } from '../telemetry/signals.ts';
import { type Arrival, BlobNoRoom, type Blobs, BlobTooLarge, isBlobId } from './blobs.ts';

/** A file that was received completely. */
export type Received = Pick<Arrival, 'path' | 'bytes' | 'sha256'>;

/** Operations that differ between a folder and a bucket; the caller must have checked the ids. */
export type BlobPlace = Pick<Blobs, 'open' | 'openParts' | 'link' | 'remove' | 'list'> & {
  /** Stores a received file as the blob; may move the file away. */
  put(id: string, file: Received): Promise<void>;
};

/** Minimum free bytes on the disk with which an upload begins. */
const reservedBytes = 256 * 1024 * 1024;
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Makes the blobs of a place. All uploads become a file in `folder` first, so that they can be checked, and a place
 * only gets complete files.
 */
export function blobsIn(folder: string, place: BlobPlace): Blobs {
  const { link } = place;
  const receive: Blobs['receive'] = async (source, { maxBytes }) => {
    await mkdir(folder, { recursive: true });
    await checkRoom(folder);
    const file = await receiveFile(source, { folder, maxBytes });
    const drop = () => rm(file.path, { force: true });
    const keep = async (id: string) => {
      await place.put(checked(id), file).catch(rethrow);
      signals.diskRoom.publish({ hasRoom: true } satisfies DiskRoom);
    };
    return { ...file, keep, drop };
  };
  return {
    receive,
    write: async (id, source, options) => {
      const { keep, drop, bytes, sha256 } = await receive(source, options);
      await keep(id).finally(drop);
      return { bytes, sha256 };
    },
    open: async (id, range) => place.open(checked(id), range),
    openParts: async (id, range) => place.openParts(checked(id), range),
    link: link && (async (id, as) => link(checked(id), as)),
    remove: async (id) => place.remove(checked(id)),
    list: () => place.list(),
    sweep: (nowMs) => sweep(folder, nowMs),
  };
}

function checked(id: string): string {
  if (!isBlobId(id)) throw new Error(`Not a blob id: ${id}`);
  return id;
}

async function checkRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < reservedBytes) throw noRoomError('The disk is nearly full');
}

/** Writes a stream to a file and flushes it; after an error other than a crash, no file remains. */
async function receiveFile(
  source: Readable,
  { folder, maxBytes }: { folder: string; maxBytes: number },
): Promise<Received> {
  const part = path.join(folder, `${randomUUID()}.part`);
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
  } catch (error) {
    await rm(part, { force: true });
    return rethrow(error);
  }
  return { path: part, bytes, sha256: hash.digest() };
}

function rethrow(error: unknown): never {
  if (error instanceof Error && 'code' in error && noRoom.has(String(error.code))) throw noRoomError(error.message);
  throw error;
}

function noRoomError(message: string): BlobNoRoom {
  signals.diskRoom.publish({ hasRoom: false } satisfies DiskRoom);
  return new BlobNoRoom(message);
}

/** Returns the names in a folder; none when the folder does not exist. */
export function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

async function sweep(folder: string, nowMs: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!name.endsWith('.part')) continue;
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: nowMs }));
    if (nowMs - mtimeMs > 3_600_000) await rm(file, { force: true });
  }
}

/** Returns the free bytes on a folder's disk; null when the folder does not exist. */
export function readFreeBytes(folder: string): Promise<number | null> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
}
