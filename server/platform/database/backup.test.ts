import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProcess } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { makeBackup, restoreBackup } from './backup.ts';
import { startPostgres } from './postgres.ts';
import { prepareDatabase } from './prepare.ts';

// A portal's backup, while others write, and its restore drill take longer: they are in `server/commands/backup.test.ts`.

let folder: string;
let installation: unknown[];
const at = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-backup-'));
  const postgres = await startPostgres({ dataDir: at('data'), log: () => {} });
  await prepareDatabase(postgres, { log: () => {} });
  installation = await query(postgres.owner, 'select id from installation');
  await query(postgres.owner, `create table kept (word text); insert into kept values ('harbour')`);
  await mkdir(at('data/files'), { recursive: true });
  await writeFile(at('data/files/0a'), 'an upload');
  await makeBackup({ dataDir: at('data'), folder: at('backup'), bucket: null });
  await query(postgres.owner, `insert into kept values ('written after the backup')`);
  await postgres.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a backup brings rows and files back in another folder', async () => {
  await restoreBackup({ dataDir: at('restored'), folder: at('backup'), bucket: null });
  expect(await readFile(at('restored/files/0a'), 'utf8')).toBe('an upload');
  const postgres = await startPostgres({ dataDir: at('restored'), log: () => {} });
  expect(await query(postgres.owner, 'select word from kept')).toEqual([{ word: 'harbour' }]);
  // A restored portal is another installation, which knows the id of the former one.
  expect(await query(postgres.owner, 'select unnest(former_ids) as id from installation')).toEqual(installation);
  await postgres.stop();
});

it('OPS-20 neither a restore nor a drill begins with a backup of which a byte has changed', async () => {
  await cp(at('backup'), at('damaged'), { recursive: true });
  await appendFile(at('damaged/postgres/PG_VERSION'), ' ');
  const sentence = 'postgres/PG_VERSION is not what was written';
  await expect(restoreBackup({ dataDir: at('third'), folder: at('damaged'), bucket: null })).rejects.toThrow(sentence);
  const drill = await startProcess('server/commands/restore-drill.ts', { DATA_DIR: at('data'), TMPDIR: folder }, [
    at('damaged'),
  ]);
  expect(await drill.ended).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining(sentence) });
});
