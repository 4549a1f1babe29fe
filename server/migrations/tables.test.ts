import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { writeRowTypes } from '../../scripts/database-types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const readCommitted = () => readFile(path.join(import.meta.dirname, 'tables.ts'), 'utf8');
const writeFrom = ({ db, owner }: TestDatabase) => writeRowTypes({ db, pool: owner });

it('the committed row types are those that the migrated schema gives (mend: npm run database:types)', async () => {
  expect(await writeFrom(database)).toBe(await readCommitted());
});

it.each([
  ['a renamed column', 'alter table purchases rename column purchased_at to bought_at'],
  ['another type', 'alter table purchases alter column currency type integer using 1'],
  ['a column that may be empty', 'alter table purchases alter column attempt_id drop not null'],
  [
    'another list of allowed values',
    "alter table users drop constraint users_role_check; alter table users add check (role in ('user', 'owner'))",
  ],
])('the committed row types differ from a schema with %s', async (_change, statement) => {
  const changed = await createTestDatabase();
  await changed.owner.query(statement);
  expect(await writeFrom(changed)).not.toBe(await readCommitted());
  await changed.drop();
});
