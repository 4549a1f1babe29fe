import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { ItemFailures } from './item-failures.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const failWith = (message: string, fields: object = {}) =>
  Promise.reject<void>(Object.assign(new Error(message), fields));

it('OPS-28 goes on after items that fail, and names the first five and their reasons at the end', async () => {
  const failures = new ItemFailures('Some could not be read');
  const read: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    const isFine = await failures.attempt(name, async () => {
      if (name !== 'h') throw new Error(`no ${name}`);
      read.push(name);
    });
    expect(isFine).toBe(name === 'h');
  }
  expect(read).toEqual(['h']);
  expect(() => failures.throwAny()).toThrow(
    'Some could not be read: a (no a), b (no b), c (no c), d (no d), e (no e) and 2 more',
  );
  expect(() => new ItemFailures('Nothing').throwAny()).not.toThrow();
});

it('OPS-28 ends at once when the database is away or the job says so, because each next item would fail, too', async () => {
  const failures = new ItemFailures('Some could not be read', (error) => String(error).includes('outage'));
  await expect(failures.attempt('a', () => failWith('gone', { code: 'ECONNREFUSED' }))).rejects.toThrow('gone');
  await expect(failures.attempt('a', () => failWith('shutdown', { code: '57P01' }))).rejects.toThrow('shutdown');
  await expect(failures.attempt('a', () => failWith('outage'))).rejects.toThrow('outage');
  expect(() => failures.throwAny()).not.toThrow();
});

it('OPS-28 undoes what a failed item wrote in a transaction, and keeps what the others wrote', async () => {
  const failures = new ItemFailures('Some could not be kept');
  await database.transaction(async (db) => {
    for (const key of ['one', 'two', 'three']) {
      await failures.attemptInside(db, key, async () => {
        await db.prepared('test.insert', 'insert into limit_counters values ($1, now(), 1, now())', [key]);
        if (key === 'two') await db.prepared('test.divide', 'select 1 / 0', []);
      });
    }
  });
  const { rows } = await database.pool.query('select key from limit_counters order by key');
  expect(rows.map(({ key }) => key)).toEqual(['one', 'three']);
  expect(() => failures.throwAny()).toThrow('Some could not be kept: two (division by zero)');
  await expect(database.db.savepoint(() => Promise.resolve())).rejects.toThrow('Only a transaction');
});
