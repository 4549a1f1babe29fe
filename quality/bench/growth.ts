/**
 * `npm run bench:growth`: the cost of each query to the catalogue at 1,000, 10,000 and 100,000 resources; `--quick`
 * stops at 10,000 (docs/performance.md). Calls the portal's own actions, without its cache.
 */
import { openDatabase } from '#server/platform/database/db.ts';
import { vocabularyOf } from './catalogue.ts';
import { type Cost, costsInTurn, printSequentialScans, showCost } from './costs.ts';
import { startBenchPostgres } from './database.ts';
import { insertPortalFixtures } from './fixtures.ts';
import { growthGoal } from './goals.ts';
import { describeMachine } from './machine.ts';
import { withStops } from './processes.ts';
import { readQuestions } from './questions.ts';
import { figure, printTable } from './table.ts';

const sizes = process.argv.includes('--quick') ? [1_000, 10_000] : [1_000, 10_000, 100_000];
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
    for (const question of await readQuestions(database, { size, words })) {
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
  const largest = [...found.values()].at(-1);
  printTable(
    ['median / p99, ms', ...[...found.keys()].map((size) => size.toLocaleString('en-GB')), growthGoal.text],
    names.map((name) => {
      const cost = largest?.get(name);
      const costs = [...found.values()].map((costsOfSize) => showCost(costsOfSize.get(name)));
      return [name, ...costs, cost && growthGoal.isMet(cost) ? 'met' : 'missed'];
    }),
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
