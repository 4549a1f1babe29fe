import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('the row types name exactly the columns that the tables have', async () => {
  const { rows } = await database.pool.query(
    `select table_name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' and table_name not like 'schema_migration%' group by 1`,
  );
  const real = Object.fromEntries(rows.map((row) => [row.table_name, row.columns.sort()]));
  expect(await typedTables()).toEqual(real);
});

it('several nodes may migrate at the same time, and again', async () => {
  const runs = Array.from({ length: 3 }, () => migrate(database.addresses.owner, { log: () => {} }));
  await expect(Promise.all(runs)).resolves.toHaveLength(3);
});

/** Reads tables and columns out of the row types' text; types are gone at run time. */
async function typedTables(): Promise<Record<string, string[]>> {
  const folder = path.join(import.meta.dirname, 'tables');
  const tables: Record<string, string[]> = {};
  for (const file of await readdir(folder)) {
    const text = await readFile(path.join(folder, file), 'utf8');
    for (const [, name = '', body = ''] of text.matchAll(/^ {2}(\w+): \{([^}]*(?:\{[^}]*\}[^}]*)*)\};/gm)) {
      const withoutNested = body.replace(/\{[^}]*\}/g, '');
      tables[name] = [...withoutNested.matchAll(/(?:^|;)\s*(?:\/\*\*.*?\*\/\s*)?(\w+): /g)]
        .map(([, column = '']) => column)
        .sort();
    }
  }
  return tables;
}
