import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { elapsedMs } from '../clock.ts';
import { Client } from '../database/client.ts';
import type { Database } from '../database/db.ts';

const answerWithinMs = 5_000;

/**
 * Releases the jobs of workers that have held a job for longer than `$2` seconds and whose lock is free; `$1` are this
 * node's workers, which are left out.
 */
const giveBack = `
  with gone as materialized (
    select worker from (
      select distinct locked_by as worker from graphile_worker.jobs
      where locked_at < now() - make_interval(secs => $2) and locked_by <> all($1::text[])
    ) as held where pg_try_advisory_xact_lock(hashtextextended(worker, 0)))
  select worker, graphile_worker.force_unlock_workers(array[worker]) from gone`;

type Watched = {
  /** Names of this node's workers, which the queue writes to their running jobs. */
  workers: ReadonlySet<string>;
  log: (message: string) => void;
  /** Interval of the checks, in milliseconds. */
  everyMs?: number;
  /**
   * Time in which a worker must acquire its lock after its start, or after the return of PostgreSQL, in milliseconds.
   */
  patienceMs?: number;
};

/**
 * Shows that this node's workers live, and releases the jobs of workers that do not: without this, the queue would wait
 * four hours for a node that was killed. A worker lives while a connection of its node has its advisory lock, which
 * PostgreSQL releases when the process ends.
 */
export function watchWorkers(
  { direct }: Pick<Database, 'direct'>,
  { workers, log, everyMs = 5_000, patienceMs = 15_000 }: Watched,
): { stop(): Promise<void> } {
  const ending = new AbortController();
  let alive: Client | null = null;
  let held = new Set<string>();
  let since = elapsedMs();
  const check = async () => {
    if (!alive) {
      alive = await connect(direct);
      held = new Set();
      since = elapsedMs();
    }
    const present = new Set(workers);
    const fresh = [...present].filter((worker) => !held.has(worker));
    if (fresh.length > 0) await holdLocks(alive, fresh);
    const ended = [...held].filter((worker) => !present.has(worker));
    if (ended.length > 0) await letLocksGo(alive, ended);
    held = present;
    // Other nodes may still be reconnecting as well.
    if (elapsedMs() - since < patienceMs) return;
    const { rows } = await alive.query<{ worker: string }>(giveBack, [[...present], patienceMs / 1000]);
    for (const { worker } of rows) log(`The worker ${worker} is gone: what it had in hand is done by others.`);
  };
  const letGo = async () => {
    await alive?.end().catch(() => {});
    alive = null;
  };
  const watching = (async () => {
    while (!ending.signal.aborted) {
      // Without a response the lock may be lost as well, so the next check acquires it again.
      await check().catch(letGo);
      await wait(everyMs, null, { signal: ending.signal, ref: false }).catch(() => {});
    }
    await letGo();
  })();
  return {
    stop: async () => {
      ending.abort();
      await watching;
    },
  };
}

/** @throws when PostgreSQL does not respond */
async function connect(direct: pg.PoolConfig): Promise<Client> {
  const client = new Client({ ...direct, query_timeout: answerWithinMs });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** @throws when PostgreSQL does not respond, or still has a lock for a lost connection of this node */
async function holdLocks(client: Client, workers: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock(hashtextextended(worker, 0)) as held from unnest($1::text[]) as worker',
    [workers],
  );
  if (rows.some(({ held }) => !held)) throw new Error('The former connection is still there');
}

async function letLocksGo(client: Client, workers: readonly string[]): Promise<void> {
  const text = 'select pg_advisory_unlock(hashtextextended(worker, 0)) from unnest($1::text[]) as worker';
  await client.query(text, [workers]);
}
