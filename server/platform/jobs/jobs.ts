import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, type RunnerOptions, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database, Db } from '../database/db.ts';
import { retryingPool } from './retrying-pool.ts';
import { watchWorkers } from './worker-locks.ts';

type JobOptions = {
  /** Jobs of the same key are one job: a second enqueue replaces the waiting first. */
  key?: string;
  maxAttempts?: number;
  runAt?: Date;
};

/** Adds a job inside the caller's transaction: it exists exactly when the rest was committed. */
export async function enqueue(db: Db, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${task}, payload := ${JSON.stringify(payload)}::json, job_key := ${options.key ?? null},
    max_attempts := ${options.maxAttempts ?? 12}, run_at := ${options.runAt ?? null}::timestamptz)`.execute(db.kysely);
}

/** The same job for many payloads in one statement, behind whatever else is waiting. */
export async function enqueueAll(
  db: Db,
  task: string,
  jobs: readonly { payload: object; key: string }[],
): Promise<void> {
  if (jobs.length === 0) return;
  await sql`select count(*) from graphile_worker.add_jobs((
    select array_agg(
      row(${task}::text, payload, null, null, 12, key, ${bulkPriority}::integer, null)::graphile_worker.job_spec)
    from json_to_recordset(${JSON.stringify(jobs)}::json) as job(payload json, key text)))`.execute(db.kysely);
}

/** Higher than the usual 0, so later. */
const bulkPriority = 10;

/** What is known about the try that a job is in. */
export type JobTry = { attempt: number; isLast: boolean };

/** One task: jobs are idempotent, a job that throws is tried again with growing delays. */
export type Task = (payload: unknown, jobTry: JobTry) => Promise<void>;

export type Tasks = Record<string, Task>;

export type JobRunner = { stop(): Promise<void> };

type WorkerOptions = {
  tasks: Tasks;
  crontab: string;
  log: (level: string, message: string) => void;
  /** How long a queue that ended by itself rests before it starts again. */
  restMs?: number;
};

/** How long a stop waits for a database that does not answer. */
const giveUpAfterMs = 5_000;

/**
 * Runs jobs on this node until stopped; `stop` waits for the jobs in hand. A queue that ends by itself is started again:
 * what it had in hand is given back and done once more (worker-locks.ts).
 */
export async function startJobs(
  database: Database,
  { tasks, crontab, log, restMs = 5_000 }: WorkerOptions,
): Promise<JobRunner> {
  const warn = (message: string) => log('warning', message);
  const [ending, givingUp] = [new AbortController(), new AbortController()];
  // The queue listens on one of its connections.
  const ownPool = isPooled(database) ? openOwnPool(database.direct, warn) : null;
  const pgPool = retryingPool(ownPool ?? database.pool, { signal: givingUp.signal, log: warn });
  const options: RunnerOptions = {
    pgPool,
    taskList: taskListOf(tasks),
    crontab,
    concurrency: 4,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => log(level, message)),
    // Without batches the queue forgets the promise of a statement that ends a job, and its failure would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  };
  const start = async () => {
    const events: WorkerEvents = new EventEmitter();
    const watches: ReturnType<typeof watchWorkers>[] = [];
    events.once('pool:create', ({ workerPool }) => {
      watches.push(watchWorkers(database, { workerId: workerPool.id, log: warn }));
    });
    const runner = await run({ ...options, events });
    const ended = runner.promise
      .catch((error: unknown) => log('error', `The job queue ended: ${error}`))
      .finally(() => Promise.all(watches.map((watch) => watch.stop())));
    return { runner, ended };
  };

  let queue = await start();
  const running = (async () => {
    while (!ending.signal.aborted) {
      await queue.ended;
      if (ending.signal.aborted) return;
      warn('The job queue ended by itself and is started again.');
      await wait(restMs, null, { signal: ending.signal }).catch(() => {});
      if (!ending.signal.aborted) queue = await start().catch(() => queue);
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      const patience = setTimeout(() => givingUp.abort(), giveUpAfterMs);
      // A queue that has ended by itself cannot be stopped any more.
      await queue.runner.stop().catch(() => {});
      await running;
      clearTimeout(patience);
      await ownPool?.end();
    },
  };
}

function openOwnPool(direct: pg.PoolConfig, log: (message: string) => void): pg.Pool {
  const reportLost = (error: Error) => log(`A database connection of the job queue was lost: ${error.message}`);
  const pool = new pg.Pool({ ...direct, max: 6 });
  return pool.on('error', reportLost).on('connect', (client) => client.on('error', reportLost));
}

function isPooled({ pool, direct }: Database): boolean {
  return direct.connectionString !== pool.options.connectionString;
}

function taskListOf(tasks: Tasks): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, { job: { attempts, max_attempts } }) =>
        task(payload, { attempt: attempts, isLast: attempts >= max_attempts }),
    ]),
  );
}
