import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#server/platform/database/db.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import { StartError } from '#server/platform/start-error.ts';
import type { DemoPeople } from './seed.ts';
import { hasAssessment, isSeeded } from './store.ts';

type Installation = {
  database: Database;
  blobs: Blobs;
  demo: boolean;
  dataDir: string;
  databaseUrl: string | null;
  currency: string;
  publicUrl: string;
};

const way = 'The passwords of its accounts are public, so production must not begin with it:';

/**
 * Rejects a demo's data in production (LIVE-02).
 * @throws StartError when the database or the data folder is a demo's
 */
export async function rejectDemoData({
  database,
  databaseUrl,
  dataDir,
}: Pick<Installation, 'database' | 'databaseUrl' | 'dataDir'>): Promise<void> {
  if (await isSeeded(database.db)) {
    throw new StartError(
      databaseUrl
        ? `The demo filled the database of DATABASE_URL. ${way} name a new database.`
        : `The demo filled the database in DATA_DIR ${dataDir}. ${way} set DATA_DIR to a new folder, or DATABASE_URL.`,
    );
  }
  // The demo's mailbox is the only file that a demo always has and production never.
  const isOfDemo = await access(path.join(dataDir, 'sandbox', 'mailbox.jsonl')).then(
    () => true,
    () => false,
  );
  if (isOfDemo) {
    throw new StartError(
      `DATA_DIR ${dataDir} holds the mails and files of a demo. ${way} set DATA_DIR to a new folder.`,
    );
  }
}

/** @throws StartError when the demo finds a production portal's data */
export async function rejectProductionData({ database: { db } }: Pick<Installation, 'database'>): Promise<void> {
  // Read in this order, because another node may be filling the demo: it sets both in one transaction.
  if ((await hasAssessment(db)) && !(await isSeeded(db))) {
    throw new StartError(
      'The database is that of a production portal, and the demo would add accounts whose passwords are public: ' +
        'set DEMO=0, or name a new database.',
    );
  }
}

/**
 * Fills a new installation: the whole demo, or only the readiness assessment.
 * @returns whether this call filled a demo
 * @throws StartError when the demo finds a production portal's data, or production a demo's (LIVE-02)
 */
export async function fillInstallation({ demo, ...seeding }: Installation, people: DemoPeople): Promise<boolean> {
  const { db } = seeding.database;
  await (demo ? rejectProductionData(seeding) : rejectDemoData(seeding));
  if (demo ? await isSeeded(db) : await hasAssessment(db)) return false;
  // Imported only for a new installation, because it has the texts of a whole catalogue.
  const { addAssessment, seedDemo } = await import('./seed.ts');
  if (demo) return seedDemo(seeding, people);
  await addAssessment(seeding);
  return false;
}
