import { EventEmitter } from 'node:events';
import {
  type Compilable,
  type DeleteResult,
  type InsertResult,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type UpdateResult,
} from 'kysely';
import pg from 'pg';
import type { Tables } from '#server/migrations/tables.ts';
import { timeStatement } from '../telemetry/signals.ts';
import { Client } from './client.ts';
import { primaryAlone, type Replica } from './replica.ts';

// 64-bit counts are text by default; all of the portal's are integers that a number holds exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A day has no time zone, so it remains text: "2026-11-21".
pg.types.setTypeParser(pg.types.builtins.DATE, String);

/** Connection URLs of a database, by the role that connects. */
export type DatabaseAddresses = {
  /** For the role that owns the tables and changes them; that of `direct` or `service` when no other is known. */
  owner: string;
  /** For the role as which the portal serves. */
  service: string;
  /**
   * Like `service`, but bypasses a pooler in transaction mode, for work that needs a session; without a pooler absent,
   * or equal to `service`.
   */
  direct?: string;
};

/** Rows of a query; none of a write that returns none. */
type Rows<Row> = Row extends InsertResult | UpdateResult | DeleteResult ? never[] : Row[];

/** Access of a store: the pool for reads, one transaction for writes. A store never knows which it has. */
export type Db = {
  readonly kysely: Kysely<Tables>;
  /**
   * Runs a statement that PostgreSQL parses once per connection; for frequent reads. A connection keeps parsed
   * statements until it ends: after 30 seconds without use, or when it is released after half an hour. The query is
   * built and compiled at each call, which takes 6 to 15 µs; sending a text and reading its row takes 60 (December
   * 2026). It lists its columns: `selectAll` is rejected once a migration has added one (OPS-09).
   * @param name unique per text, such as `accounts.find_sign_in`; a name of more than 63 bytes is parsed at each call
   */
  prepared<Row>(name: string, query: Compilable<Row>): Promise<Rows<Row>>;
  /** Like the other form, for a text that Kysely cannot build, and for the most frequent statements. */
  prepared<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]>;
  /**
   * Sends a notice to every node when the transaction is committed, never when it is rolled back. Listeners of this
   * process have received it when `transaction` returns, others a moment later (platform/database/listen.ts).
   */
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Raises the time limit of the following statements of this transaction, its commit included: PostgreSQL's limit and
   * the driver's together, because the shorter one ends the statement.
   */
  allowLongStatements(limitMs: number): Promise<void>;
  /**
   * Runs a part of this transaction; when the part fails, its writes are undone and its error is thrown, and the caller
   * can continue the transaction.
   */
  savepoint<Result>(work: () => Promise<Result>): Promise<Result>;
};

export type Database = {
  readonly pool: pg.Pool;
  readonly db: Db;
  /**
   * Connections that no transaction holds, for reads and writes that a transaction waits for but does not contain, such
   * as counters of limits and caches. Transactions that wait for each other's connections would all fail.
   */
  readonly separate: Db;
  /** For connections beside the pool that listen or hold session locks. */
  readonly direct: pg.PoolConfig;
  /** For reads that may be some seconds old; never for data that a person has just saved. */
  readonly replica: Replica;
  /** Payloads of `notify` by channel: from this object, and from other processes while one listens. */
  readonly notices: EventEmitter<Record<string, [payload: string]>>;
  /** Runs `work` in one transaction: all its writes are committed, or none. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** Maximum bytes of a statement's name: PostgreSQL cuts longer ones, and would confuse two statements. */
const longestNameBytes = 63;

/** Connections of `Database.separate`; two count 3,000 limits a second on two cores (November 2026). */
const separateConnections = 2;

/** Milliseconds that the driver waits longer than PostgreSQL's limit, so that PostgreSQL ends a statement. */
const answerGraceMs = 2_000;

/** Codes of a full disk: PostgreSQL finds no room, or is set to read-only until there is some (postgres/room.ts). */
const noRoom = new Set(['53100', '25006']);

/** Whether a statement failed because no data can be stored at the moment, while existing data can be read. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && noRoom.has(String(error.code));
}

/** Whether a row was rejected because another row has its unique value (23505, unique violation). */
export function isUniqueViolation(error: unknown): boolean {
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
 * Opens the pools. A connection that dies (a restart of PostgreSQL) is reported and replaced, never fatal.
 * @param log reports lost connections
 * @param statementTimeoutMs 0 for no time limits, except a `lockTimeoutMs` that is given
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
  const poolOptions: pg.PoolConfig = {
    connectionString,
    Client,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    // After a failover connections lead to the new primary within this time, even those that still work.
    maxLifetimeSeconds: 1_800,
    // A host that vanished is noticed by a statement or, on an idle connection, by TCP.
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + answerGraceMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Options of a pooler's connections would affect everybody; there the role has the limits (role-limits.ts).
    ...(direct === connectionString && { options }),
  };
  let isClosing = false;
  const tellLost = (error: Error) => {
    // PostgreSQL may be stopped before it has read that a connection ends.
    if (!isClosing) log(`A database connection was lost: ${error.message}`);
  };
  const openPool = (most: number) => {
    const opened = new pg.Pool({ ...poolOptions, max: most });
    opened.on('error', tellLost);
    // A connection that breaks while in use reports here; its statement fails anyway.
    opened.on('connect', (client) => client.on('error', tellLost));
    return opened;
  };
  const pool = openPool(max);
  const separatePool = openPool(separateConnections);
  const notices: Database['notices'] = new EventEmitter();
  // Each app over this database may listen, and tests build many.
  notices.setMaxListeners(0);
  const tell: Tell = (channel, payload) => void notices.emit(channel, payload);
  const db = dbOver(pool, pool, tell);
  return {
    pool,
    db,
    separate: dbOver(separatePool, separatePool, tell),
    replica: primaryAlone(db),
    direct: { ...pool.options, options, connectionString: direct },
    notices,
    transaction: (work) => transaction(pool, work, tell),
    close: async () => {
      isClosing = true;
      await Promise.all([pool.end(), separatePool.end()]);
    },
  };
}

/**
 * Whether an error has this code of PostgreSQL: 0A000 is "cached plan must not change result type", 40P01 "deadlock
 * detected".
 */
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
    // Fails too on a connection that the client has ended (client.ts).
    broken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Time limit of the driver for each statement of a transaction; absent for the pool's `query_timeout`. */
type Limit = { query_timeout?: number };

/** Returns a statement with the driver's limit, which `pg` takes per statement although its types do not have it. */
function within<Statement extends pg.QueryConfig>(limit: Limit, statement: Statement): Statement & Limit {
  return { ...statement, ...limit };
}

/** @param limit limit of the transaction of this connection; the pool has none */
function dbOver(queryable: Queryable, pool: PostgresPool, tell: Tell, limit?: Limit): Db {
  return {
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: timed(pool) }) }),
    prepared: async (name: string, query: string | Compilable<unknown>, given: unknown[] = []) => {
      const { text, values } = typeof query === 'string' ? { text: query, values: given } : compiled(query);
      const isNamed = Buffer.byteLength(name) <= longestNameBytes;
      const statement = within(limit ?? {}, isNamed ? { name, text, values } : { text, values });
      const ask = () =>
        queryable.query(statement).catch((error: unknown) => {
          // A migration has changed the result of the statement. Without a name, the statement is planned again, also
          // behind a pooler, whose connections keep their plans.
          if (queryable instanceof pg.Pool && isOf(error, '0A000')) return queryable.query({ text, values });
          // PostgreSQL ended the statement to resolve a deadlock. Its effects are undone, so it is repeated.
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

function compiled(query: Compilable<unknown>): { text: string; values: unknown[] } {
  const { sql, parameters } = query.compile();
  return { text: sql, values: [...parameters] };
}

/**
 * Wraps the single connection of a transaction as a pool for Kysely; the transaction itself releases the connection.
 */
function oneConnection(client: pg.PoolClient, limit: Limit): PostgresPool {
  const query = (text: string, values: readonly unknown[] = []) =>
    client.query(within(limit, { text, values: [...values] }));
  // Safe cast, because Kysely calls the (text, values) form; cursors, the other form, are not used.
  const connection = { query: query as unknown as PostgresPoolClient['query'], release: () => {} };
  return { connect: async () => connection, end: async () => {}, options: {} };
}

/** Returns a pool whose statements are timed by verb and table: `select purchases`. */
function timed(pool: PostgresPool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      const query = <Row>(text: string, values: readonly unknown[] = []) =>
        timeStatement(summaryOf(text), () => client.query<Row>(text, values));
      // Safe cast, because Kysely calls this form; cursors, the other form, are not used.
      return { query: query as PostgresPoolClient['query'], release: () => client.release() };
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/**
 * Returns the verb of a statement and the first table that it names, which may be that of a subquery; never its values.
 */
function summaryOf(text: string): string {
  const [, verb = 'other'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]{2,40})\b/.exec(text) ?? [];
  return `${verb} ${table}`.trim().toLowerCase();
}
