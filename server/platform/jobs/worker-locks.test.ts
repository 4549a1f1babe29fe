import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { enqueueAny } from '#tests/support/jobs.ts';
import { watchWorkers } from './worker-locks.ts';

const patience = { timeout: 60_000 };

let database: TestDatabase;
let stops: (() => Promise<void>)[];
const logged: string[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  stops = [];
  logged.length = 0;
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await database.drop();
});

/** Resolves when the worker holds its lock. */
async function watch(workerId: string): Promise<void> {
  const log = (message: string) => void logged.push(message);
  stops.push(watchWorkers(database, { workers: new Set([workerId]), log, everyMs: 20, patienceMs: 1 }).stop);
  const held = `select 1 from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`;
  await vi.waitFor(async () => expect((await database.pool.query(held)).rowCount).toBe(stops.length), patience);
}

/** Adds a job that this worker has held for a minute. */
async function holdJob(task: string, workerId: string): Promise<void> {
  await enqueueAny(database.db, task, {});
  await database.pool.query(
    `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - interval '1 minute'
     where task_id = (select id from graphile_worker._private_tasks where identifier = $1)`,
    [task, workerId],
  );
}

const holders = async () =>
  (await database.pool.query('select task_identifier, locked_by from graphile_worker.jobs order by 1')).rows.map(
    ({ task_identifier, locked_by }) => [task_identifier, locked_by],
  );

it('gives back what a killed worker had in hand, and leaves the living theirs', async () => {
  await watch('neighbour');
  await watch('here');
  await holdJob('of-the-living', 'neighbour');
  await holdJob('own', 'here');
  await holdJob('of-the-dead', 'killed');
  await vi.waitFor(async () => expect(await holders()).toContainEqual(['of-the-dead', null]), patience);
  expect(await holders()).toEqual([
    ['of-the-dead', null],
    ['of-the-living', 'neighbour'],
    ['own', 'here'],
  ]);
  // Both workers may have looked at the same time, and then both log the line.
  expect([...new Set(logged)]).toEqual(['The worker killed is gone: what it had in hand is done by others.']);
});

it('counts a worker as gone once its process has let go of the lock', async () => {
  await watch('neighbour');
  await watch('here');
  await holdJob('in-hand', 'neighbour');
  await stops.shift()?.();
  await vi.waitFor(async () => expect(await holders()).toEqual([['in-hand', null]]), patience);
});
