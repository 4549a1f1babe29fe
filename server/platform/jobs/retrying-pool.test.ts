import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/process.ts';
import { patientPool } from './retrying-pool.ts';

it('asks the queue to wait while PostgreSQL cannot be reached', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: await freePort(), user: 'no-role' });
  await expect(patientPool(pool).connect()).rejects.toMatchObject({ code: '57P03' });
  await pool.end();
});

it('does the same when a connection breaks under a statement, and leaves other failures as they are', async () => {
  const database = await createTestDatabase();
  const client = await patientPool(database.pool).connect();
  client.on('error', () => {});
  expect((await client.query('select $1::integer as one', [1])).rows).toEqual([{ one: 1 }]);
  await expect(client.query('select nonsense')).rejects.toMatchObject({ code: '42703' });
  const { rows } = await client.query('select pg_backend_pid() as id');
  const sleeping = client.query('select pg_sleep(60)').catch((error: unknown) => error);
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].id]);
  expect(await sleeping).toMatchObject({ code: '57P03' });
  client.release(true);
  await database.drop();
});

it('gives a connection to a callback as well: the queue listens on one for new jobs', async () => {
  const database = await createTestDatabase();
  const answer = await new Promise((resolve, reject) => {
    patientPool(database.pool).connect((error, client, release) => {
      if (error || !client) return reject(error);
      void client
        .query('select 1 as one')
        .then(({ rows }) => resolve(rows))
        .finally(() => release());
    });
  });
  expect(answer).toEqual([{ one: 1 }]);
  await database.drop();
});
