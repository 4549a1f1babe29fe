import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { now } from '../clock.ts';
import type { Blobs } from '../files/blobs.ts';
import { type Copied, copyBlobs } from '../files/copy-blobs.ts';
import { createDiskBlobs } from '../files/disk.ts';
import { StartError } from '../start-error.ts';
import { checkManifest, copyTree, type Manifest, recordTime, writeManifest } from './backup-files.ts';
import { findRunningPostgres, startPostgres } from './postgres.ts';

/**
 * Left out, because a server makes these files at its start, or they are only valid for the running one. Their folders
 * are copied, except those of temporary files.
 */
const notCopied =
  /^(postmaster\.(pid|opts)|(pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*|(.*\/)?pgsql_tmp.*)$/;

/** Folders of DATA_DIR that belong to the database; `files` and `removals` only if files are not in a bucket. */
const besides = ['files', 'sandbox', 'removals'];
const inBucket = ['files', 'removals'];

/** Statements for a database that was restored to an earlier day. */
const afterRestore = path.resolve(import.meta.dirname, '../../migrations/after-restore.sql');

type Place = {
  dataDir: string;
  folder: string;
  /**
   * The bucket of the files; null when they are in DATA_DIR. A backup has the same files either way, so it can be
   * restored to both.
   */
  bucket: Blobs | null;
};

/**
 * Copies the embedded database and the files into a new folder, whether the portal runs or not, reads the copy back,
 * and records the time. The copy has every row that was committed before the call, but not the installation's secret.
 * @throws StartError when the folder is not empty, PostgreSQL does not start, or the copy has other content than was
 * written
 */
export async function makeBackup({ dataDir, folder, bucket }: Place): Promise<Manifest> {
  const target = path.resolve(folder);
  await mkdir(path.dirname(target), { recursive: true });
  if ((await listFolder(target)).length > 0) throw new StartError(`${target} is there already: name a new folder.`);
  const part = await mkdtemp(`${target}.part-`);
  try {
    const from = path.resolve(dataDir);
    // Files are written before their rows and never changed: this copy has those that are deleted later, the next copy
    // has new ones.
    const { copied } = await copyOut(from, part, bucket);
    await copyDatabase(from, path.join(part, 'postgres'));
    await copyOut(from, part, bucket, new Set(copied));
    await writeManifest(part);
    await rm(target, { recursive: true, force: true });
    await rename(part, target);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
  const manifest = await checkManifest(target);
  await recordTime(path.resolve(dataDir), 'last-backup', now());
  return manifest;
}

/**
 * Restores a backup into an empty DATA_DIR. Then runs `after-restore.sql`: the installation gets a new id (the old one
 * is kept in `former_ids`), ids and document numbers continue after a gap, all sign-ins, links, tokens and API keys
 * end, and webhooks are off.
 * @throws StartError when the backup is damaged, DATA_DIR has a database, files or a sandbox, or PostgreSQL does not
 * start
 */
export async function restoreBackup({ dataDir, folder, bucket }: Place): Promise<Manifest> {
  const target = path.resolve(dataDir);
  const present = await listFolder(target);
  // The newest list of removals may be there already: the list of the backup is then added to it.
  const taken = ['postgres', ...besides].find((name) => name !== 'removals' && present.includes(name));
  if (taken) throw new StartError(`${target} is not empty, it has ${taken}: set DATA_DIR to a new folder.`);
  const manifest = await checkManifest(path.resolve(folder));
  await mkdir(target, { recursive: true, mode: process.geteuid?.() === 0 ? 0o711 : 0o700 });
  if (bucket) await copyBlobs({ from: createDiskBlobs(path.join(path.resolve(folder), 'files')), to: bucket });
  await copyFolders(path.resolve(folder), target, bucket);
  // Renamed when it is complete, so that a start never finds half a database.
  const part = await mkdtemp(path.join(target, 'postgres.making-'));
  await copyTree({ from: path.join(path.resolve(folder), 'postgres'), to: path.join(part, 'cluster') });
  await rename(path.join(part, 'cluster'), path.join(target, 'postgres'));
  await rm(part, { recursive: true });
  const postgres = await startPostgres({ dataDir: target, log: () => {} });
  try {
    await withClient(postgres.owner, (client) => client.query(readFileSync(afterRestore, 'utf8')));
  } finally {
    await postgres.stop();
  }
  return manifest;
}

/**
 * Copies the folders of `besides` into a backup, and the files of the bucket except those whose names are in `known`.
 */
async function copyOut(from: string, to: string, bucket: Blobs | null, known?: ReadonlySet<string>): Promise<Copied> {
  await copyFolders(from, to, bucket);
  if (!bucket) return { present: [], copied: [] };
  return copyBlobs({
    from: bucket,
    to: createDiskBlobs(path.join(to, 'files')),
    ...(known && { except: known }),
  });
}

async function copyFolders(from: string, to: string, bucket: Blobs | null): Promise<void> {
  const present = await listFolder(from);
  const names = besides.filter((name) => present.includes(name) && !(bucket && inBucket.includes(name)));
  for (const name of names) {
    await copyTree({ from: path.join(from, name), to: path.join(to, name), takes: (file) => !file.endsWith('.part') });
  }
}

async function copyDatabase(dataDir: string, to: string): Promise<void> {
  const running = await findRunningPostgres(dataDir);
  const started = running ? null : await startPostgres({ dataDir, log: () => {} });
  try {
    await withClient((running ?? started)?.owner ?? '', (client) => copyRunning(client, dataDir, to));
  } finally {
    await started?.stop();
  }
}

/** Follows the chapter "Making a Base Backup Using the Low Level API" of PostgreSQL's manual. */
async function copyRunning(client: pg.Client, dataDir: string, to: string): Promise<void> {
  const from = await realpath(path.join(dataDir, 'postgres'));
  // The slot ends with this connection; until then PostgreSQL deletes no part of its journal.
  await client.query(`select pg_create_physical_replication_slot('portal_backup_' || pg_backend_pid(), true, true)`);
  await client.query(`select pg_backup_start('portal', true)`);
  await copyTree({ from, to, takes: (file) => !notCopied.test(file) });
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await writeFile(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 });
  const isJournal = (file: string) => /^[0-9A-F]{24}$|\.history$/.test(file);
  await copyTree({ from: path.join(from, 'pg_wal'), to: path.join(to, 'pg_wal'), takes: isJournal });
}

async function withClient<Result>(connectionString: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString });
  // Without a listener, the error of a broken connection would end the process; the running query is rejected anyway.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function listFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
