import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Columns read by member only in rows that an index covers, or in tables so small that reading all rows is quick. */
const exceptions = [
  'access_grants.user_id',
  'account_links.user_id',
  'catalogue_imports.user_id',
  'reconciliation_discrepancies.user_id',
];

it("a member's own rows are found by an index in every table that grows with the members", async () => {
  const { rows } = await database.pool.query<{ unindexed: string }>(
    `select c.conrelid::regclass || '.' || a.attname as unindexed
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'users'::regclass and a.attname = 'user_id' and not exists (
       select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)
     order by 1`,
  );
  expect(rows.map(({ unindexed }) => unindexed)).toEqual(exceptions);
});
