/**
 * `npm run bench:members`: what members ask about what is theirs while members grow: 1,000, 10,000 and 100,000, with
 * `--million` 1,000,000, with `--quick` no more than 10,000; ten purchases each, every tenth with a subscription (docs/performance.md).
 */
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { type Cost, costsInTurn, showCost, tellWholeReads } from './costs.ts';
import { query, startBenchPostgres, withClient } from './database.ts';
import { fillPortal } from './fill.ts';
import { describeMachine, machineProcessorMs } from './machine.ts';
import { insertMemberFixtures, type MemberFixtureSize } from './member-fixtures.ts';
import { memberQuestionsOf } from './member-questions.ts';
import type { Question } from './questions.ts';
import { withStops } from './stops.ts';
import { figure, printTable } from './table.ts';
import { vocabularyOf } from './words.ts';

const most = process.argv.includes('--million') ? 1_000_000 : process.argv.includes('--quick') ? 10_000 : 100_000;
const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= most);
const resources = 1_000;
const samples = 2_000;
/** How many times the p99 of the smallest size the largest may take. */
const mostTimes = 2;

async function fill(connectionString: string, size: MemberFixtureSize): Promise<void> {
  await fillPortal(connectionString, resources, vocabularyOf(resources));
  await withClient(connectionString, async (client) => {
    await client.query('set synchronous_commit = off; set session_replication_role = replica');
    await insertMemberFixtures(client, size);
    await client.query(
      // Seen a moment ago all the while: a visit that is noted, once a minute, would be measured at some sizes only.
      `insert into sign_in_sessions (user_id, token_hash, ip, user_agent, last_seen_at)
       select id, sha256(convert_to('bench-session-' || id, 'UTF8')), '127.0.0.1', 'bench', now() + interval '1 hour'
       from users`,
    );
    await client.query(
      `insert into access_grants (user_id, resource_id, reason)
       select id, 1 + id * 53 % $1::integer, 'Part of a course' from users where id % 3 = 0`,
      [resources],
    );
    await client.query('vacuum analyze');
    // As fillResources does at its end.
    await client.query('checkpoint');
  });
}

type Filled = { size: MemberFixtureSize; database: Database; questions: Question[] };

async function fillNoted(connectionString: string, size: MemberFixtureSize): Promise<Filled> {
  const startedAt = performance.now();
  await fill(connectionString, size);
  const [taken] = await query<{ bytes: number }>(
    connectionString,
    'select pg_database_size(current_database())::float8 as bytes',
  );
  const seconds = figure((performance.now() - startedAt) / 1000);
  const mebibytes = figure((taken?.bytes ?? 0) / 1024 ** 2);
  console.error(`${size.members.toLocaleString('en-GB')} members added in ${seconds} s, ${mebibytes} MiB`);
  const database = openDatabase(connectionString, { log: console.error, max: 1 });
  return { size, database, questions: memberQuestionsOf(database, size) };
}

/** Each question to all sizes in turn. @returns by the number of members what each question costs */
async function measure(filled: readonly Filled[]): Promise<Map<number, Map<string, Cost>>> {
  const found = new Map(filled.map(({ size }) => [size.members, new Map<string, Cost>()]));
  for (const [index, { name }] of filled[0]?.questions.entries() ?? []) {
    const asked = filled.flatMap(({ database, questions, size }) => {
      const question = questions[index];
      return question ? [{ database, question, leastRows: Math.max(1_000, size.members / 20) }] : [];
    });
    const costs = await costsInTurn(asked, samples);
    filled.forEach(({ size }, place) => {
      const cost = costs[place];
      if (cost) found.get(size.members)?.set(name, cost);
    });
  }
  return found;
}

function print(found: Map<number, Map<string, Cost>>): void {
  const all = [...found.values()];
  const [smallest, largest] = [all[0], all.at(-1)];
  const timesOf = (name: string) => (largest?.get(name)?.p99 ?? Number.NaN) / (smallest?.get(name)?.p99 ?? Number.NaN);
  printTable(
    ['median / p99, ms', ...[...found.keys()].map((size) => size.toLocaleString('en-GB')), 'p99, last to first', ''],
    [...(smallest?.keys() ?? [])].map((name) => [
      name,
      ...all.map((costs) => showCost(costs.get(name))),
      `${figure(timesOf(name))} ×`,
      timesOf(name) <= mostTimes ? 'met' : 'missed',
    ]),
  );
  console.log('');
  for (const [size, costs] of found) {
    tellWholeReads([...costs].map(([name, cost]) => [`${name}, ${size.toLocaleString('en-GB')} members,`, cost]));
  }
}

await withStops(async (stops) => {
  const postgres = await startBenchPostgres();
  stops.push(() => postgres.stop());
  const [startedAt, busyBefore] = [performance.now(), machineProcessorMs()];
  const filled: Filled[] = [];
  for (const members of sizes) {
    const url = await postgres.createDatabase(`bench_${members}`);
    const one = await fillNoted(url, { members, purchases: members * 10, resources });
    stops.push(() => one.database.close());
    filled.push(one);
  }
  const found = await measure(filled);
  console.log(`${describeMachine(postgres.version)}\n`);
  print(found);
  const busy = (machineProcessorMs() - busyBefore) / (performance.now() - startedAt);
  console.log(`${figure(busy)} processors were busy meanwhile, this run's own included.`);
});
