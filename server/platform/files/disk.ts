import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { BlobMissing, type BlobParts, type Blobs, isBlobId } from './blobs.ts';
import { blobsIn, namesIn } from './incoming.ts';

/** Maximum size of a part of a file that is read at once. */
const partBytes = 64 * 1024;

/** Stores blobs as files in a folder, which must not be served directly. */
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
 * Reads all parts of a file into the same memory. A stream would use new memory for every part, and sent memory is only
 * freed after 64 MB.
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
