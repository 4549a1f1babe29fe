import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '#server/platform/database/postgres.ts';

/** A separate PostgreSQL in a temporary folder, started as the portal starts it. */
export type BenchPostgres = {
  /** Creates an empty database and returns its owner's URL. */
  createDatabase(name: string): Promise<string>;
  /** Returns the URL of a database for the serving role. */
  serviceOf(url: string): string;
  /** The process whose children execute the statements. */
  processId: number;
  version: string;
  /** Stops PostgreSQL and removes its folder. */
  stop(): Promise<void>;
};

export async function startBenchPostgres(): Promise<BenchPostgres> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-bench-'));
  const postgres = await startPostgres({ dataDir, log: console.error });
  const lines = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const [found] = await query<{ version: string }>(
    postgres.owner,
    "select current_setting('server_version') as version",
  );
  return {
    createDatabase: async (name) => {
      await query(postgres.owner, `create database ${name}`);
      const url = new URL(postgres.owner);
      url.pathname = `/${name}`;
      return url.href;
    },
    serviceOf: (url) => Object.assign(new URL(postgres.service), { pathname: new URL(url).pathname }).href,
    processId: Number(lines[0]),
    version: found?.version ?? '',
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Executes one statement on a separate connection. */
export async function query<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(connectionString, async (client) => (await client.query<Row>(text, values)).rows);
}

/** Calls `work` with a connection, and closes the connection afterwards. */
export async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
