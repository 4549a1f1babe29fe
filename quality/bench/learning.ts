/**
 * `npm run bench:learning`: the cost of the screens' calls for an organisation of 5,000 people with 4,000 seats,
 * 100,000 assignments (LEARN-06), among them of ten resources with a knowledge check and of two paths, and 50 rounds,
 * beside another of the same size (docs/performance.md).
 */

import { listRounds } from '#server/learning/assessment/round-actions.ts';
import {
  exportAssignments,
  getSummary,
  getWithoutSeat,
  listAssignments,
  listOwnAssignments,
  listPersonLearning,
} from '#server/learning/learning/list-actions.ts';
import { listPeople } from '#server/organisations/organisations/actions.ts';
import { invite } from '#server/organisations/organisations/invitation-actions.ts';
import { listPools, listSeats } from '#server/organisations/organisations/seat-actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { vocabularyOf } from './catalogue.ts';
import { checked, insertAttempts, insertChecksAndPaths, paths } from './checks-and-paths.ts';
import { startBenchPostgres, withClient } from './database.ts';
import { insertPortalFixtures } from './fixtures.ts';
import { describeMachine, machineProcessorMs, processorMs } from './machine.ts';
import { withStops } from './processes.ts';
import { figure, printTable } from './table.ts';

const people = 5_000;
const resources = 20;
const samples = 100;
/** Maximum time of 95 of 100 calls, in milliseconds. */
const most = 100;

async function insertLearning(connectionString: string): Promise<void> {
  await insertPortalFixtures(connectionString, 1_000, vocabularyOf(1_000));
  await withClient(connectionString, async (client) => {
    await client.query('set synchronous_commit = off; set session_replication_role = replica');
    await insertChecksAndPaths(client);
    const { rows } = await client.query(
      `insert into organisations (name) values ('The measured one'), ('Another one') returning id`,
    );
    for (const [index, { id }] of rows.entries()) {
      const from = 1_000_000 + index * people;
      await client.query(
        `insert into users (id, email, first_name, last_name, email_verified_at, role_affiliation)
         overriding system value
         select $1 + n, 'learner-' || $1 + n || '@example.org', 'Learner', 'Number ' || n, now(),
           (array['executive_leader', 'people_capability_lead', 'technical_lead_ai_ml_data', 'legal_risk_compliance',
             'project_manager', null])[1 + n % 6]
         from generate_series(1, $2::integer) as n`,
        [from, people],
      );
      await client.query(
        `insert into organisation_people (user_id, organisation_id, role)
         select $1 + n, $2, case n when 1 then 'owner' else 'learner' end from generate_series(1, $3::integer) as n`,
        [from, id, people],
      );
      // A third is completed, a third of the rest is in progress, a tenth is overdue.
      await client.query(
        `insert into completions (user_id, resource_id, content_version, completed_at)
         select $1 + n, r, 1, now() - make_interval(days => (n * 7 + r) % 300)
         from generate_series(1, $2::integer) as n, generate_series(1, $3::integer) as r where (n + r) % 3 = 0`,
        [from, people, resources],
      );
      await client.query(
        `insert into assignments (organisation_id, user_id, resource_id, due_on, refresh_months, completion_id, completed_at, begun_at)
         select $4, $1 + n, r, current_date + (n * 13 + r * 5) % 300 - 30, (array[6, 12, null])[1 + r % 3], c.id,
           c.completed_at, case when (n + r) % 3 < 2 then now() - interval '301 days' end
         from generate_series(1, $2::integer) as n cross join generate_series(1, $3::integer) as r
           left join completions c on c.user_id = $1 + n and c.resource_id = r`,
        [from, people, resources, id],
      );
      await insertAttempts(client, { from, count: people });
      await client.query(
        `with lot as (insert into seat_lots (organisation_id, resource_id, seats, reason) values ($1, 1, 5000, 'Pilot') returning id)
         insert into seats (lot_id, user_id, assigned_at)
         select lot.id, case when n <= 4000 then $2 + n end, case when n <= 4000 then now() - make_interval(mins => n) end
         from lot, generate_series(1, 5000) as n`,
        [id, from],
      );
      await client.query(
        `insert into assessment_rounds (organisation_id, title, content_version, closes_on, closed_at, invited, answered)
         select $1, 'Round ' || n, '1', current_date - n, now(), 5000, 4000 from generate_series(1, 50) as n`,
        [id],
      );
    }
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

/** Maximum time of a call that invites 500 people, in milliseconds. */
const mostToInvite = 2_000;

type Call = { name: string; ask: (ctx: MemberContext, number: number) => Promise<unknown> };

function callsOf(organisationId: number): Call[] {
  const list = (name: string, query: (number: number) => object): Call => ({
    name,
    ask: (ctx, number) => listAssignments(ctx, organisationId, { search: '', ...query(number) }),
  });
  return [
    { name: 'completion by role and resource', ask: (ctx) => getSummary(ctx, organisationId) },
    list('the first page', () => ({})),
    list('any page', (number) => ({ page: 1 + ((number * 7919) % 5_000) })),
    list('overdue', () => ({ status: 'overdue' })),
    list('completed, any of 500 pages', (number) => ({ status: 'completed', page: 1 + ((number * 31) % 500) })),
    list('in progress', () => ({ status: 'in_progress' })),
    list('not started', () => ({ status: 'not_started' })),
    list('one resource', (number) => ({ resourceId: 1 + (number % resources) })),
    list('one resource with a check', (number) => ({ resourceId: checked[number % checked.length] })),
    list('one path', (number) => ({ resourceId: paths[number % paths.length] })),
    list('search for a person', (number) => ({ search: `learner-${1_000_001 + ((number * 13) % people)}` })),
    list('search that finds all', () => ({ search: 'learner' })),
    {
      name: 'counts of 20 people',
      ask: (ctx, number) =>
        listPersonLearning(
          ctx,
          organisationId,
          Array.from({ length: 20 }, (_, index) => 1_000_001 + ((number * 20 + index) % people)),
        ),
    },
    {
      name: 'people: any page',
      ask: (ctx, number) =>
        listPeople(ctx, organisationId, { search: '', page: 1 + ((number * 31) % 250), pageSize: 20 }),
    },
    {
      name: 'people: search',
      ask: (ctx) => listPeople(ctx, organisationId, { search: 'learner-10000', pageSize: 20 }),
    },
    { name: 'people without a seat', ask: (ctx) => getWithoutSeat(ctx, organisationId) },
    { name: 'seats by resource', ask: (ctx) => listPools(ctx, organisationId) },
    {
      name: 'seats in use: any page',
      ask: (ctx, number) =>
        listSeats(ctx, organisationId, { search: '', page: 1 + ((number * 31) % 200), pageSize: 20 }),
    },
    { name: 'rounds', ask: (ctx) => listRounds(ctx, organisationId, { pageSize: 50 }) },
    { name: 'own assignments', ask: (ctx) => listOwnAssignments(ctx, null) },
    {
      name: 'the file: its first thousand lines',
      ask: async (ctx) => {
        const parts = await exportAssignments(ctx, organisationId, { search: '' });
        await parts.next();
        return parts.next();
      },
    },
  ];
}

/** @throws Error when the lists lack the standing with a check, or the next step of a path */
async function requireChecksAndPaths(ctx: MemberContext): Promise<void> {
  const listed = (resourceId: number) => listAssignments(ctx, 1, { search: '', resourceId });
  const [check] = (await listed(checked[0] ?? 0)).assignments;
  const [path] = (await listed(paths[0])).assignments;
  const own = await listOwnAssignments(ctx, null);
  // Null for the path that the person completed.
  const steps = own.filter(({ nextStep }) => nextStep !== undefined).length;
  if (check?.check?.attempts !== 2 || path?.type !== 'path' || steps !== paths.length) {
    throw new Error(`The lists lack checks or paths: ${JSON.stringify({ check, path, steps })}`);
  }
}

/**
 * Measures calls that invite 500 people each; their mails are sent later. @returns the slowest of ten calls, in
 * milliseconds
 */
async function timeInvitations(database: Database, ctx: MemberContext): Promise<number> {
  let slowest = 0;
  for (let call = 0; call < 10; call += 1) {
    const emails = Array.from({ length: 500 }, (_, index) => `invited-${call}-${index}@example.org`);
    const from = performance.now();
    await database.transaction((db) => invite({ ...ctx, db }, 1, { emails, role: 'learner', message: null }));
    slowest = Math.max(slowest, performance.now() - from);
  }
  return slowest;
}

/** Returns the percentile of sorted times. */
const share = (sorted: readonly number[], part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;

await withStops(async (stops) => {
  const postgres = await startBenchPostgres();
  stops.push(() => postgres.stop());
  const url = await postgres.createDatabase('bench_learning');
  await insertLearning(url);
  const database = openDatabase(url, { log: console.error, max: 1 });
  stops.push(() => database.close());
  const ctx: MemberContext = {
    db: database.db,
    now: new Date(),
    actor: {
      userId: 1_000_001,
      role: 'user',
      signInId: 1,
      signedInSecondsAgo: 0,
      connectionId: null,
      isFresh: true,
      allowsCounting: false,
      timeZone: 'UTC',
    },
    origin: { ip: '127.0.0.1', requestId: 'bench' },
  };
  await requireChecksAndPaths(ctx);
  const [startedAt, busyBefore] = [performance.now(), machineProcessorMs()];
  const rows: string[][] = [];
  // With one connection, the cost of a call is the processor time of its backend and of this process, whatever else the
  // machine does.
  const [backend] = await database.db.prepared<{ pid: number }>('bench.backend', 'select pg_backend_pid() as pid', []);
  const spent = () => processorMs(process.pid) + processorMs(backend?.pid ?? process.pid);
  for (const { name, ask } of callsOf(1)) {
    const times: number[] = [];
    let spentBefore = 0;
    // The first ten calls prepare the statement and fill the cache.
    for (let number = 0; number < samples + 10; number += 1) {
      if (number === 10) spentBefore = spent();
      const from = performance.now();
      await ask(ctx, number);
      if (number >= 10) times.push(performance.now() - from);
    }
    times.sort((one, other) => one - other);
    const p95 = share(times, 0.95);
    const processor = (spent() - spentBefore) / samples;
    rows.push([name, figure(processor), figure(share(times, 0.5)), figure(p95), p95 <= most ? 'met' : 'missed']);
  }
  console.log(`${describeMachine(postgres.version)}\n`);
  printTable(
    [
      '5,000 people, 100,000 assignments with checks and paths',
      'processor, ms',
      'median, ms',
      'p95, ms',
      `at most ${most} ms`,
    ],
    rows,
  );
  const slowest = await timeInvitations(database, ctx);
  const verdict = slowest <= mostToInvite ? 'met' : 'missed';
  console.log(
    `\nInvitations of 500 people, the slowest of ten calls: ${figure(slowest)} ms, at most ${mostToInvite}: ${verdict}.`,
  );
  const busy = (machineProcessorMs() - busyBefore) / (performance.now() - startedAt);
  console.log(`\n${figure(busy)} processors were busy during the run, its own work included.`);
});
