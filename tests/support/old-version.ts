import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listMigrations, migrate } from '#server/platform/database/migrate.ts';
import type { TestDatabase } from './database.ts';

const folder = path.resolve(import.meta.dirname, '../../server/migrations');

/** Brings an empty database to an earlier version: to these of today's migrations, as its owner. */
export async function migrateToOldVersion(
  { addresses }: Pick<TestDatabase, 'addresses'>,
  isOld: (name: string) => boolean,
): Promise<void> {
  const oldFolder = await mkdtemp(path.join(tmpdir(), 'portal-migrations-'));
  for (const name of (await listMigrations()).filter(isOld)) {
    await cp(path.join(folder, `${name}.sql`), path.join(oldFolder, `${name}.sql`));
  }
  await migrate(addresses.owner, {
    log: () => {},
    servedBy: new URL(addresses.service).username,
    from: oldFolder,
  });
  await rm(oldFolder, { recursive: true });
}
