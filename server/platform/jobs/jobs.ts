import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import { elapsedMs } from '../clock.ts';
import type { Database, Db } from '../database/db.ts';
import { type JobTry as JobSignal, signals } from '../telemetry/signals.ts';
import { inSpan } from '../telemetry/spans.ts';
import { causedBy, causeOf, withCause } from './cause.ts';
import { type Lane, type LaneOf, type LaneSizes, laneNames } from './lanes.ts';
import { retryingPool } from './retrying-pool.ts';
import { watchWorkers } from './worker-locks.ts';

type JobOptions = {
  /** A job replaces a waiting job that has the same key. */
  key?: string;
  /** Jobs of one queue run one after the other, on whichever node. */
  queue?: string;
  maxAttempts?: number;
  runAt?: Date;
  /** Among the jobs that could run now, those with a lower number run first. */
  priority?: number;
};

/**
 * Payloads by task, as JSON holds them. Each feature adds its tasks beside the code that runs them, by `declare module`.
 * The queue may still hold payloads of earlier versions, so a new field is optional.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the features merge their tasks into it
export interface JobPayloads {}

export type JobName = keyof JobPayloads;

/** Payload of a task without parameters. */
export type NoParameters = Record<string, never>;

/** Adds a job inside the caller's transaction, so that it exists only if the transaction is committed. */
export async function enqueue<Name extends JobName>(
  db: Db,
  task: Name,
  payload: JobPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${task}, payload := ${JSON.stringify(withCause(payload))}::json, queue_name := ${options.queue ?? null},
    job_key := ${options.key ?? null},
    max_attempts := ${options.maxAttempts ?? 12}, run_at := ${options.runAt ?? null}::timestamptz,
    priority := ${options.priority ?? 0}::integer)`.execute(db.kysely);
}

/**
 * Adds jobs of one task with many payloads in one statement, with `bulkPriority`, so that the other jobs of the lane
 * run first.
 */
export async function enqueueAll<Name extends JobName>(
  db: Db,
  task: Name,
  jobs: readonly { payload: JobPayloads[Name]; key: string }[],
): Promise<void> {
  if (jobs.length === 0) return;
  const caused = jobs.map(({ payload, key }) => ({ payload: withCause(payload), key }));
  await sql`select count(*) from graphile_worker.add_jobs((
    select array_agg(
      row(${task}::text, payload, null, null, 12, key, ${bulkPriority}::integer, null)::graphile_worker.job_spec)
    from json_to_recordset(${JSON.stringify(caused)}::json) as job(payload json, key text)))`.execute(db.kysely);
}

/** Above the default 0, so that these jobs run later. */
export const bulkPriority = 10;

/** Data about the current attempt of a job. */
export type JobTry = {
  attempt: number;
  isLast: boolean;
  /** Aborted when the node stops: a job that takes minutes must end soon then, so that another node continues it. */
  stopping?: AbortSignal;
};

/** Runs one job. Jobs must be idempotent: a job that throws is retried with growing delays. */
export type Task<Payload = NoParameters> = (payload: Payload, jobTry: JobTry) => Promise<void>;

export type Tasks = { [Name in JobName]?: Task<JobPayloads[Name]> };

/** Tasks of any names and payloads, as the queue runs them. */
type AnyTasks = Record<string, Task<never>>;

export type JobRunner = { stop(): Promise<void> };

type WorkerOptions = {
  tasks: AnyTasks;
  laneOf: LaneOf;
  sizes: LaneSizes;
  crontab: string;
  log: (level: string, message: string) => void;
  /** Called at the end of each attempt of a job. */
  onEnded?: (ended: EndedJob) => void;
  /** Pause in milliseconds before a queue that ended unexpectedly is restarted. */
  restMs?: number;
};

/** An attempt of a job for the log, which must never have the job's parameters. */
export type EndedJob = {
  jobId: string;
  task: string;
  lane: Lane;
  attempt: number;
  ms: number;
  outcome: 'done' | 'failed';
  /** Id of the request that caused the job; null when none did. */
  reqId: string | null;
};

/** Maximum wait of a stop for a database that does not respond, in milliseconds. */
const giveUpAfterMs = 5_000;

/**
 * Runs jobs on this node until it is stopped, each lane with a separate queue; `stop` waits for the running jobs. A
 * queue that ends unexpectedly is restarted, and its running jobs are released and run again (worker-locks.ts).
 */
export async function startJobs(
  database: Database,
  { tasks, laneOf, sizes, crontab, log, onEnded, restMs = 5_000 }: WorkerOptions,
): Promise<JobRunner> {
  const warn = (message: string) => log('warning', message);
  const [ending, givingUp] = [new AbortController(), new AbortController()];
  const pool = openOwnPool(database.direct, warn);
  const workers = new Set<string>();
  const common = {
    pgPool: retryingPool(pool, { signal: givingUp.signal, log: warn }),
    pollInterval: 1000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => log(level, message)),
    // Without batches, the queue forgets the promise of a statement that ends a job, and its rejection would end the
    // process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  };
  const lanes = laneNames.flatMap((lane) => {
    const ofLane = Object.entries(tasks).filter(([name]) => laneOf(name) === lane);
    const taskList = taskListOf(Object.fromEntries(ofLane), {
      stopping: ending.signal,
      onEnded: (ended) => {
        const { task, outcome, ms } = ended;
        signals.jobTry.publish({ task, lane, outcome, seconds: ms / 1000 } satisfies JobSignal);
        onEnded?.({ ...ended, lane });
      },
    });
    return Object.keys(taskList).length > 0 ? [{ lane, taskList, concurrency: sizes[lane] }] : [];
  });
  const startQueue = async ({ lane, ...options }: (typeof lanes)[number]): Promise<Queue> => {
    const events: WorkerEvents = new EventEmitter();
    let worker = '';
    events.once('pool:create', ({ workerPool }) => {
      worker = workerPool.id;
      workers.add(worker);
    });
    // Scheduled jobs run in the lanes of their tasks.
    const schedule = lane === lanes[0]?.lane ? crontab : '';
    const runner = await run({ ...common, ...options, crontab: schedule, events });
    const ended = runner.promise
      .catch((error: unknown) => log('error', `The job queue ended: ${error}`))
      .finally(() => workers.delete(worker));
    return { runner, ended };
  };
  const keepRunning = async (lane: (typeof lanes)[number]) => {
    let queue = await startQueue(lane);
    const running = (async () => {
      while (!ending.signal.aborted) {
        await queue.ended;
        if (ending.signal.aborted) return;
        warn('The job queue ended by itself and is started again.');
        await wait(restMs, null, { signal: ending.signal }).catch(() => {});
        if (!ending.signal.aborted) queue = await startQueue(lane).catch(() => queue);
      }
    })();
    return async () => {
      // A queue that has already ended rejects `stop`.
      await queue.runner.stop().catch(() => {});
      await running;
    };
  };

  const stops: (() => Promise<void>)[] = [];
  // The queues start one after the other, because the first migrates the job tables to the newest version.
  for (const lane of lanes) stops.push(await keepRunning(lane));
  const watch = watchWorkers(database, { workers, log: warn });
  return {
    stop: async () => {
      ending.abort();
      const patience = setTimeout(() => givingUp.abort(), giveUpAfterMs);
      await Promise.all(stops.map((stop) => stop()));
      clearTimeout(patience);
      await watch.stop();
      await pool.end();
    },
  };
}

type Queue = { runner: Runner; ended: Promise<unknown> };

/**
 * Opens connections for the queues only, bypassing any pooler: each lane listens on one, and requests must not wait for
 * them.
 */
function openOwnPool(direct: pg.PoolConfig, log: (message: string) => void): pg.Pool {
  const reportLost = (error: Error) => log(`A database connection of the job queue was lost: ${error.message}`);
  const pool = new pg.Pool({ ...direct, max: laneNames.length + 3 });
  return pool.on('error', reportLost).on('connect', (client) => client.on('error', reportLost));
}

function taskListOf(
  tasks: AnyTasks,
  { stopping, onEnded }: { stopping: AbortSignal; onEnded: (ended: Omit<EndedJob, 'lane'>) => void },
): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload, { job: { id, attempts, max_attempts } }) => {
        const beganMs = elapsedMs();
        const { reqId, traceParent: cause } = causeOf(payload);
        const attributes = { 'job.id': String(id), 'job.task': name, 'job.attempt': attempts };
        const end = (outcome: EndedJob['outcome']) => {
          const ms = Math.round(elapsedMs() - beganMs);
          onEnded({ jobId: String(id), task: name, attempt: attempts, outcome, ms, reqId });
        };
        const run = () =>
          inSpan({ name: `job ${name}`, kind: 'job', attributes, cause }, () =>
            // Safe cast, because `enqueue` and the crontab write the payload that the task declares.
            task(payload as never, { attempt: attempts, isLast: attempts >= max_attempts, stopping }),
          );
        try {
          await (reqId === null ? run() : causedBy(reqId, run));
        } catch (error) {
          end('failed');
          throw error;
        }
        end('done');
      },
    ]),
  );
}
