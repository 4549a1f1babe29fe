import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import { findRunningPostgres, startPostgres } from '../postgres.ts';

let room: string;
let dataDir: string;

beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), 'postgres-test-'));
  dataDir = join(room, 'data');
});

afterEach(() => rm(room, { recursive: true }));

function start(folder = dataDir) {
  return startPostgres({ dataDir: folder, log: () => {} });
}

/** Writes the marks of a whole cluster, of whatever version. */
async function layOutCluster(version: string): Promise<void> {
  await mkdir(join(dataDir, 'postgres/base/5'), { recursive: true });
  await mkdir(join(dataDir, 'postgres/global'));
  for (const path of ['base/5/PG_VERSION', 'PG_VERSION', 'global/pg_control']) {
    await writeFile(join(dataDir, 'postgres', path), `${version}\n`);
  }
}

test('BOOT-02 refuses a DATA_DIR that cannot be made, in one sentence', async () => {
  await writeFile(dataDir, '');
  const rejection = start(join(dataDir, 'below-a-file'));
  await expect(rejection).rejects.toThrow(StartError);
  await expect(rejection).rejects.toThrow(/^DATA_DIR .*below-a-file cannot be used \(ENOTDIR[^\n]*\.$/);
});

test.skipIf(process.geteuid?.() === 0)('BOOT-02 refuses a DATA_DIR it may not write', async () => {
  await mkdir(dataDir, { mode: 0o500 });
  await expect(start()).rejects.toThrow(/^DATA_DIR [^\n]* cannot be written/);
  expect(await readdir(dataDir)).toEqual([]);
});

test('refuses a second portal on the same DATA_DIR and leaves the first alone', { tags: 'long' }, async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(/^Another portal is already running on [^\n]*\.$/);
  expect((await findRunningPostgres(dataDir))?.owner).toBe(first.owner);
  await first.stop();
  await (await start()).stop();
});

test('refuses data that is damaged or of another version, and does not touch it', async () => {
  await layOutCluster('17');
  await expect(start()).rejects.toThrow(/is PostgreSQL 17's, but this portal brings PostgreSQL 18/);
  await rm(join(dataDir, 'postgres/global/pg_control'));
  await expect(start()).rejects.toThrow(/is damaged: put a backup in its place/);
  expect((await readdir(join(dataDir, 'postgres'))).sort()).toEqual(['PG_VERSION', 'base', 'global']);
});
