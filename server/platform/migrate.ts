import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runMigrations as runJobQueueMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { openDatabase } from './db.ts';

const folder = path.resolve(import.meta.dirname, '../migrations');

/**
 * Brings the database to the newest version: the portal's tables, then the job queue's own.
 * Several nodes may call it at once: one works while the others wait for its lock.
 * @throws the error of the failing statement; everything that run did is then rolled back
 */
export async function migrate(connectionString: string, { log }: { log: (message: string) => void }): Promise<void> {
  // An own pool without the time limits of requests: building an index may take as long as it takes.
  const database = openDatabase(connectionString, { log, max: 3, statementTimeoutMs: 0 });
  try {
    const migrator = new Migrator({
      db: database.db.kysely,
      provider: { getMigrations: sqlMigrations },
      migrationTableName: 'schema_migrations',
      migrationLockTableName: 'schema_migration_lock',
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
    await database.transaction(async (db) => {
      await sql`select pg_advisory_xact_lock(hashtext('job-queue-migrations'))`.execute(db.kysely);
      await runJobQueueMigrations({ pgPool: database.pool });
    });
  } finally {
    await database.close();
  }
}

async function sqlMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  const migrations = names.map(async (name) => {
    const text = await readFile(path.join(folder, name), 'utf8');
    const migration: Migration = {
      up: async (db) => {
        await sql.raw(text).execute(db);
      },
    };
    return [name.replace('.sql', ''), migration] as const;
  });
  return Object.fromEntries(await Promise.all(migrations));
}
