import type pg from 'pg';

/** What the queue takes for "not now": it asks again until PostgreSQL is back. */
const notNow = '57P03';

/**
 * The pool that the job queue uses. While PostgreSQL is away, the queue's statements fail with errors that it does not
 * retry; it leaves their promises unhandled after a job, which would end the process.
 */
export function patientPool(pool: pg.Pool): pg.Pool {
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return connectTo(target);
      return memberOf(target, name);
    },
  });
}

type Taken = Parameters<pg.Pool['connect']>[0];

/** The queue takes the connection it listens on by a callback, and deals with its errors by itself. */
function connectTo(pool: pg.Pool) {
  return (taken?: Taken) => (taken ? pool.connect(taken) : pool.connect().then(patientClient, sayNotNow));
}

function patientClient(client: pg.PoolClient): pg.PoolClient {
  return new Proxy(client, {
    get: (target, name) => {
      if (name !== 'query') return memberOf(target, name);
      // The queue hands over a text or an object and waits for a promise.
      return (...asked: [string, unknown[]?]) => target.query(...asked).catch(sayNotNow);
    },
  });
}

function memberOf(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  return typeof member === 'function' ? member.bind(target) : member;
}

/** A server that ended, cannot be reached or has no room to write; what a statement itself did wrong keeps its code. */
const isGone = /^(57P0\d|08\d{3}|53100|25006|ECONNREFUSED|ECONNRESET|EPIPE)$/;
const isCut = /Connection terminated|timeout exceeded when trying to connect|not queryable/;

function sayNotNow(error: unknown): never {
  if (error instanceof Error) {
    const code = 'code' in error ? String(error.code) : '';
    if (isGone.test(code) || isCut.test(error.message)) Object.assign(error, { code: notNow });
  }
  throw error;
}
