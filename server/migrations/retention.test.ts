import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { deleteInBatches } from '../platform/database/delete-batches.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('OPS-06 every table is on the page that says what bounds it, and no other', async () => {
  const page = await readFile(path.resolve(import.meta.dirname, '../../docs/operator/retention.md'), 'utf8');
  const listed = [...page.matchAll(/^\| (`.+?`) \| .+ \|$/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  const { rows } = await database.owner.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relname not like 'schema_migration%' order by 1`,
  );
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name));
});

it('OPS-06 old rows are deleted in batches until none is left, and no others', async () => {
  await database.owner.query(
    `insert into mail_keys (dedupe_key, created_at)
     select 'old:' || number, now() - interval '3 years' from generate_series(1, 2500) as number
     union all select 'young:1', now()`,
  );
  const sizes: number[] = [];
  const counted = {
    ...database.db,
    prepared: async (...asked: Parameters<typeof database.db.prepared>) => {
      const rows = await database.db.prepared(...asked);
      sizes.push(rows.length);
      return rows;
    },
  } as typeof database.db;
  const text = `delete from mail_keys where dedupe_key in (
    select dedupe_key from mail_keys where created_at < now() - interval '2 years' limit $1) returning 1 as one`;
  await deleteInBatches(counted, 'test.delete', text);
  expect(sizes).toEqual([1000, 1000, 500]);
  expect((await database.owner.query('select dedupe_key from mail_keys')).rows).toEqual([{ dedupe_key: 'young:1' }]);
});
