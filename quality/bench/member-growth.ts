/**
 * `npm run bench:members`: the cost of members' calls about their own data while the number of members grows: 1,000,
 * 10,000 and 100,000, with `--million` 1,000,000, with `--quick` up to 10,000. Each has ten purchases, every tenth a
 * subscription (docs/performance.md).
 */

import { getAccess, getEntitlements, listAccess } from '#server/commerce/access/actions.ts';
import { getBilling } from '#server/commerce/billing/ledger-actions.ts';
import { getDocument } from '#server/commerce/payments/document-actions.ts';
import { listPurchases } from '#server/commerce/purchases/actions.ts';
import { findOwnSubscription, listOwnSubscriptions } from '#server/commerce/subscriptions/actions.ts';
import { getCurrentUser } from '#server/identity/accounts/actions.ts';
import { findActor } from '#server/identity/sign-in/session-actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { vocabularyOf } from './catalogue.ts';
import { type Cost, costsInTurn, printSequentialScans, showCost } from './costs.ts';
import { query, startBenchPostgres, withClient } from './database.ts';
import { insertMemberFixtures, insertPortalFixtures, type MemberFixtureSize, secretOf } from './fixtures.ts';
import { describeMachine, machineProcessorMs } from './machine.ts';
import { withStops } from './processes.ts';
import type { Question } from './questions.ts';
import { figure, printTable } from './table.ts';

const most = process.argv.includes('--million') ? 1_000_000 : process.argv.includes('--quick') ? 10_000 : 100_000;
const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= most);
const resources = 1_000;
const samples = 2_000;
/** Maximum p99 of the largest size, as a multiple of the smallest size's. */
const mostTimes = 2;

async function insertFixtures(connectionString: string, size: MemberFixtureSize): Promise<void> {
  await insertPortalFixtures(connectionString, resources, vocabularyOf(resources));
  await withClient(connectionString, async (client) => {
    await client.query('set synchronous_commit = off; set session_replication_role = replica');
    await insertMemberFixtures(client, size);
    await client.query(
      // In the future, so that no request updates last_seen_at: that happens once a minute and would affect some sizes
      // only.
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
    // Otherwise PostgreSQL would write the new rows to disk during the measurement.
    await client.query('checkpoint');
  });
}

type PreparedSize = { size: MemberFixtureSize; database: Database; questions: Question[] };

async function prepareSize(connectionString: string, size: MemberFixtureSize): Promise<PreparedSize> {
  const startedAt = performance.now();
  await insertFixtures(connectionString, size);
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

/** Measures each call for all sizes in turn. @returns the costs by number of members */
async function measure(filled: readonly PreparedSize[]): Promise<Map<number, Map<string, Cost>>> {
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
    printSequentialScans([...costs].map(([name, cost]) => [`${name}, ${size.toLocaleString('en-GB')} members,`, cost]));
  }
}

await withStops(async (stops) => {
  const postgres = await startBenchPostgres();
  stops.push(() => postgres.stop());
  const [startedAt, busyBefore] = [performance.now(), machineProcessorMs()];
  const filled: PreparedSize[] = [];
  for (const members of sizes) {
    const url = await postgres.createDatabase(`bench_${members}`);
    const one = await prepareSize(url, { members, purchases: members * 10, resources });
    stops.push(() => one.database.close());
    filled.push(one);
  }
  const found = await measure(filled);
  console.log(`${describeMachine(postgres.version)}\n`);
  print(found);
  const busy = (machineProcessorMs() - busyBefore) / (performance.now() - startedAt);
  console.log(`${figure(busy)} processors were busy during the run, its own work included.`);
});

/**
 * Returns calls of members about their own data: each time another member, at least half of them with a subscription.
 */
export function memberQuestionsOf({ db }: Database, { members, resources }: MemberFixtureSize): Question[] {
  const memberOf = (number: number) => {
    const any = 1 + ((number * 7919) % members);
    return number % 2 === 0 ? any : Math.max(10, any - (any % 10));
  };
  const question = (name: string, ask: (ctx: MemberContext, number: number) => Promise<unknown>): Question => ({
    name,
    ask: (number) => ask(contextOf(db, memberOf(number)), number),
  });
  const resourceOf = (number: number) => 1 + ((number * 31) % resources);
  return [
    question('the session', (ctx) => findActor(db, secretOf(ctx.actor.userId), 300)),
    question('the account', (ctx) => getCurrentUser(ctx)),
    question('purchases', (ctx) => listPurchases(ctx, {})),
    question('purchases, page 2', (ctx) => listPurchases(ctx, { page: 2, pageSize: 5 })),
    // The member's first purchase, because purchases were added in the order of the members.
    question('an invoice', (ctx) =>
      getDocument(ctx, ctx.actor.userId - 1 || members, { seller: async () => ['The portal'] }),
    ),
    question('billing', (ctx) => getBilling(ctx, 'GBP')),
    question('the subscription', (ctx) => findOwnSubscription(ctx)),
    question('all subscriptions', (ctx) => listOwnSubscriptions(ctx, {})),
    question('entitlements of a member', (ctx) => getEntitlements(ctx, ctx.actor.userId)),
    question('access to a resource', (ctx, number) => getAccess(ctx, resourceOf(number))),
    question('access to 12 resources', (ctx, number) =>
      listAccess(ctx, { resourceId: Array.from({ length: 12 }, (_, index) => resourceOf(number * 12 + index)) }),
    ),
  ];
}

function contextOf(db: Database['db'], userId: number): MemberContext {
  return {
    db,
    now: new Date(),
    actor: {
      userId,
      role: 'user',
      signInId: userId,
      signedInSecondsAgo: 0,
      connectionId: null,
      isFresh: true,
      allowsCounting: false,
      timeZone: 'UTC',
    },
    origin: { ip: '127.0.0.1', requestId: 'bench' },
  };
}
