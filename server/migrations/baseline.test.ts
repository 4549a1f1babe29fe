import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { listMigrations } from '#server/platform/database/migration-files.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { migrateToOldVersion } from '#tests/support/old-version.ts';
import { type Catalogue, readCatalogue, readRows } from '#tests/support/schema.ts';
import { writeBaseline } from '../../scripts/database-baseline.ts';

const folder = import.meta.dirname;
const chain = path.join(folder, 'before-0.1');
const options = ({ addresses }: TestDatabase) => ({
  log: () => {},
  servedBy: new URL(addresses.service).username,
});
const namesIn = (place: string) => readdirSync(place).filter((name) => /^\d{4}_.+\.sql$/.test(name));
const numberOf = (name: string) => Number(name.slice(0, 4));

let upgraded: TestDatabase;
let made: TestDatabase;
beforeAll(async () => {
  [upgraded, made] = await Promise.all([
    createTestDatabase({ template: 'template0' }),
    createTestDatabase({ template: 'template0' }),
  ]);
  // The chain's folder has no baseline, so each of its files runs.
  await migrate(upgraded.addresses.owner, { ...options(upgraded), from: chain });
});
afterAll(() => Promise.all([upgraded.drop(), made.drop()]));

it('OPS-09 the committed baseline is the schema and the rows that the chain gives (mend: npm run database:baseline)', async () => {
  expect(await writeBaseline(upgraded.owner)).toBe(readFileSync(path.join(folder, '0001_baseline.sql'), 'utf8'));
});

it('OPS-09 a new database has the catalogue, the rights and the rows of one that ran every migration', async () => {
  await migrate(upgraded.addresses.owner, options(upgraded));
  await migrate(made.addresses.owner, options(made));
  const [one, other] = await Promise.all([upgraded, made].map(({ owner }) => readCatalogue(owner)));
  expect(countObjects(one)).toBeGreaterThan(1_500);
  expect(other).toEqual(one);
  const [rows, otherRows] = await Promise.all([upgraded, made].map(({ owner }) => readRows(owner)));
  expect(Object.keys(rows ?? {}).sort()).toContain('schema_migrations');
  expect(otherRows).toEqual(rows);
});

it('OPS-09 two new databases are different installations', async () => {
  const ids = await Promise.all([upgraded, made].map(({ owner }) => owner.query('select id from installation')));
  expect(ids[0]?.rows).toHaveLength(1);
  expect(ids[0]?.rows).not.toEqual(ids[1]?.rows);
});

it('OPS-09 a new database records every migration, and the next start changes nothing', async () => {
  const recorded = async () => (await made.owner.query('select * from schema_migrations order by name')).rows;
  const before = await recorded();
  expect(before.map(({ name }) => name)).toEqual(await listMigrations());
  await migrate(made.addresses.owner, options(made));
  expect(await recorded()).toEqual(before);
});

it('OPS-09 a database that ran a part of the chain goes on with the rest and keeps its rows', {
  tags: 'long',
}, async () => {
  const database = await createTestDatabase({ template: 'template0' });
  await migrateToOldVersion(database, (name) => name <= '0068_visits');
  await database.owner.query(`insert into limit_counters values ('kept', now(), 7, now())`);
  const { rows: before } = await database.owner.query('select * from installation');
  const { rows: ran } = await database.owner.query('select * from schema_migrations order by name');
  await migrate(database.addresses.owner, options(database));
  expect((await database.owner.query('select hits from limit_counters')).rows).toEqual([{ hits: 7 }]);
  expect((await database.owner.query('select id from installation')).rows).toEqual([{ id: before[0].id }]);
  const { rows: after } = await database.owner.query('select * from schema_migrations order by name');
  expect(after.slice(0, ran.length)).toEqual(ran);
  await migrate(upgraded.addresses.owner, options(upgraded));
  expect(await readCatalogue(database.owner)).toEqual(await readCatalogue(upgraded.owner));
  await database.drop();
});

it('OPS-09 no two migrations after the baseline have one number, and each number is above those of before', () => {
  const later = namesIn(folder)
    .map(numberOf)
    .sort((one, other) => one - other);
  expect(later[0]).toBe(1);
  expect(new Set(later).size).toBe(later.length);
  const last = Math.max(...namesIn(chain).map(numberOf));
  expect(later.slice(1).filter((number) => number <= last)).toEqual([]);
});

function countObjects(catalogue: Catalogue = {}): number {
  return Object.values(catalogue).reduce((sum, rows) => sum + rows.length, 0);
}
