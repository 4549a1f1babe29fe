import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runMigrations as runJobQueueMigrations } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { elapsedMs } from '../clock.ts';
import { openDatabase } from './db.ts';
import { grantService } from './grants.ts';

const folder = path.resolve(import.meta.dirname, '../../migrations');

type Options = {
  log: (message: string) => void;
  /** Where the migrations are. */
  from?: string;
  /** How long locks that others hold are waited for altogether. */
  patienceMs?: number;
  /** The role that serves, which gets its rights on the tables; null: the one that migrates. */
  servedBy?: string | null;
};

/**
 * Brings the database to the newest version: the portal's tables, then the job queue's own.
 * Several nodes may call it at once: one works while the others wait for its lock. A node of an earlier version goes on
 * with tables that a newer one has changed, and may be started again beside them.
 * @throws the error of the failing statement; everything that run did is then rolled back
 */
export async function migrate(
  connectionString: string,
  { log, from = folder, patienceMs = 600_000, servedBy = null }: Options,
): Promise<void> {
  const startedAt = elapsedMs();
  for (;;) {
    try {
      return await migrateOnce(connectionString, { log, from, servedBy });
    } catch (error) {
      if (!isLockedOut(error) || elapsedMs() - startedAt > patienceMs) throw error;
      log('The tables are in use by a long transaction: bringing them to the newest version is tried again.');
      await wait(againAfterMs);
    }
  }
}

/** Statements on a table that a migration changes wait for at most this long. */
const lockTimeoutMs = 2_000;

/** Lets the statements that waited finish first. */
const againAfterMs = 1_000;

/** Gave up waiting for a lock, or was chosen to end a circle of waiting. */
function isLockedOut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
}

async function migrateOnce(
  connectionString: string,
  { log, from, servedBy }: Required<Omit<Options, 'patienceMs'>>,
): Promise<void> {
  // An own pool without the time limits of requests: building an index may take as long as it takes.
  const database = openDatabase(connectionString, { log, max: 3, statementTimeoutMs: 0, lockTimeoutMs });
  const grant: Grant = async (db) => {
    if (servedBy !== null) await grantService(db, servedBy);
  };
  try {
    const migrator = new Migrator({
      db: database.db.kysely,
      provider: {
        getMigrations: async () => ({
          ...(await sqlMigrations(from, grant)),
          ...(await newerMigrations(database.pool, from)),
        }),
      },
      migrationTableName: 'schema_migrations',
      migrationLockTableName: 'schema_migration_lock',
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
    await database.transaction(async (db) => {
      await sql`select pg_advisory_xact_lock(hashtext('job-queue-migrations'))`.execute(db.kysely);
      await runJobQueueMigrations({ pgPool: database.pool });
      await grant(db.kysely);
    });
  } finally {
    await database.close();
  }
}

/** What a newer version has done to these tables already, of which this one knows no more than the names. */
async function newerMigrations(pool: pg.Pool, from: string): Promise<Record<string, Migration>> {
  const last = (await listFiles(from)).at(-1)?.replace('.sql', '') ?? '';
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations where name > $1', [last]);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => {} }]));
}

async function listFiles(from: string): Promise<string[]> {
  return (await readdir(from)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
}

type Grant = <Tables>(db: Kysely<Tables>) => Promise<void>;

/** Rights come with the last file, in the transaction of all: nodes that serve see no table without them. */
async function sqlMigrations(from: string, grant: Grant): Promise<Record<string, Migration>> {
  const names = await listFiles(from);
  const last = names.at(-1);
  const migrations = names.map(async (name) => {
    const text = await readFile(path.join(from, name), 'utf8');
    const migration: Migration = {
      up: async (db) => {
        await sql.raw(text).execute(db);
        if (name === last) await grant(db);
      },
    };
    return [name.replace('.sql', ''), migration] as const;
  });
  return Object.fromEntries(await Promise.all(migrations));
}
