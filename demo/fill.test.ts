import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskBlobs } from '#server/platform/files/disk.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { fillInstallation } from './fill.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-fill-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const people = {
  accounts: { administrator: 'administrator@example.org', member: 'member@example.org' },
  password: 'portal-demo',
};
const fill = (demo: boolean, databaseUrl: string | null) => {
  const installation = { database, blobs: createDiskBlobs(dataDir), dataDir, databaseUrl };
  return fillInstallation({ ...installation, demo, currency: 'GBP', publicUrl: 'http://portal.test' }, people);
};
const set = (column: 'demo_seeded_at' | 'assessment_added_at', value: 'now()' | 'null') =>
  database.owner.query(`update installation set ${column} = ${value}`);

it('LIVE-02 production refuses a database and a folder that the demo filled', async () => {
  await set('demo_seeded_at', 'now()');
  await expect(fill(false, null)).rejects.toThrow(
    `The demo filled the database in DATA_DIR ${dataDir}. The passwords of its accounts are public, so production ` +
      'must not begin with it: set DATA_DIR to a new folder, or DATABASE_URL.',
  );
  await expect(fill(false, 'postgres://elsewhere/portal')).rejects.toThrow(
    'The demo filled the database of DATABASE_URL. The passwords of its accounts are public, so production ' +
      'must not begin with it: name a new database.',
  );
  await set('demo_seeded_at', 'null');
  await mkdir(path.join(dataDir, 'sandbox'));
  await writeFile(path.join(dataDir, 'sandbox', 'mailbox.jsonl'), '');
  await expect(fill(false, 'postgres://elsewhere/portal')).rejects.toThrow(
    `DATA_DIR ${dataDir} holds the mails and files of a demo. The passwords of its accounts are public, so production ` +
      'must not begin with it: set DATA_DIR to a new folder.',
  );
});

it('LIVE-02 a demo refuses the database of a production portal', async () => {
  await set('assessment_added_at', 'now()');
  await expect(fill(true, 'postgres://elsewhere/portal')).rejects.toThrow(
    'The database is that of a production portal, and the demo would add accounts whose passwords are public: ' +
      'set DEMO=0, or name a new database.',
  );
});
