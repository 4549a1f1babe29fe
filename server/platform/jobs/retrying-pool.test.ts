import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/process.ts';
import { retryingPool } from './retrying-pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const patience = () => {
  const ending = new AbortController();
  const logged: string[] = [];
  return { signal: ending.signal, end: () => ending.abort(), logged, log: (line: string) => void logged.push(line) };
};

it('asks again while PostgreSQL cannot be reached, and fails once the retries end', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: await freePort(), user: 'no-role' });
  const { end, logged, ...options } = patience();
  const log = (line: string) => {
    options.log(line);
    end();
  };
  await expect(retryingPool(pool, { ...options, log }).connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(logged).toEqual([expect.stringMatching(/^The job queue waits for the database: .*ECONNREFUSED/)]);
  await pool.end();
});

/** Temporary errors of a database: a statement raises each once, and then succeeds. */
const passing = ['55P03', '57014', '26000', '25006', '57P01', '57P03', '40001', '40P01', '53100', '53300', '08006'];

it.each(passing)('OUT-01 asks again after %s, on another connection', async (code) => {
  const sequence = `tries_${code.toLowerCase()}`;
  await database.owner.query(`create sequence ${sequence};
    grant usage on sequence ${sequence} to public;
    create function ${sequence}() returns integer language plpgsql as $$ begin
      if nextval('${sequence}') = 1 then raise exception 'not now' using errcode = '${code}'; end if;
      return pg_backend_pid();
    end $$`);
  const { logged, ...options } = patience();
  const client = await retryingPool(database.pool, options).connect();
  const { rows: before } = await client.query({ text: 'select pg_backend_pid() as pid' });
  const { rows } = await client.query({ name: sequence, text: `select ${sequence}() as pid` });
  expect(rows[0].pid).not.toBe(before[0].pid);
  expect(logged).toEqual(['The job queue waits for the database: not now']);
  client.release();
});

it('leaves a statement that is wrong by itself, and those of a transaction of several, as they are', async () => {
  const { logged, ...options } = patience();
  const client = await retryingPool(database.pool, options).connect();
  await expect(client.query({ text: 'select nonsense' })).rejects.toMatchObject({ code: '42703' });
  await expect(client.query({ text: 'select 1 / 0' })).rejects.toMatchObject({ code: '22012' });
  await expect(client.query(`do $$ begin raise exception 'x' using errcode = '55P03'; end $$`)).rejects.toMatchObject({
    code: '55P03',
  });
  expect(logged).toEqual([]);
  client.release();
});

it('asks again when the connection breaks under a statement', async () => {
  const client = await retryingPool(database.pool, patience()).connect();
  client.on('error', () => {});
  const { rows } = await client.query({ text: 'select pg_backend_pid() as id' });
  const waiting = client.query({ text: 'select pg_backend_pid() as id from pg_sleep($1)', values: [1] });
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].id]);
  expect((await waiting).rows[0].id).not.toBe(rows[0].id);
  client.release();
});

it('gives a connection to a callback as well: the queue listens on one for new jobs', async () => {
  const answer = await new Promise((resolve, reject) => {
    retryingPool(database.pool, patience()).connect((error, client, release) => {
      if (error || !client) return reject(error);
      void client
        .query('select 1 as one')
        .then(({ rows }) => resolve(rows))
        .finally(() => release());
    });
  });
  expect(answer).toEqual([{ one: 1 }]);
});
