import { setTimeout as wait } from 'node:timers/promises';
import { runMigrations as runJobQueueMigrations } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { elapsedMs } from '../clock.ts';
import { openDatabase } from './db.ts';
import { grantService } from './grants.ts';
import { type MigrationText, migrationsFolder, readMigrations } from './migration-files.ts';

type Options = {
  log: (message: string) => void;
  /** Folder of the migrations. */
  from?: string;
  /** Time in which a run is tried again because a table was locked, in milliseconds. */
  patienceMs?: number;
  /** The serving role, which gets its rights on the tables; null when the migrating role serves. */
  servedBy?: string | null;
};

/**
 * Brings the database to the newest version: the portal's tables, then those of the job queue. A new database gets the
 * baseline, and the migrations that the baseline replaces are recorded as run. Several nodes may call it at once: one
 * works while the others wait for its lock. A node of an earlier version continues with tables that a newer one has
 * changed, and may be restarted beside newer nodes.
 * @throws the error of the failing statement; its run is then rolled back, except that of a file outside a transaction
 */
export async function migrate(
  connectionString: string,
  { log, from = migrationsFolder, patienceMs = 600_000, servedBy = null }: Options,
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

/**
 * Maximum wait of statements on a table that a migration changes, in milliseconds. In a deadlock, PostgreSQL acts after
 * a second (deadlock_timeout) and ends the statement that has waited so long: the migration gives up before that, so
 * that no statement of a serving node is ended.
 */
const lockTimeoutMs = 200;

/** Pause before a retry, in milliseconds, so that queued statements can finish. */
const againAfterMs = 1_000;

/** Whether a statement gave up waiting for a lock, or was ended to resolve a deadlock. */
function isLockedOut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
}

async function migrateOnce(
  connectionString: string,
  { log, from, servedBy }: Required<Omit<Options, 'patienceMs'>>,
): Promise<void> {
  // A pool without the time limits of requests, because building an index may take any time.
  const database = openDatabase(connectionString, { log, max: 4, statementTimeoutMs: 0, lockTimeoutMs });
  const grant: Grant = async (db) => {
    if (servedBy !== null) await grantService(db, servedBy);
  };
  try {
    await alone(database.pool, async () => {
      for (const { isOutside, migrations } of await planRuns(database.pool, from)) {
        const names = migrations.map(({ name }) => name);
        const migrator = new Migrator({
          db: database.db.kysely,
          provider: {
            getMigrations: async () => ({
              ...runnable(migrations, { grant, isOutside }),
              ...(await knownByName(database.pool, names)),
            }),
          },
          migrationTableName: 'schema_migrations',
          migrationLockTableName: 'schema_migration_lock',
        });
        const progress = isOutside ? logProgress(database.pool, log) : null;
        const { error } = await migrator.migrateToLatest({ disableTransactions: isOutside });
        progress?.stop();
        if (error) throw error;
      }
      await database.transaction(async (db) => {
        await sql`select pg_advisory_xact_lock(hashtext('job-queue-migrations'))`.execute(db.kysely);
        await runJobQueueMigrations({ pgPool: database.pool });
        await grant(db.kysely);
      });
    });
  } finally {
    await database.close();
  }
}

/**
 * Holds the lock of migrations during `work`. Polls for the lock, because a statement that waits for it would block the
 * building of an index, which waits for all statements.
 */
async function alone(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    const key = `hashtext('portal-migrations')`;
    const take = async () =>
      (await client.query<{ isTaken: boolean }>(`select pg_try_advisory_lock(${key}) as "isTaken"`)).rows[0]?.isTaken;
    while (!(await take())) await wait(againAfterMs / 5);
    await work();
  } finally {
    // The lock ends with the connection.
    client.release(true);
  }
}

/** Migrations of one run: all in one transaction, or the statements of one file, each in its own transaction. */
type Run = { isOutside: boolean; migrations: MigrationText[] };

const outside = /^-- Outside a transaction\b/;

/**
 * Returns the runs of what the database lacks, in order. A file whose first line asks for it runs alone, outside a
 * transaction.
 */
async function planRuns(pool: pg.Pool, from: string): Promise<Run[]> {
  const runs: Run[] = [];
  const known = await listKnown(pool);
  for (const migration of await readMigrations(from, { isNew: known.size === 0 })) {
    if (known.has(migration.name)) continue;
    const isOutside = outside.test(migration.text);
    const last = runs.at(-1);
    if (last && !last.isOutside && !isOutside) last.migrations.push(migration);
    else runs.push({ isOutside, migrations: [migration] });
  }
  return runs;
}

/** Lists the migrations that have run. None have after an interrupted first start, which may leave an empty table. */
async function listKnown(pool: pg.Pool): Promise<Set<string>> {
  const { rows: tables } = await pool.query(`select from pg_class where oid = to_regclass('schema_migrations')`);
  if (tables.length === 0) return new Set();
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations');
  return new Set(rows.map(({ name }) => name));
}

/** Returns the migrations that the database has beside the given ones: those of other runs, and of a newer version. */
async function knownByName(pool: pg.Pool, names: readonly string[]): Promise<Record<string, Migration>> {
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations where name <> all ($1)', [
    names,
  ]);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => {} }]));
}

type Grant = <Tables>(db: Kysely<Tables>) => Promise<void>;

/** Adds the rights to the last file, in the transaction of all, so that serving nodes see no table without them. */
function runnable(
  migrations: readonly MigrationText[],
  { grant, isOutside }: { grant: Grant; isOutside: boolean },
): Record<string, Migration> {
  const entries = migrations.map(({ name, text }) => {
    const migration: Migration = {
      up: async (db) => {
        if (isOutside) return runOutside(db, text);
        if (text !== '') await sql.raw(text).execute(db);
        if (name === migrations.at(-1)?.name) await grant(db);
      },
    };
    return [name, migration] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Runs statements that an empty line separates, one at a time. They wait for locks as long as necessary, because only
 * statements that let others write rows are allowed here. Half-built indexes of an interrupted run are dropped first.
 */
async function runOutside<Tables>(db: Kysely<Tables>, text: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index join pg_class c on c.oid = indexrelid
    where not indisvalid and c.relnamespace = to_regnamespace(current_schema())`.execute(db);
  await sql`set lock_timeout = 0`.execute(db);
  for (const { name } of rows) await sql.raw(`drop index concurrently ${name}`).execute(db);
  for (const statement of text.split(/;\s*\n\s*\n/)) await sql.raw(statement).execute(db);
  await sql.raw(`set lock_timeout = ${lockTimeoutMs}`).execute(db);
}

/** Logs the progress of building an index, every few seconds. */
function logProgress(pool: pg.Pool, log: (message: string) => void): { stop(): void } {
  const ask = async () => {
    const { rows } = await pool.query<{ name: string; phase: string; percent: number }>(
      `select index_relid::regclass::text as name, phase,
         coalesce(100 * (blocks_done + tuples_done) / nullif(blocks_total + tuples_total, 0), 0)::integer as percent
       from pg_stat_progress_create_index where datname = current_database()`,
    );
    for (const { name, phase, percent } of rows) log(`Building the index ${name}: ${phase}, ${percent} %.`);
  };
  const timer = setInterval(() => void ask().catch(() => {}), progressEveryMs);
  return { stop: () => clearInterval(timer) };
}

const progressEveryMs = 5_000;
