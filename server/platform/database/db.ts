import { EventEmitter } from 'node:events';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Tables } from '#server/migrations/tables.ts';
import { timeStatement } from '../telemetry/signals.ts';
import { Client } from './client.ts';
import { primaryAlone, type Replica } from './replica.ts';

// 64-bit counts come back as text by default; none of ours exceeds what a number holds exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A day has no time zone, so it stays text: "2026-11-21".
pg.types.setTypeParser(pg.types.builtins.DATE, String);

/** Where a database is, for the two who come to it. */
export type DatabaseAddresses = {
  /** Who owns the tables and changes them. */
  owner: string;
  /** Who the portal serves as; the owner's address where that is the same. */
  service: string;
  /** As `service`, past a pooler in transaction mode, for what needs a connection of its own; absent: `service`. */
  direct?: string;
};

/** What a store asks: the pool for reads, one transaction for writes. It never knows which. */
export type Db = {
  readonly kysely: Kysely<Tables>;
  /**
   * Runs a statement that PostgreSQL parses once per connection; for the hot reads. A connection keeps what it has parsed
   * until it ends, after half an hour.
   * @param name unique per text, such as `accounts.find_sign_in`; with more than 63 bytes it is parsed at each call
   */
  prepared<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]>;
  /**
   * Says something to every node, heard once it is committed and never when it is rolled back. Listeners of this
   * process have heard it by the time `transaction` returns, others a moment later (platform/database/listen.ts).
   */
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Gives each following statement of this transaction, its commit included, more time than statements have otherwise:
   * PostgreSQL's limit and the driver's are raised together, because the shorter one ends the statement.
   */
  allowLongStatements(limitMs: number): Promise<void>;
  /** Runs a part of this transaction; when it fails, what it wrote is undone, and the rest of the transaction goes on. */
  savepoint<Result>(work: () => Promise<Result>): Promise<Result>;
};

export type Database = {
  readonly pool: pg.Pool;
  readonly db: Db;
  /** For connections beside the pool that listen or hold session locks. */
  readonly direct: pg.PoolConfig;
  /** For reads that may be some seconds old; never for what a person has just written. */
  readonly replica: Replica;
  /** Payloads of `notify` by channel: from this object, and from other processes while one listens. */
  readonly notices: EventEmitter<Record<string, [payload: string]>>;
  /** Runs `work` in one transaction: everything it wrote stays, or nothing. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** Most bytes of a statement's name: PostgreSQL cuts longer ones, and would take two statements for one. */
const longestNameBytes = 63;

/** How much longer than PostgreSQL's limit the driver waits, so that it is PostgreSQL that ends a statement. */
const answerGraceMs = 2_000;

/** A full disk: PostgreSQL finds no room, or is set to read-only until there is some (postgres/room.ts). */
const noRoom = new Set(['53100', '25006']);

/** Whether a statement failed because nothing new can be kept at the moment, while what is there can be read. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && noRoom.has(String(error.code));
}

/** Whether a row was refused because another one has what may be there once (23505, unique violation). */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

type Queryable = Pick<pg.Pool, 'query'>;

type Options = {
  log: (message: string) => void;
  direct?: string | undefined;
  max?: number;
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
};

/**
 * Opens the pool. A connection that dies (a restart of PostgreSQL) is reported and replaced, never fatal.
 * @param log reports lost idle connections
 * @param statementTimeoutMs 0 means no limits of time, but for a `lockTimeoutMs` that is given
 */
export function openDatabase(
  connectionString: string,
  {
    log,
    direct = connectionString,
    max = 10,
    statementTimeoutMs = 5_000,
    lockTimeoutMs = statementTimeoutMs > 0 ? 2_000 : 0,
  }: Options,
): Database {
  const limits = statementTimeoutMs > 0 ? '-c idle_in_transaction_session_timeout=10000' : '';
  const options = `-c timezone=UTC -c statement_timeout=${statementTimeoutMs} -c lock_timeout=${lockTimeoutMs} ${limits}`;
  const pool = new pg.Pool({
    connectionString,
    Client,
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    // After a failover connections lead to the new primary within this time, even those that still work.
    maxLifetimeSeconds: 1_800,
    // A host that vanished without a word is noticed by a statement or, on an idle connection, by TCP.
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + answerGraceMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Those of a pooler belong to everybody, and the role keeps the limits (role-limits.ts).
    ...(direct === connectionString && { options }),
  });
  let isClosing = false;
  const tellLost = (error: Error) => {
    // PostgreSQL may be stopped before it has read that a connection ends.
    if (!isClosing) log(`A database connection was lost: ${error.message}`);
  };
  pool.on('error', tellLost);
  // A connection that breaks while in use reports here; its statement fails by itself.
  pool.on('connect', (client) => client.on('error', tellLost));
  const notices: Database['notices'] = new EventEmitter();
  // Each app over this database may listen, and tests build many.
  notices.setMaxListeners(0);
  const tell: Tell = (channel, payload) => void notices.emit(channel, payload);
  const db = dbOver(pool, pool, tell);
  return {
    pool,
    db,
    replica: primaryAlone(db),
    direct: { ...pool.options, options, connectionString: direct },
    notices,
    transaction: (work) => transaction(pool, work, tell),
    close: () => {
      isClosing = true;
      return pool.end();
    },
  };
}

/** Of PostgreSQL: 0A000 is "cached plan must not change result type", 40P01 "deadlock detected". */
function isOf(error: unknown, code: '0A000' | '40P01'): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

type Tell = (channel: string, payload: string) => void;

async function transaction<Result>(pool: pg.Pool, work: (db: Db) => Promise<Result>, tell: Tell): Promise<Result> {
  const client = await pool.connect();
  const said: Parameters<Tell>[] = [];
  const limit: Limit = {};
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(
      dbOver(client, oneConnection(client, limit), (...notice) => void said.push(notice), limit),
    );
    await client.query(within(limit, { text: 'commit' }));
    for (const notice of said) tell(...notice);
    return result;
  } catch (error) {
    // A connection that the client has ended (client.ts) refuses this, too.
    broken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Time that each statement of a transaction has on the driver's side; absent: the pool's `query_timeout`. */
type Limit = { query_timeout?: number };

/** A statement with the driver's limit, which `pg` takes per statement although its types do not name it. */
function within<Statement extends pg.QueryConfig>(limit: Limit, statement: Statement): Statement & Limit {
  return { ...statement, ...limit };
}

/** @param limit of the transaction that `queryable` is the connection of; the pool has none */
function dbOver(queryable: Queryable, pool: PostgresPool, tell: Tell, limit?: Limit): Db {
  return {
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: timed(pool) }) }),
    prepared: async (name, text, values) => {
      const isNamed = Buffer.byteLength(name) <= longestNameBytes;
      const statement = within(limit ?? {}, isNamed ? { name, text, values } : { text, values });
      const ask = () =>
        queryable.query(statement).catch((error: unknown) => {
          // A migration has changed what the statement answers. Without its name it is planned anew, behind a pooler as
          // well, whose connections keep their plans.
          if (queryable instanceof pg.Pool && isOf(error, '0A000')) return queryable.query({ text, values });
          // Chosen to end a circle of waiting; it has done nothing, and the others go on.
          if (queryable instanceof pg.Pool && isOf(error, '40P01')) return queryable.query(statement);
          throw error;
        });
      const { rows } = await timeStatement(name, ask);
      return rows;
    },
    notify: async (channel, payload) => {
      await queryable.query({ name: 'db.notify', text: 'select pg_notify($1, $2)', values: [channel, payload] });
      tell(channel, payload);
    },
    allowLongStatements: async (limitMs) => {
      if (!limit) throw new Error('Only a transaction can be given more time');
      await queryable.query({
        name: 'db.allow_long_statements',
        text: `select set_config('statement_timeout', $1, true)`,
        values: [`${limitMs}ms`],
      });
      limit.query_timeout = limitMs + answerGraceMs;
    },
    savepoint: async (work) => {
      if (!limit) throw new Error('Only a transaction has savepoints');
      await queryable.query('savepoint part');
      try {
        const result = await work();
        await queryable.query('release savepoint part');
        return result;
      } catch (error) {
        await queryable.query('rollback to savepoint part; release savepoint part');
        throw error;
      }
    },
  };
}

/** A pool of the one connection that holds the transaction, for Kysely; releasing it is the transaction's business. */
function oneConnection(client: pg.PoolClient, limit: Limit): PostgresPool {
  const query = (text: string, values: readonly unknown[] = []) =>
    client.query(within(limit, { text, values: [...values] }));
  // Kysely calls the (text, values) form; cursors, the other one, are not used.
  const connection = { query: query as unknown as PostgresPoolClient['query'], release: () => {} };
  return { connect: async () => connection, end: async () => {}, options: {} };
}

/** The same pool, whose statements are timed by what they do and to which table: `select purchases`. */
function timed(pool: PostgresPool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      const query = <Row>(text: string, values: readonly unknown[] = []) =>
        timeStatement(summaryOf(text), () => client.query<Row>(text, values));
      // Kysely calls it so; cursors, the other form, are not used.
      return { query: query as PostgresPoolClient['query'], release: () => client.release() };
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** Verb and first table of a statement, which may come after subqueries of its own: never its values. */
function summaryOf(text: string): string {
  const [, verb = 'other'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]{2,40})\b/.exec(text) ?? [];
  return `${verb} ${table}`.trim().toLowerCase();
}
