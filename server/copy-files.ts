import { readStorageEnv } from './env.ts';
import { copyBlobs } from './platform/files/copy-blobs.ts';
import { createDiskBlobs } from './platform/files/disk.ts';
import { filesFolder, openBlobs } from './platform/files/open-blobs.ts';
import { StartError } from './platform/start-error.ts';

/** `npm run copy-files`: copies the files of DATA_DIR to the bucket of the S3 variables, those that it lacks. */
async function run(): Promise<void> {
  const { dataDir, s3 } = readStorageEnv();
  if (!s3) throw new StartError('Set the S3 variables: files are copied from DATA_DIR to the bucket that they name.');
  const log = (message: string) => void process.stderr.write(`${message}\n`);
  const bucket = await openBlobs({ dataDir, s3, log });
  const disk = createDiskBlobs(filesFolder(dataDir));
  const { present, copied } = await copyBlobs({ from: disk, to: bucket });
  process.stdout.write(
    `Copied ${copied.length} files to the bucket ${s3.bucket}, all read back; ${present.length} were there already.\n`,
  );
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = 1;
});
