/**
 * `npm run bench:admin`: the cost of administrators' calls over 100,000 users, 1,000,000 purchases and 1,000,000
 * entries of the audit log; `-- --quick` takes a tenth of each (docs/performance.md).
 */

import type pg from 'pg';
import type { AnalyticsQuery } from '#contract/operations/analytics.ts';
import { explainAccess, listBlocks, listGrants } from '#server/commerce/access/grant-actions.ts';
import { listMemberPurchases } from '#server/commerce/purchases/actions.ts';
import { findMemberSubscription } from '#server/commerce/subscriptions/actions.ts';
import { countByRole } from '#server/identity/accounts/store.ts';
import { listUsers } from '#server/identity/accounts/user-actions.ts';
import { getActivity, getOverview } from '#server/operations/analytics/actions.ts';
import { listEntries } from '#server/operations/audit/actions.ts';
import { nameOrganisation } from '#server/organisations/organisations/admin-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { type Vocabulary, vocabularyOf } from './catalogue.ts';
import { startBenchPostgres, withClient } from './database.ts';
import { insertMemberFixtures, insertResources } from './fixtures.ts';
import { median } from './goals.ts';
import { describeMachine, machineProcessorMs } from './machine.ts';
import { withStops } from './processes.ts';
import type { Question } from './questions.ts';
import { figure, printTable } from './table.ts';

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

async function measureCost({ name, ask }: Question): Promise<string[]> {
  const times: number[] = [];
  for (let sample = -warmUps; sample < samples; sample += 1) {
    const startedAt = performance.now();
    await ask(sample + warmUps);
    if (sample >= 0) times.push(performance.now() - startedAt);
  }
  const p99 = times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
  return [name, figure(median(times)), figure(p99)];
}

/** Brings the sums up to date, as the portal's job does, and compares them with the ledger. */
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
  for (const question of adminQuestionsOf(database, size)) rows.push(await measureCost(question));
  printTable(['question', 'median ms', 'p99 ms'], rows);
  const busy = (machineProcessorMs() - busyBefore) / (performance.now() - askedAt);
  console.log(`\n${figure(busy)} processors were busy during the run, its own work included.`);
});

/** Returns administrators' calls of a portal of this size. */
export function adminQuestionsOf({ db }: Database, { members, entries, resources }: AdminFixtureSize): Question[] {
  const ctx: Context = { db, now: new Date(), actor: null, origin: { ip: '127.0.0.1', requestId: 'bench' } };
  const question = (name: string, ask: Question['ask']): Question => ({ name, ask });
  const users = (name: string, queryOf: (number: number) => object) =>
    question(`users: ${name}`, (number) =>
      listUsers(ctx, { search: '', organization: '', page: 1, pageSize: 20, ...queryOf(number) }),
    );
  const audit = (name: string, queryOf: (number: number) => object) =>
    question(`audit log: ${name}`, (number) =>
      listEntries(ctx, { person: '', action: '', object: '', search: '', pageSize: 50, ...queryOf(number) }),
    );
  const activity = (name: string, days: number) =>
    question(`analytics: ${name}`, () => getActivity(ctx, lastDays(ctx.now, days), 'GBP'));
  const memberOf = (number: number) => 21 + ((number * 7919) % (members - 21));
  return [
    users('newest 20', () => ({})),
    users('page at 90 %', (number) => ({ page: Math.floor((members * 0.9) / 20) - number })),
    users('search: one address', (number) => ({ search: `member-${memberOf(number)}@` })),
    users('search: a name in 20', (number) => ({ search: `name${1000 + (number % 3000)} ` })),
    users('search: 2 letters in all', () => ({ search: 'am' })),
    users('filter: organisation', (number) => ({ organization: `works ${100 + number} ` })),
    users('filter: administrators', () => ({ role: 'administrator' })),
    question('users: counters', () => countByRole(ctx.db)),
    question('access manager of a member', (number) => openManager(ctx, memberOf(number))),
    question("the reasons for a member's access", (number) =>
      explainAccess(
        ctx,
        { userId: memberOf(number), resourceId: 1 + ((number * 31) % resources) },
        { nameOrganisation },
      ),
    ),
    audit('newest 50', () => ({})),
    audit('50 from the middle on', (number) => ({ before: Math.floor(entries / 2) + number })),
    audit('of one member', (number) => ({ person: `member-${memberOf(number)}@` })),
    audit('of one administrator', (number) => ({ person: `member-${1 + (number % 20)}@` })),
    audit('of all members with a first name (20,000)', () => ({ person: 'mira' })),
    audit('a kind of object and an action', () => ({ object: 'user', action: 'set-role' })),
    audit('a text in 200 entries', () => ({ search: 'zephyr' })),
    audit('a text in all entries', () => ({ search: 'usual' })),
    audit('a text in none', (number) => ({ search: `nowhere ${number}` })),
    audit('a month long ago', () => dayRange(lastDays(ctx.now, 500), 30)),
    question('analytics: overview', () => getOverview(ctx)),
    activity('30 days', 30),
    activity('90 days', 90),
    activity('12 months', 365),
    activity('3 years', 1096),
  ];
}

/** Makes the calls of the access manager when it opens. */
function openManager(ctx: Context, userId: number): Promise<unknown> {
  const page = { page: 1, pageSize: 50 };
  return Promise.all([
    listGrants(ctx, userId, page),
    listBlocks(ctx, userId, page),
    listMemberPurchases(ctx, userId, page),
    findMemberSubscription(ctx, userId),
  ]);
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const millisecondsPerDay = 86_400_000;

function lastDays(now: Date, days: number): AnalyticsQuery {
  return { from: dayOf(new Date(now.getTime() - (days - 1) * millisecondsPerDay)), to: dayOf(now) };
}

/** Returns the first days of a range. */
function dayRange({ from }: AnalyticsQuery, days: number): AnalyticsQuery {
  return { from, to: dayOf(new Date(Date.parse(from) + (days - 1) * millisecondsPerDay)) };
}

/** Number of rows of each kind; every tenth member has a subscription with twelve invoices. */
export type AdminFixtureSize = {
  resources: number;
  members: number;
  purchases: number;
  entries: number;
  words: Vocabulary;
};

/** Fills a portal as after three years, without the sums of analytics. */
export async function insertAdminFixtures(connectionString: string, size: AdminFixtureSize): Promise<void> {
  const { resources, members, purchases, entries, words } = size;
  await migrate(connectionString, { log: console.error });
  await insertResources(connectionString, { table: 'resources', count: resources, words });
  await withClient(connectionString, async (client) => {
    // Triggers are off, because they would record changes row by row; the last statements record all changes at once.
    await client.query('set synchronous_commit = off; set session_replication_role = replica');
    await insertMemberFixtures(client, { members, purchases, resources });
    await client.query(
      `insert into resource_days (resource_id, day, opened, finished)
       select resource, current_date - back, 1 + (resource + back) % 9, (resource + back) % 3
       from generate_series(1, $1::integer, 2) as resource, generate_series(0, 1050) as back`,
      [resources],
    );
    await client.query(
      `insert into resource_weeks (week, resource_id, opened, bought, finished)
       select date_trunc('week', day::timestamp)::date, resource_id, sum(opened), sum(bought), sum(finished)
       from resource_days group by 1, 2`,
    );
    await client.query(
      `insert into empty_searches (day, text, searches)
       select current_date - back, 'word ' || n, 1 + n % 7 from generate_series(0, 399) as back, generate_series(1, 200) as n`,
    );
    await insertAuditEntries(client, { members, entries });
    await client.query(
      `insert into analytics_changes (source, subject) select 'attempt', id from payment_attempts;
       insert into analytics_changes (source, subject) select 'invoice', id from invoices`,
    );
    await client.query('vacuum analyze');
  });
}

/** Adds entries of twenty administrators about all members; one entry in 5,000 has a rare word. */
async function insertAuditEntries(
  client: pg.Client,
  { members, entries }: { members: number; entries: number },
): Promise<void> {
  await client.query(
    `insert into audit_log (happened_at, actor_user_id, member_user_id, action, object, object_id, before, after, ip,
       user_agent, request_id)
     select now() - ($1::integer - n) * interval '90 seconds', 1 + n % 20, 1 + n::bigint * 7919 % $2::integer, deed.action,
       deed.object, n::text, case when deed.action = 'update' then jsonb_build_object('lastName', 'Name' || n % 4999) end,
       jsonb_build_object('lastName', 'Name' || n % 5000, 'reason', case when n % 5000 = 0 then 'zephyr' else 'usual' end),
       '192.0.2.' || n % 250, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'bench-' || n
     from generate_series(1, $1::integer) as n,
       lateral (select (array['update', 'create', 'revoke', 'set-role'])[1 + n % 4],
         (array['user', 'grant', 'grant', 'user'])[1 + n % 4]) as deed (action, object)`,
    [entries, members],
  );
}
