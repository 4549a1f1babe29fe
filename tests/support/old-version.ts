import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '#server/platform/database/migrate.ts';
import { listMigrations, readMigration } from '#server/platform/database/migration-files.ts';
import type { TestDatabase } from './database.ts';

/**
 * Migrates an empty database to an earlier version: runs as its owner those of the current migrations that `isOld`
 * accepts.
 */
export async function migrateToOldVersion(
  { addresses }: Pick<TestDatabase, 'addresses'>,
  isOld: (name: string) => boolean,
): Promise<void> {
  // Without the baseline, as in that version.
  const oldFolder = await mkdtemp(path.join(tmpdir(), 'portal-migrations-'));
  for (const name of (await listMigrations()).filter(isOld)) {
    await writeFile(path.join(oldFolder, `${name}.sql`), await readMigration(name));
  }
  await migrate(addresses.owner, {
    log: () => {},
    servedBy: new URL(addresses.service).username,
    from: oldFolder,
  });
  await rm(oldFolder, { recursive: true });
}
