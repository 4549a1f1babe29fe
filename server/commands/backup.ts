import path from 'node:path';
import { readStorageEnv } from '../app/env.ts';
import { makeBackup, restoreBackup } from '../platform/database/backup.ts';
import { openBlobs } from '../platform/files/open-blobs.ts';
import { rejectRootInForeign } from '../platform/start-checks.ts';
import { StartError } from '../platform/start-error.ts';

/**
 * `npm run backup -- FOLDER` and `npm run restore -- FOLDER`: the embedded database and the files, in DATA_DIR or a
 * bucket.
 */
async function run(): Promise<void> {
  const [command, folder] = process.argv.slice(2);
  if (!folder) throw new StartError(`Say which folder: npm run ${command} -- FOLDER`);
  const { databaseUrl, dataDir, s3 } = readStorageEnv();
  if (databaseUrl) {
    const files = s3 ? `the bucket ${s3.bucket} by its own means` : 'DATA_DIR/files by a copy';
    throw new StartError(`With DATABASE_URL the database is backed up with pg_dump, and ${files}.`);
  }
  const log = (message: string) => void process.stderr.write(`${message}\n`);
  if (command === 'restore') await rejectRootInForeign(path.resolve(dataDir));
  const bucket = s3 && (await openBlobs({ dataDir, s3, log }));
  const { files } = await (command === 'restore' ? restoreBackup : makeBackup)({ dataDir, folder, bucket });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const amount = `${files.length} files, ${Math.ceil(bytes / 1_000_000)} MB, all read back`;
  process.stdout.write(
    command === 'restore'
      ? `Restored into ${dataDir} (${amount}). Put the file installation-secret and the newest folder removals there, then start the portal.\n`
      : `Backed up into ${folder} (${amount}). Keep the file installation-secret of ${dataDir} apart from it.\n`,
  );
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = 1;
});
