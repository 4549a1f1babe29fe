import { Client } from './client.ts';
import { listMigrations, readMigration } from './migration-files.ts';
import { duration, type Estimate, estimate, stepSentence, stepsOf, type TableSize } from './upgrade-plan.ts';

type MissingMigration = { name: string; steps: Estimate[] };

/** Effects of an upgrade of these tables to this version. */
export type UpgradeFacts = {
  /** The newest migration of the tables; null when there are no tables yet. */
  present: string | null;
  missing: MissingMigration[];
  /** Migrations of a newer version than this one. */
  newer: string[];
};

/** Finds the effects of an upgrade of a database to this version, without changing anything. */
export async function inspectUpgrade(address: string): Promise<UpgradeFacts> {
  const wanted = await listMigrations();
  const { done, sizes } = await readTables(address);
  const missing = wanted
    .filter((name) => !done.includes(name))
    .map(async (name) => {
      const steps = stepsOf(await readMigration(name));
      return { name, steps: steps.map((step) => estimate(step, sizes.get(step.table))) };
    });
  return {
    present: done.at(-1) ?? null,
    missing: await Promise.all(missing),
    newer: done.filter((name) => !wanted.includes(name) && name > (wanted.at(-1) ?? '')),
  };
}

async function readTables(address: string): Promise<{ done: string[]; sizes: Map<string, TableSize> }> {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: 5_000 });
  // Without a listener, the error of a broken connection would end the process; the running query is rejected anyway.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows: known } = await client.query<{ isThere: boolean }>(
      `select to_regclass('schema_migrations') is not null as "isThere"`,
    );
    if (!known[0]?.isThere) return { done: [], sizes: new Map() };
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
    // Both numbers are estimates that PostgreSQL keeps: a table that it has not analysed has -1, or 0.
    const { rows: tables } = await client.query<TableSize & { table: string }>(
      `select c.relname as table, greatest(c.reltuples, s.n_live_tup, 0)::float8 as rows,
         pg_table_size(c.oid)::float8 as bytes
       from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
       where c.relkind = 'r' and c.relnamespace = to_regnamespace(current_schema())`,
    );
    const sizes = new Map(tables.map(({ table, ...size }) => [table, size]));
    return { done: rows.map(({ name }) => name), sizes };
  } finally {
    await client.end();
  }
}

/** The last migration for which all nodes had to be stopped. */
const lastThatStops = '0035_search_index';

/** Returns the facts as sentences, a line each. */
export function upgradeReport({ present, missing, newer }: UpgradeFacts): string[] {
  if (present === null) return ['The database has no tables of a portal yet: the first start makes them.'];
  if (newer.length > 0) {
    return [`The tables are newer than this version (${newer.at(-1)}): this version may serve beside the newer one.`];
  }
  if (missing.length === 0) return [`The tables are at ${present}: nothing migrates.`];
  const steps = missing.flatMap((one) => one.steps);
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  const blocked = steps.filter(({ kind, seconds: each }) => kind === 'build' && each >= 2).map(({ table }) => table);
  const writing = blocked.length > 0 ? `Writing to ${blocked.join(', ')} waits for longer than two seconds.` : null;
  return [
    `The tables are at ${present}. Migrations that are missing: ${missing.length}.`,
    '',
    ...missing.flatMap(({ name, steps: each }) => [
      name,
      ...(each.length === 0 ? ['  Only adds what is new.'] : each.map((step) => `  ${stepSentence(step)}`)),
    ]),
    '',
    `Altogether ${duration(seconds)}, on a slow machine with two cores.`,
    ...(writing ? [writing] : []),
    missing.some(({ name }) => name <= lastThatStops)
      ? 'Stop all nodes before the upgrade: nodes of the version before cannot serve beside it.'
      : 'Nodes of the version before may go on serving during the upgrade.',
  ];
}
