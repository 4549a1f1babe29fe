import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let newer: string;
beforeAll(async () => {
  database = await createTestDatabase();
  newer = await mkdtemp(path.join(tmpdir(), 'portal-migrations-'));
  await cp(path.resolve(import.meta.dirname, '../migrations'), newer, { recursive: true });
  await writeFile(path.join(newer, '9999_colour.sql'), 'alter table resources add column colour text;');
});
afterAll(async () => {
  await database.drop();
  await rm(newer, { recursive: true });
});

const findColour = async () =>
  (await database.pool.query(`select from information_schema.columns where column_name = 'colour'`)).rowCount;

it('F15 gives up waiting for a long transaction, and finishes when that has ended', { timeout: 60_000 }, async () => {
  const holder = await database.pool.connect();
  await holder.query('begin; lock table resources in access share mode');
  const hasGivenUp = Promise.withResolvers<string>();
  const migrating = migrate(database.connectionString, { log: hasGivenUp.resolve, from: newer });
  expect(await hasGivenUp.promise).toMatch(/in use by a long transaction/);
  await holder.query('commit');
  holder.release();
  await migrating;
  expect(await findColour()).toBe(1);
});

it('F15 leaves a node of an earlier version able to start beside newer tables', async () => {
  await migrate(database.connectionString, { log: () => {} });
  expect(await findColour()).toBe(1);
});
