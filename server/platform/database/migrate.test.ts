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

it('F15 gives up waiting for a long transaction, and finishes when that has ended', { tags: 'long' }, async () => {
  const holder = await database.owner.connect();
  await holder.query('begin; lock table resources in access share mode');
  const hasGivenUp = Promise.withResolvers<string>();
  const migrating = migrate(database.addresses.owner, { log: hasGivenUp.resolve, from: newer });
  expect(await Promise.race([hasGivenUp.promise, migrating])).toMatch(/in use by a long transaction/);
  await holder.query('commit');
  holder.release();
  await migrating;
  expect(await findColour()).toBe(1);
});

it('OPS-09 gives up before PostgreSQL ends the statement of a node that waits for it in a circle', {
  tags: 'long',
}, async () => {
  const { owner, addresses, drop } = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-migrations-'));
  await cp(path.resolve(import.meta.dirname, '../../migrations'), folder, { recursive: true });
  const text = `alter table resources add column circle text;
    select pg_sleep(0.3);
    alter table articles add column circle text;`;
  await writeFile(path.join(folder, '9999_circle.sql'), text);
  const node = await owner.connect();
  await node.query('begin; select count(*) from articles');
  const migrating = migrate(addresses.owner, { log: () => {}, from: folder });
  const isAsleep = `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`;
  await expect.poll(async () => (await owner.query(isAsleep)).rowCount, { interval: 10 }).toBe(1);
  // The migration has this table, and will wait for the other after the node has begun to wait for this one.
  expect((await node.query('select count(*) from resources')).rowCount).toBe(1);
  await node.query('commit');
  node.release();
  await migrating;
  const made = `select from information_schema.columns where column_name = 'circle'`;
  expect((await owner.query(made)).rowCount).toBe(2);
  await rm(folder, { recursive: true });
  await drop();
});

it('V13.2.2 who serves has rights on a new table from the transaction that makes it', { tags: 'long' }, async () => {
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

it('F15 leaves a node of an earlier version able to start beside newer tables', { tags: 'long' }, async () => {
  await migrate(database.addresses.owner, { log: () => {} });
  expect(await findColour()).toBe(1);
});

it('OPS-09 a file outside a transaction builds an index while rows are written, after one that an interruption left invalid', {
  tags: 'long',
}, async () => {
  const { owner, addresses, drop } = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-migrations-'));
  await cp(path.resolve(import.meta.dirname, '../../migrations'), folder, { recursive: true });
  const text = `-- Outside a transaction: an index of a table that is written to.
create index concurrently if not exists limit_counters_hits_idx on limit_counters (key, hits);

create index concurrently if not exists limit_counters_counted_idx on limit_counters (hits);
`;
  await writeFile(path.join(folder, '9998_index.sql'), text);
  await writeFile(path.join(folder, '9999_colour.sql'), 'alter table resources add column colour text;');
  await owner.query('create index limit_counters_hits_idx on limit_counters (key)');
  await owner.query(`update pg_index set indisvalid = false where indexrelid = 'limit_counters_hits_idx'::regclass`);
  const writer = await owner.connect();
  await writer.query(`begin; insert into limit_counters values ('one', now(), 1, now())`);
  const migrating = Promise.all([1, 2].map(() => migrate(addresses.owner, { log: () => {}, from: folder })));
  // The building of the index waits for this transaction, while others can write.
  const isWaiting = `select from pg_stat_activity where query like '%index concurrently%' and datname = current_database()
    and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await owner.query(isWaiting)).rowCount).toBe(1);
  await owner.query(`insert into limit_counters values ('two', now(), 1, now())`);
  await writer.query('commit');
  writer.release();
  await migrating;
  const { rows } = await owner.query(
    `select pg_get_indexdef(indexrelid) as index, indisvalid from pg_index
     where indexrelid::regclass::text like 'limit_counters%counted_idx' or indexrelid::regclass::text like '%hits_idx' order by 1`,
  );
  expect(rows).toEqual([
    { index: 'CREATE INDEX limit_counters_counted_idx ON public.limit_counters USING btree (hits)', indisvalid: true },
    {
      index: 'CREATE INDEX limit_counters_hits_idx ON public.limit_counters USING btree (key, hits)',
      indisvalid: true,
    },
  ]);
  const names = await owner.query(`select name from schema_migrations where name > '9' order by 1`);
  expect(names.rows).toEqual([{ name: '9998_index' }, { name: '9999_colour' }]);
  await rm(folder, { recursive: true });
  await drop();
});

it('several nodes can migrate at the same time, and again', { tags: 'long' }, async () => {
  const runs = Array.from({ length: 3 }, () => migrate(database.addresses.owner, { log: () => {} }));
  await expect(Promise.all(runs)).resolves.toHaveLength(3);
});
