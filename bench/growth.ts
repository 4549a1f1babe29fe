/**
 * `npm run bench:growth`: what the catalogue's questions cost while it grows: 1,000, 10,000 and 100,000 resources, with
 * `--million` 1,000,000 as well, with `--quick` no more than 10,000 (docs/performance.md). Each is asked of the portal's own actions, never of its cache.
 */
import { openDatabase } from '#server/platform/database/db.ts';
import { vocabularyOf } from './catalogue.ts';
import { type Cost, costsInTurn, printSequentialScans, showCost } from './costs.ts';
import { startBenchPostgres } from './database.ts';
import { insertPortalFixtures } from './fixtures.ts';
import { describeMachine } from './machine.ts';
import { withStops } from './processes.ts';
import { questionsOf } from './questions.ts';
import { figure, printTable } from './table.ts';

const most = process.argv.includes('--million') ? 1_000_000 : process.argv.includes('--quick') ? 10_000 : 100_000;
const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= most);
const samples = 100;

async function measureSize(connectionString: string, size: number): Promise<Map<string, Cost>> {
  const words = vocabularyOf(size);
  const startedAt = performance.now();
  await insertPortalFixtures(connectionString, size, words);
  console.error(
    `${size.toLocaleString('en-GB')} resources added in ${figure((performance.now() - startedAt) / 1000)} s`,
  );
  const database = openDatabase(connectionString, { log: console.error, max: 1 });
  try {
    const costs = new Map<string, Cost>();
    for (const question of await questionsOf(database, { size, words })) {
      const [cost] = await costsInTurn([{ database, question, leastRows: size / 2 }], samples);
      if (cost) costs.set(question.name, cost);
    }
    return costs;
  } finally {
    await database.close();
  }
}

function print(found: Map<number, Map<string, Cost>>): void {
  const names = [...(found.values().next().value?.keys() ?? [])];
  printTable(
    ['median / p99, ms', ...[...found.keys()].map((size) => size.toLocaleString('en-GB'))],
    names.map((name) => [name, ...[...found.values()].map((costs) => showCost(costs.get(name)))]),
  );
  console.log('');
  for (const [size, costs] of found) {
    printSequentialScans(
      [...costs].map(([name, cost]) => [`${name}, ${size.toLocaleString('en-GB')} resources,`, cost]),
    );
  }
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
