import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { BlobMissing, type Blobs, isBlobId } from '../blobs.ts';
import { blobsIn, namesIn } from './arrivals.ts';

/** Keeps blobs as files under a folder, outside everything that is served by itself. */
export function createDiskBlobs(folder: string): Blobs {
  const pathOf = (id: string) => path.join(folder, id);
  return blobsIn(folder, {
    put: (id, file) => rename(file.path, pathOf(id)),
    open: async (id, range) => (await openFile(pathOf(id))).createReadStream(range),
    remove: (id) => rm(pathOf(id), { force: true }),
    list: () => list(folder),
  });
}

function openFile(file: string) {
  return open(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BlobMissing(`There is no ${file}`) : error;
  });
}

async function* list(folder: string): AsyncGenerator<string> {
  for (const name of await namesIn(folder)) if (isBlobId(name)) yield name;
}
