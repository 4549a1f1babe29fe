import type pg from 'pg';
import { bumpCatalogueVersion } from '#server/catalogue/catalogue/store.ts';
import type { TestDatabase } from './database.ts';

/** Number of rows of each table and a digest of them, by the name of the table. */
export type Fingerprint = Record<string, string>;

export type Snapshot = {
  /**
   * Returns the contents of all tables except `counters` and the time of a session's last use, which rejected calls may
   * change.
   */
  fingerprint(): Promise<Fingerprint>;
  /**
   * Restores every row to its state at the snapshot, except in the tables of `forwardOnly`.
   * @returns the names of the tables in which something had changed, except those counters
   */
  restore(): Promise<string[]>;
};

/** Tables that only count: attempts, and uses, searches and visits, which are counted a little after the call. */
const counters = new Set(['limit_counters', 'sign_in_failures', 'resource_days', 'empty_searches', 'visit_days']);

/** Tables whose numbers only increase and are never restored, because nodes cache lists under them. */
const forwardOnly = new Set(['catalogue_version']);

type Table = { schema: string; name: string; columns: string };

/** Copies all tables into a schema of its own, so that a test can compare with them and restore them. */
export async function takeSnapshot(database: TestDatabase): Promise<Snapshot> {
  const { owner: pool } = database;
  const tables = await listTables(pool);
  await pool.query('drop schema if exists snapshot cascade; create schema snapshot');
  for (const table of tables) await pool.query(`create table ${copyOf(table)} as table ${nameOf(table)}`);
  await noteWrites(pool, tables);
  const compared = tables.filter(({ name }) => !counters.has(name));
  const taken = await readFingerprint(pool, tables);
  return {
    fingerprint: () => readFingerprint(pool, compared),
    restore: async () => {
      const written = await takeWritten(pool);
      if (written.size === 0) return [];
      const candidates = tables.filter(({ name }) => written.has(name));
      const present = await readFingerprint(pool, candidates);
      const changed = candidates.filter(
        (table) => present[table.name] !== taken[table.name] && !forwardOnly.has(table.name),
      );
      if (changed.length > 0) await putBack(database, changed);
      return changed.map(({ name }) => name).filter((name) => !counters.has(name));
    },
  };
}

const nameOf = ({ schema, name }: Table) => `${schema}.${name}`;
const copyOf = ({ name }: Table) => `snapshot.${name}`;

/** Lists the product's tables and the queue's jobs, without generated columns. */
async function listTables(pool: pg.Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select table_schema as schema, table_name as name,
       string_agg(quote_ident(column_name), ', ' order by ordinal_position)
         filter (where is_generated = 'NEVER') as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and (table_schema = 'public' and table_name not like 'kysely%'
       or table_schema = 'graphile_worker' and table_name = '_private_jobs')
     group by 1, 2 order by 1, 2`,
  );
  return rows;
}

/**
 * Records the name of each table that a committed statement writes to, because comparing a hundred tables after every
 * call takes most of the time of a test. The records have no key, so that callers never wait for each other's.
 */
async function noteWrites(pool: pg.Pool, tables: Table[]): Promise<void> {
  const triggers = tables.map(
    (table) => `create or replace trigger note_writes after insert or update or delete or truncate on ${nameOf(table)}
      for each statement execute function snapshot.note_write()`,
  );
  await pool.query(`create table snapshot.written (name text not null);
    create function snapshot.note_write() returns trigger language plpgsql security definer as $$
      begin insert into snapshot.written values (tg_table_name); return null; end $$;
    ${triggers.join(';\n')}`);
}

async function takeWritten(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>('delete from snapshot.written returning name');
  return new Set(rows.map(({ name }) => name));
}

/**
 * Reads the fingerprints as one row with a column for each table. PostgreSQL would read the parts of a union in
 * processes of their own, in ten times the time.
 */
async function readFingerprint(pool: pg.Pool, tables: Table[]): Promise<Fingerprint> {
  const parts = tables.map(
    (table) => `(select count(*) || ':' || coalesce(md5(string_agg(line, '|' order by line)), '')
      from (select (to_jsonb(t) - 'last_seen_at')::text as line from ${nameOf(table)} t) as lines) as ${table.name}`,
  );
  const { rows } = await pool.query<Fingerprint>(`select ${parts.join(', ')}`);
  return rows[0] ?? {};
}

/** Restores the tables without triggers, because the audit log may otherwise only grow. */
async function putBack(database: TestDatabase, tables: Table[]): Promise<void> {
  const statements = tables.flatMap((table) => [
    `delete from ${nameOf(table)}`,
    `insert into ${nameOf(table)} (${table.columns}) overriding system value select ${table.columns} from ${copyOf(table)}`,
  ]);
  await database.owner.query(
    ['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join(';\n'),
  );
  await database.transaction(bumpCatalogueVersion);
}
