/**
 * `npm run bench:admin`: what administrators ask of 100,000 users, 1,000,000 purchases and 1,000,000 entries of the
 * audit log; `-- --quick` takes a tenth of each (docs/performance.md).
 */
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { insertAdminFixtures } from './admin-fixtures.ts';
import { adminQuestionsOf } from './admin-questions.ts';
import { startBenchPostgres } from './database.ts';
import { median } from './goals.ts';
import { describeMachine, machineProcessorMs } from './machine.ts';
import type { Question } from './questions.ts';
import { withStops } from './stops.ts';
import { figure, printTable } from './table.ts';
import { vocabularyOf } from './words.ts';

const share = process.argv.includes('--quick') ? 0.1 : 1;
const size = {
  resources: 1000,
  members: 100_000 * share,
  purchases: 1_000_000 * share,
  entries: 1_000_000 * share,
  words: vocabularyOf(1000),
};
const warmUps = 3;
const samples = 50;

async function costOf({ name, ask }: Question): Promise<string[]> {
  const times: number[] = [];
  for (let sample = -warmUps; sample < samples; sample += 1) {
    const startedAt = performance.now();
    await ask(sample + warmUps);
    if (sample >= 0) times.push(performance.now() - startedAt);
  }
  const p99 = times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
  return [name, figure(median(times)), figure(p99)];
}

/** Brings the sums up to date, as the portal's job does, and holds them against the ledger. */
async function makeSums({ pool }: Database): Promise<void> {
  const startedAt = performance.now();
  let folded = 0;
  for (;;) {
    const { rows } = await pool.query('select fold_analytics(10000) as folded');
    folded += rows[0].folded;
    if (rows[0].folded < 10_000) break;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${folded.toLocaleString('en-GB')} payments worked into the sums in ${figure(seconds)} s`);
  const { rows } = await pool.query(
    `select (select sum(amount_minor) from analytics_days where kind <> 'refund') as taken,
       (select sum(amount_received_minor) from payment_attempts) + (select sum(paid_minor) from invoices) as ledger_taken,
       (select sum(amount_minor) from analytics_days where kind = 'refund') as returned,
       (select sum(amount_minor) from refunds) as ledger_returned`,
  );
  const { taken, ledger_taken, returned, ledger_returned } = rows[0];
  const isEqual = String(taken) === String(ledger_taken) && String(returned) === String(ledger_returned);
  console.log(`Sums and ledger are ${isEqual ? 'equal' : `different: ${JSON.stringify(rows[0])}`}.\n`);
}

await withStops(async (stops) => {
  const postgres = await startBenchPostgres();
  stops.push(() => postgres.stop());
  const connectionString = await postgres.createDatabase('bench_admin');
  const startedAt = performance.now();
  await insertAdminFixtures(connectionString, size);
  console.error(`filled in ${figure((performance.now() - startedAt) / 1000)} s`);
  const database = openDatabase(connectionString, { log: console.error, max: 4, statementTimeoutMs: 0 });
  stops.push(() => database.close());
  console.log(describeMachine(postgres.version));
  await makeSums(database);
  const busyBefore = machineProcessorMs();
  const askedAt = performance.now();
  const rows: string[][] = [];
  for (const question of adminQuestionsOf(database, size)) rows.push(await costOf(question));
  printTable(['question', 'median ms', 'p99 ms'], rows);
  const busy = (machineProcessorMs() - busyBefore) / (performance.now() - askedAt);
  console.log(`\n${figure(busy)} processors were busy meanwhile, this run's own included.`);
});
