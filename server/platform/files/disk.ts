import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { BlobMissing, type BlobParts, type Blobs, isBlobId } from './blobs.ts';
import { blobsIn, namesIn } from './incoming.ts';

/** So much of a file is read at a time. */
const partBytes = 64 * 1024;

/** Keeps blobs as files under a folder, outside everything that is served by itself. */
export function createDiskBlobs(folder: string): Blobs {
  const pathOf = (id: string) => path.join(folder, id);
  return blobsIn(folder, {
    put: (id, file) => rename(file.path, pathOf(id)),
    open: async (id, range) => (await openFile(pathOf(id))).createReadStream(range),
    openParts: async (id, range) => {
      const file = await openFile(pathOf(id));
      return { each: (take) => readParts(file, range, take), close: () => file.close() };
    },
    link: null,
    remove: (id) => rm(pathOf(id), { force: true }),
    list: () => list(folder),
  });
}

function openFile(file: string) {
  return open(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BlobMissing(`There is no ${file}`) : error;
  });
}

/**
 * A stream would take new memory for every part, and what was sent is only given back once 64 MB of it lie about. So all
 * parts of a file go through the same memory.
 */
async function readParts(
  file: FileHandle,
  { start, end }: { start: number; end: number } = { start: 0, end: Number.POSITIVE_INFINITY },
  take: Parameters<BlobParts['each']>[0],
): Promise<void> {
  const memory = Buffer.allocUnsafeSlow(Math.min(partBytes, end - start + 1));
  for (let position = start; position <= end; ) {
    const length = Math.min(memory.length, end - position + 1);
    const { bytesRead } = await file.read(memory, 0, length, position);
    if (bytesRead === 0) return;
    await take(memory.subarray(0, bytesRead));
    position += bytesRead;
  }
}

async function* list(folder: string): AsyncGenerator<string> {
  for (const name of await namesIn(folder)) if (isBlobId(name)) yield name;
}
