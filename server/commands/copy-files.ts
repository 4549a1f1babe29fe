import { readStorageEnv } from '../app/env.ts';
import { copyBlobs } from '../platform/files/copy-blobs.ts';
import { createDiskBlobs } from '../platform/files/disk.ts';
import { filesFolder, openBlobs } from '../platform/files/open-blobs.ts';
import { StartError } from '../platform/start-error.ts';

/**
 * `npm run copy-files`: copies the files of DATA_DIR to the bucket of the S3 variables, except those that it has. With
 * `-- --back` it copies the bucket's files to DATA_DIR.
 */
async function run(): Promise<void> {
  const [direction, ...others] = process.argv.slice(2);
  if ((direction !== undefined && direction !== '--back') || others.length > 0) {
    throw new StartError(
      'Write npm run copy-files to copy to the bucket, or npm run copy-files -- --back to copy from it.',
    );
  }
  const { dataDir, s3 } = readStorageEnv();
  if (!s3)
    throw new StartError('Set the S3 variables: files are copied between DATA_DIR and the bucket that they name.');
  const log = (message: string) => void process.stderr.write(`${message}\n`);
  const bucket = await openBlobs({ dataDir, s3, log });
  const disk = createDiskBlobs(filesFolder(dataDir));
  const isBack = direction === '--back';
  const { present, copied } = await copyBlobs(isBack ? { from: bucket, to: disk } : { from: disk, to: bucket });
  const goal = isBack ? filesFolder(dataDir) : `the bucket ${s3.bucket}`;
  process.stdout.write(
    `Copied ${copied.length} files to ${goal}, all read back; ${present.length} were there already.\n`,
  );
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = 1;
});
