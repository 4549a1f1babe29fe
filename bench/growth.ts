/**
 * `npm run bench:growth`: what the catalogue's questions cost while it grows: 1,000, 10,000 and 100,000 resources, with
 * `--million` 1,000,000 as well (docs/performance.md). Each is asked of the portal's own actions, never of its cache.
 */
import { type Database, openDatabase } from '#server/platform/db.ts';
import { startBenchPostgres } from './database.ts';
import { fillPortal } from './fill.ts';
import { median } from './goals.ts';
import { describeMachine } from './machine.ts';
import { type Question, questionsOf } from './questions.ts';
import { withStops } from './stops.ts';
import { figure, printTable } from './table.ts';
import { vocabularyOf } from './words.ts';

const sizes = [1_000, 10_000, 100_000, ...(process.argv.includes('--million') ? [1_000_000] : [])];
const warmUps = 10;
const samples = 100;

/** Milliseconds, and how often a whole table was read instead of an index. */
type Cost = { median: number; maximum: number; wholeReads: number };

async function costOf(database: Database, { ask }: Question): Promise<Cost> {
  const times: number[] = [];
  for (let sample = -warmUps; sample < samples; sample += 1) {
    if (sample === 0) await forgetReads(database);
    const startedAt = performance.now();
    await ask(sample + warmUps);
    if (sample >= 0) times.push(performance.now() - startedAt);
  }
  return { median: median(times), maximum: Math.max(...times), wholeReads: await countReads(database) };
}

/** The database counts reads of whole tables itself; the pool has one connection, whose counts are told at once. */
async function countReads({ pool }: Database): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query(`select seq_scan as reads from pg_stat_user_tables where relname = 'resources'`);
  return rows[0].reads;
}

async function forgetReads({ pool }: Database): Promise<void> {
  await pool.query('select pg_stat_force_next_flush()');
  await pool.query(`select pg_stat_reset_single_table_counters('resources'::regclass)`);
}

async function measureSize(connectionString: string, size: number): Promise<Map<string, Cost>> {
  const words = vocabularyOf(size);
  const startedAt = performance.now();
  await fillPortal(connectionString, size, words);
  console.error(
    `${size.toLocaleString('en-GB')} resources added in ${figure((performance.now() - startedAt) / 1000)} s`,
  );
  const database = openDatabase(connectionString, { log: console.error, max: 1 });
  try {
    const costs = new Map<string, Cost>();
    for (const question of await questionsOf(database, { size, words })) {
      costs.set(question.name, await costOf(database, question));
    }
    return costs;
  } finally {
    await database.close();
  }
}

function print(found: Map<number, Map<string, Cost>>): void {
  const names = [...(found.values().next().value?.keys() ?? [])];
  const shown = (cost: Cost | undefined) =>
    cost ? `${figure(cost.median)} / ${figure(cost.maximum)}${cost.wholeReads > 0 ? ' *' : ''}` : '';
  printTable(
    ['median / maximum, ms', ...[...found.keys()].map((size) => size.toLocaleString('en-GB'))],
    names.map((name) => [name, ...[...found.values()].map((costs) => shown(costs.get(name)))]),
  );
  console.log('\n* The whole table was read.');
}

await withStops(async (stops) => {
  const postgres = await startBenchPostgres();
  stops.push(() => postgres.stop());
  const found = new Map<number, Map<string, Cost>>();
  for (const size of sizes) {
    found.set(size, await measureSize(await postgres.createDatabase(`bench_${size}`), size));
  }
  console.log(`${describeMachine(postgres.version)}\n`);
  print(found);
});
