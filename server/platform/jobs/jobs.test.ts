import { afterEach, beforeEach, expect, expectTypeOf, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { enqueueAny } from '#tests/support/jobs.ts';
import { type Database, openDatabase } from '../database/db.ts';
import { causedBy } from './cause.ts';
import { type EndedJob, enqueue, enqueueAll, type JobName, type JobRunner, startJobs, type Task } from './jobs.ts';

const patience = { timeout: 60_000 };

let database: TestDatabase;
/** Like a portal's database, but with a short lock timeout. */
let hasty: Database;
let runner: JobRunner | null;
const logged: string[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  hasty = openDatabase(database.addresses.service, { log: () => {}, lockTimeoutMs: 50 });
  runner = null;
  logged.length = 0;
});
afterEach(async () => {
  await runner?.stop();
  await hasty.close();
  await database.drop();
});

const start = async (run: () => Promise<void>, over = hasty) => {
  const log = (level: string, message: string) => void (/warning|error/.test(level) && logged.push(message));
  runner = await startJobs(over, {
    tasks: { count: run },
    laneOf: () => 'normal',
    sizes: { now: 1, normal: 4, webhooks: 1, bulk: 1 },
    crontab: '',
    log,
    restMs: 1,
  });
};
const openJobs = async () => (await database.pool.query('select 1 from graphile_worker.jobs')).rowCount;
const noJobs = () => vi.waitFor(async () => expect(await openJobs()).toBe(0), patience);

/** Locks the jobs' table, so that no job can be ended, until the returned function is called. */
async function lockJobs(): Promise<() => Promise<void>> {
  const holder = await database.owner.connect();
  await holder.query('begin; lock table graphile_worker._private_jobs in share mode');
  return async () => {
    await holder.query('commit');
    holder.release();
  };
}

it('OUT-01 jobs that end while their table is locked are done once, and the process lives', {
  tags: 'long',
}, async () => {
  let runs = 0;
  const locked = Promise.withResolvers<void>();
  await start(async () => {
    runs += 1;
    const run = runs;
    await locked.promise;
    // A failure is written to the same table.
    if (run === 2) throw new Error('This one fails');
  });
  for (let job = 0; job < 3; job += 1) await enqueueAny(database.db, 'count', {}, { maxAttempts: 1 });
  await vi.waitFor(() => expect(runs).toBe(3), patience);
  const unlock = await lockJobs();
  locked.resolve();
  await vi.waitFor(() => expect(logged.join()).toContain('lock timeout'), patience);
  await unlock();
  const left = 'select attempts, last_error, locked_by from graphile_worker.jobs';
  await vi.waitFor(async () => expect((await database.pool.query(left)).rowCount).toBe(1), patience);
  await vi.waitFor(
    async () =>
      expect((await database.pool.query(left)).rows).toEqual([
        { attempts: 1, last_error: 'This one fails', locked_by: null },
      ]),
    patience,
  );
  expect(runs).toBe(3);
});

it('OUT-01 a queue that ends by itself is started again', { tags: 'long' }, async () => {
  let runs = 0;
  const renamed = Promise.withResolvers<void>();
  await start(async () => {
    runs += 1;
    await renamed.promise;
  });
  await enqueueAny(database.db, 'count', {});
  await vi.waitFor(() => expect(runs).toBe(1), patience);
  await database.owner.query('alter table graphile_worker._private_jobs rename to elsewhere');
  renamed.resolve();
  await vi.waitFor(() => expect(logged).toContain('The job queue ended by itself and is started again.'), patience);
  await database.owner.query('alter table graphile_worker.elsewhere rename to _private_jobs');
  // Releases the jobs, as the watch of workers does after a quarter of a minute.
  await database.owner.query(
    `select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs`,
  );
  await noJobs();
  expect(runs).toBe(2);
});

it('OUT-02 the job runner listens, takes jobs and holds its lock past a pooler', async () => {
  const direct = Object.assign(new URL(database.addresses.service), { search: '?application_name=direct' }).href;
  const pooled = openDatabase(database.addresses.service, { log: () => {}, direct });
  await start(async () => {}, pooled);
  await enqueueAny(database.db, 'count', {});
  await noJobs();
  const { rows } = await database.owner.query(
    `select bool_or(query like 'LISTEN%') as listens, bool_or(query like '%get_job%' or query like '%_private_jobs%') as takes,
       bool_or(query like '%pg_try_advisory_lock%') as locks
     from pg_stat_activity where application_name = 'direct' and datname = current_database()`,
  );
  expect(rows).toEqual([{ listens: true, takes: true, locks: true }]);
  await runner?.stop();
  runner = null;
  await pooled.close();
});

it('OPS-05 each try of a job is reported with its id, task, lane, attempt, time and outcome, not with its payload', {
  tags: 'long',
}, async () => {
  const ended: EndedJob[] = [];
  let tries = 0;
  const task = async () => {
    tries += 1;
    if (tries === 1) throw new Error('ada@example.org is not there');
  };
  runner = await startJobs(hasty, {
    tasks: { count: task },
    laneOf: () => 'bulk',
    sizes: { now: 1, normal: 1, webhooks: 1, bulk: 1 },
    crontab: '',
    log: () => {},
    onEnded: (one) => void ended.push(one),
  });
  await enqueueAny(database.db, 'count', { email: 'ada@example.org' });
  await vi.waitFor(() => expect(ended).toHaveLength(1), patience);
  await database.owner.query('update graphile_worker._private_jobs set run_at = now()');
  await vi.waitFor(() => expect(ended).toHaveLength(2), patience);
  const common = { jobId: expect.any(String), task: 'count', lane: 'bulk', ms: expect.any(Number), reqId: null };
  expect(ended).toEqual([
    { ...common, attempt: 1, outcome: 'failed' },
    { ...common, attempt: 2, outcome: 'done' },
  ]);
  expect(JSON.stringify(ended)).not.toContain('ada@');
});

it('OPS-05 a job carries the id of the request that caused it, and so does a job that it enqueues', async () => {
  const ended: EndedJob[] = [];
  const log = () => {};
  const sizes = { now: 1, normal: 1, webhooks: 1, bulk: 1 };
  const tasks = {
    first: () => enqueueAny(database.db, 'second', {}),
    second: async () => {},
    'send-mail': async () => {},
  };
  await causedBy('request-0001', () => enqueueAny(database.db, 'first', {}));
  await causedBy('request-0002', () => enqueueAll(database.db, 'send-mail', [{ payload: { mailId: 1 }, key: 'one' }]));
  await enqueueAny(database.db, 'send-mail', {});
  const onEnded = (one: EndedJob) => void ended.push(one);
  runner = await startJobs(hasty, { tasks, laneOf: () => 'now', sizes, crontab: '', log, onEnded });
  await vi.waitFor(() => expect(ended).toHaveLength(4), patience);
  expect(ended.map(({ task, reqId }) => `${task} ${reqId}`).toSorted()).toEqual([
    'first request-0001',
    'second request-0001',
    'send-mail null',
    'send-mail request-0002',
  ]);
});

it('OPS-24 a job learns that its node stops, and is waited for', async () => {
  const begun = Promise.withResolvers<void>();
  let ended = '';
  const wait: Task = (_, { stopping }) =>
    new Promise((resolve) => {
      stopping?.addEventListener('abort', () => {
        ended = 'gave up';
        resolve();
      });
      begun.resolve();
    });
  const sizes = { now: 1, normal: 1, webhooks: 1, bulk: 1 };
  runner = await startJobs(hasty, { tasks: { wait }, laneOf: () => 'bulk', sizes, crontab: '', log: () => {} });
  await enqueueAny(database.db, 'wait', {});
  await begun.promise;
  await runner.stop();
  runner = null;
  expect([ended, await openJobs()]).toEqual(['gave up', 0]);
});

it('a job is enqueued by the name of a task, with its payload', () => {
  expectTypeOf(enqueue<'send-mail'>)
    .parameter(2)
    .toEqualTypeOf<{ mailId: number }>();
  expectTypeOf(enqueue<'reconcile-payments'>)
    .parameter(2)
    .toEqualTypeOf<{ atStart?: boolean }>();
  expectTypeOf<'count'>().not.toExtend<JobName>();
});
