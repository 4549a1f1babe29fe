import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

type Patience = {
  /** Ends the retries: every later failure is final. */
  signal: AbortSignal;
  log: (message: string) => void;
};

/**
 * Returns the pool of the job queue, whose statements are repeated until the database responds. The queue itself gives
 * up a job, or ends, after temporary errors (a lock timeout, a restart, a cancelled statement).
 */
export function retryingPool(pool: pg.Pool, patience: Patience): pg.Pool {
  return new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connectTo(target, patience) : memberOf(target, name)),
  });
}

type Taken = Parameters<pg.Pool['connect']>[0];

/**
 * Wraps `connect`. The queue passes a callback to get the connection on which it listens, and handles that connection's
 * errors itself.
 */
function connectTo(pool: pg.Pool, patience: Patience) {
  return (taken?: Taken) =>
    taken
      ? pool.connect(taken)
      : untilAnswered(() => pool.connect(), patience).then((client) => retryingClient(client, pool, patience));
}

function retryingClient(client: pg.PoolClient, pool: pg.Pool, patience: Patience): pg.PoolClient {
  let [hasFailed, isReleased] = [false, false];
  const release = (destroy?: Error | boolean) => {
    if (!isReleased) client.release(destroy || hasFailed);
    isReleased = true;
  };
  const query = (...[first, ...more]: [string | pg.QueryConfig, unknown[]?]) => {
    // Statements of a longer transaction are passed as text, and only the whole transaction may be repeated.
    if (typeof first === 'string') return client.query(first, ...more);
    return untilAnswered(() => {
      if (!hasFailed) {
        return client.query(first).catch((error: unknown) => {
          hasFailed = !isOwnFault(error);
          throw error;
        });
      }
      // A connection in an unknown state, for example without its prepared statements, is not used again. It is
      // released, because otherwise waiting statements could hold all connections.
      release();
      return pool.query(first);
    }, patience);
  };
  return new Proxy(client, {
    get: (target, name) => (name === 'query' ? query : name === 'release' ? release : memberOf(target, name)),
  });
}

function memberOf(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  return typeof member === 'function' ? member.bind(target) : member;
}

/**
 * Whether a statement itself is wrong: unsuitable data, a broken constraint, or a statement that PostgreSQL does not
 * understand or allow.
 */
function isOwnFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(22|23|42)/.test(String(error.code));
}

const delaysMs = [100, 250, 500, 1_000, 2_500, 5_000];

/**
 * Repeats a call that fails temporarily. A statement that is wrong itself fails at once. The queue's statements may run
 * twice: each is one transaction, and completes, fails or claims jobs by their state.
 */
async function untilAnswered<Answer>(ask: () => Promise<Answer>, { signal, log }: Patience): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || isOwnFault(error)) throw error;
      if (attempt === 0) log(`The job queue waits for the database: ${error instanceof Error ? error.message : error}`);
      await wait(delaysMs[attempt] ?? delaysMs.at(-1), null, { signal }).catch(() => {});
    }
  }
}
