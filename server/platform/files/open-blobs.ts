import path from 'node:path';
import type { Blobs } from './blobs.ts';
import type { BucketSettings } from './bucket.ts';
import { createDiskBlobs } from './disk.ts';

type Settings = {
  dataDir: string;
  /** The bucket of the environment; null for the folder `files` of DATA_DIR. */
  s3: BucketSettings | null;
  /** Logs failures of the store. */
  log: (message: string) => void;
  /** Whether a bucket that does not respond is opened nevertheless; its files are then not available. */
  mayBeAway?: boolean;
};

/**
 * Opens the blobs of the environment. The library for buckets is imported only for a bucket.
 * @throws StartError when the bucket cannot be used
 */
export async function openBlobs({ dataDir, s3, log, mayBeAway = false }: Settings): Promise<Blobs> {
  const folder = filesFolder(dataDir);
  if (!s3) return createDiskBlobs(folder);
  const { BucketAway, checkBucket } = await import('./bucket-check.ts');
  await checkBucket(s3).catch((error: unknown) => {
    if (!mayBeAway || !(error instanceof BucketAway)) throw error;
    log(`${error.message} Until it does, files are not available; everything else is.`);
  });
  const { createBucketBlobs } = await import('./bucket.ts');
  return createBucketBlobs({ ...s3, folder, log });
}

/** Returns the folder of files without a bucket, and of uploads until they are in one. */
export function filesFolder(dataDir: string): string {
  return path.join(dataDir, 'files');
}

/** Whether DATA_DIR/files has stored files; asked when a bucket is set, in which they should be. */
export async function holdsFiles(dataDir: string): Promise<boolean> {
  const disk = createDiskBlobs(filesFolder(dataDir));
  for await (const _ of disk.list()) return true;
  return false;
}
