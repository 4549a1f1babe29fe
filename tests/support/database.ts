import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, type DatabaseAddresses, openDatabase } from '#server/platform/database/db.ts';
import { addressesOf } from './addresses.ts';

/** Database of a test. Its pool uses the restricted role that the portal serves with. */
export type TestDatabase = Database & {
  addresses: DatabaseAddresses;
  /** Pool of the owner, a superuser, for tests that change, empty or measure tables. */
  owner: pg.Pool;
  drop(): Promise<void>;
};

const inTransaction = new AsyncLocalStorage<boolean>();

/** Runs `work` as another caller's inside a test's transaction, so that its connections are not rejected. */
export function asAnotherCaller<Result>(work: () => Result): Result {
  return inTransaction.run(false, work);
}

/**
 * Makes the pool throw when a connection is requested from inside a transaction. As many such transactions as the pool
 * has connections would wait for each other (`Database.separate` has connections for this).
 */
function rejectSecondConnections(database: Database): Database {
  const { pool } = database;
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  Object.assign(pool, {
    connect: (...given: unknown[]) => {
      if (inTransaction.getStore()) throw new Error('A transaction asks for a second connection of the pool');
      return connect(...given);
    },
  });
  return {
    ...database,
    transaction: (work) => database.transaction((db) => inTransaction.run(true, () => work(db))),
  };
}

/** Creates a fresh migrated database, cloned from the run's template. PostgreSQL's `template0` gives an empty one. */
export async function createTestDatabase({ template = 'portal_template' } = {}): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const role = new URL(postgres.service).username;
  await asOwner(postgres, [
    // Copying the files takes a quarter of the work of the default copy through the log.
    `create database ${name} template ${template} strategy file_copy`,
    // By default, everyone may connect to a clone, as to any new database.
    `revoke all on database ${name} from public; grant connect on database ${name} to ${role}`,
  ]);
  const addresses = addressesOf(name, postgres);
  // Each connection loads the system catalogue and plans its statements; three do a sixth less work than eight.
  const database = rejectSecondConnections(openDatabase(addresses.service, { log: () => {}, max: 3 }));
  const { pool: owner } = openDatabase(addresses.owner, { log: () => {}, max: 2, statementTimeoutMs: 60_000 });
  return {
    ...database,
    addresses,
    owner,
    drop: async () => {
      await Promise.all([database.close(), owner.end()]);
      await asOwner(postgres, [`drop database ${name} with (force)`]);
    },
  };
}

/**
 * The only connection over which this worker creates and drops databases, because opening another costs as much as a
 * drop.
 */
let administration: pg.Pool | null = null;

async function asOwner({ owner }: DatabaseAddresses, statements: string[]): Promise<void> {
  administration ??= new pg.Pool({ connectionString: owner, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  const client = await administration.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release();
  }
}
