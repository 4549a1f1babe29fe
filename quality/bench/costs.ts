import type { Database } from '#server/platform/database/db.ts';
import { median } from './goals.ts';
import type { Question } from './questions.ts';
import { figure } from './table.ts';

/** Cost of a kind of query: milliseconds, and the large tables with a sequential scan. */
export type Cost = { median: number; p99: number; sequentialScans: string[] };

/** A query, and its database with a single connection. */
type Asked = {
  database: Database;
  question: Question;
  /** Minimum number of rows; smaller tables are ignored. */
  leastRows: number;
};

const warmUps = 10;

/**
 * Executes all queries in turn, many times, so that a slow moment of the machine affects all of them alike. The first
 * ten turns warm up and do not count.
 */
export async function costsInTurn(asked: readonly Asked[], samples: number): Promise<Cost[]> {
  const times = asked.map((): number[] => []);
  for (let sample = -warmUps; sample < samples; sample += 1) {
    if (sample === 0) for (const { database } of asked) await resetScanCounts(database);
    for (const [index, { question }] of asked.entries()) {
      const startedAt = performance.now();
      await question.ask(sample + warmUps);
      if (sample >= 0) times[index]?.push(performance.now() - startedAt);
    }
  }
  const costs: Cost[] = [];
  for (const [index, { database, leastRows }] of asked.entries()) {
    const own = times[index] ?? [];
    const p99 = own.toSorted((one, other) => one - other)[Math.ceil(samples * 0.99) - 1] ?? Number.NaN;
    costs.push({ median: median(own), p99, sequentialScans: await listSequentialScans(database, leastRows) });
  }
  return costs;
}

/** Returns a cost as a table cell, with a star when a large table had a sequential scan. */
export function showCost(cost: Cost | undefined): string {
  return cost ? `${figure(cost.median)} / ${figure(cost.p99)}${cost.sequentialScans.length > 0 ? ' *' : ''}` : '';
}

/** Prints the tables of the stars below a table. */
export function printSequentialScans(costs: Iterable<[what: string, cost: Cost]>): void {
  for (const [what, { sequentialScans }] of costs) {
    if (sequentialScans.length > 0) console.log(`* ${what} scanned all of ${sequentialScans.join(', ')}.`);
  }
}

/**
 * Resets PostgreSQL's counters of sequential scans. The pool must have one connection, so that its counts are reported.
 */
async function resetScanCounts({ pool }: Database): Promise<void> {
  await pool.query('select pg_stat_force_next_flush()');
  await pool.query('select pg_stat_reset()');
}

/**
 * Lists the tables with at least `leastRows` rows that had a sequential scan since the reset. For smaller tables a scan
 * is quicker than an index.
 */
async function listSequentialScans({ pool }: Database, leastRows: number): Promise<string[]> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ relname: string }>(
    `select s.relname from pg_stat_user_tables s join pg_class c on c.oid = s.relid
     where s.seq_scan > 0 and c.reltuples >= $1 order by s.relname`,
    [leastRows],
  );
  return rows.map(({ relname }) => relname);
}
