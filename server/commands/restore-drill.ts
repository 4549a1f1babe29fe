import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drillVariables, readStorageEnv } from '../app/env.ts';
import { elapsedMs, now } from '../platform/clock.ts';
import { restoreBackup } from '../platform/database/backup.ts';
import { recordTime } from '../platform/database/backup-files.ts';
import { Client } from '../platform/database/client.ts';
import { findRunningPostgres } from '../platform/database/postgres.ts';
import { checkPort } from '../platform/start-checks.ts';
import { StartError } from '../platform/start-error.ts';

/**
 * `npm run restore:drill -- FOLDER`: restores a backup into a separate folder, starts a portal from it that serves only
 * this machine and runs no jobs, checks the invariants, and deletes the folder. Of the portal in use it changes only
 * the note in DATA_DIR with the time of the last drill that found nothing wrong.
 */
async function run(): Promise<void> {
  const [backup] = process.argv.slice(2);
  if (!backup) throw new StartError('Say which backup: npm run restore:drill -- FOLDER');
  const startedAt = elapsedMs();
  const { dataDir } = readStorageEnv();
  const drill = await mkdtemp(path.join(tmpdir(), 'portal-drill-'));
  try {
    const { files } = await restoreBackup({ dataDir: drill, folder: backup, bucket: null });
    // A backup does not contain the secret; the start shows whether the portal's secret matches the backup.
    await copyFile(path.join(dataDir, 'installation-secret'), path.join(drill, 'installation-secret')).catch(() => {});
    const { members, broken } = await serve(drill);
    if (broken.length > 0) throw new StartError(`The backup does not hold: broken invariants ${broken.join(', ')}.`);
    await recordTime(dataDir, 'last-restore-drill', now());
    const seconds = Math.ceil((elapsedMs() - startedAt) / 1000);
    process.stdout.write(
      `A portal started from ${backup} in ${seconds} seconds: ${files.length} files, ${members} members, no broken invariant.\n`,
    );
  } finally {
    await rm(drill, { recursive: true, force: true });
  }
}

/** Starts a portal on a folder, checks it and its database, and ends it. */
async function serve(drill: string): Promise<{ members: number; broken: string[] }> {
  const port = await checkPort(0, '127.0.0.1');
  const portal = spawn(process.execPath, [path.join(import.meta.dirname, '../app/main.ts')], {
    env: drillVariables(drill, port),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(portal, 'exit');
  try {
    await ready(portal, ended);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    if (!answer.ok) throw new StartError(`The portal started from the backup is not ready: ${await answer.text()}`);
    return await askDatabase(drill);
  } finally {
    portal.kill('SIGTERM');
    await ended;
  }
}

/** Waits for the block that the portal prints when it serves. */
async function ready(portal: ReturnType<typeof spawn>, ended: Promise<unknown>): Promise<void> {
  let said = '';
  const isServing = new Promise<true>((resolve) => {
    for (const stream of [portal.stdout, portal.stderr]) {
      stream?.on('data', (part: Buffer) => {
        said += part.toString();
        if (/^ +Stop +Ctrl-C$/m.test(said)) resolve(true);
      });
    }
  });
  if ((await Promise.race([isServing, ended])) !== true) {
    throw new StartError(`No portal starts from the backup: ${said.trim()}`);
  }
}

async function askDatabase(drill: string): Promise<{ members: number; broken: string[] }> {
  const client = new Client({ connectionString: (await findRunningPostgres(drill))?.owner ?? '' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ members: number }>('select count(*)::integer as members from users');
    const text = await readFile(path.join(import.meta.dirname, '../migrations/invariants.sql'), 'utf8');
    // A query with several statements has several results.
    const results = [await client.query<{ broken: string }>(text)].flat();
    const broken = new Set(results.flatMap((result) => result.rows.map((row) => row.broken)));
    return { members: rows[0]?.members ?? 0, broken: [...broken] };
  } finally {
    await client.end();
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = 1;
});
