import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let newer: string;
beforeAll(async () => {
  database = await createTestDatabase();
  newer = await mkdtemp(path.join(tmpdir(), 'portal-migrations-'));
  await cp(path.resolve(import.meta.dirname, '../../migrations'), newer, { recursive: true });
  await writeFile(
    path.join(newer, '9999_colour.sql'),
    `alter table resources add column colour text;
    create table colours (id integer generated always as identity primary key, name text not null);`,
  );
});
afterAll(async () => {
  await database.drop();
  await rm(newer, { recursive: true });
});

const findColour = async () =>
  (await database.owner.query(`select from information_schema.columns where column_name = 'colour'`)).rowCount;

it('F15 gives up waiting for a long transaction, and finishes when that has ended', async () => {
  const holder = await database.owner.connect();
  await holder.query('begin; lock table resources in access share mode');
  const hasGivenUp = Promise.withResolvers<string>();
  const migrating = migrate(database.addresses.owner, { log: hasGivenUp.resolve, from: newer });
  expect(await hasGivenUp.promise).toMatch(/in use by a long transaction/);
  await holder.query('commit');
  holder.release();
  await migrating;
  expect(await findColour()).toBe(1);
});

it('V13.2.2 who serves has rights on a new table from the transaction that makes it', async () => {
  const { pool, owner, addresses, drop } = await createTestDatabase();
  const servedBy = new URL(addresses.service).username;
  await migrate(addresses.owner, { log: () => {}, from: newer, servedBy });
  const { rows } = await owner.query(
    `select c.xmin = m.xmin as together from pg_class c, schema_migrations m
     where c.oid = 'colours'::regclass and m.name = '9999_colour'`,
  );
  expect(rows).toEqual([{ together: true }]);
  await pool.query(`insert into colours (name) values ('green')`);
  await drop();
});

it('F15 leaves a node of an earlier version able to start beside newer tables', async () => {
  await migrate(database.addresses.owner, { log: () => {} });
  expect(await findColour()).toBe(1);
});

it('several nodes can migrate at the same time, and again', async () => {
  const runs = Array.from({ length: 3 }, () => migrate(database.addresses.owner, { log: () => {} }));
  await expect(Promise.all(runs)).resolves.toHaveLength(3);
});
