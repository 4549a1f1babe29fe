import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { migrateToOldVersion } from '#tests/support/old-version.ts';
import { startProcess } from '#tests/support/process.ts';
import { migrate } from './migrate.ts';
import { listMigrations } from './migration-files.ts';
import { estimate, stepSentence, stepsOf } from './upgrade-plan.ts';

describe('the steps of a migration', () => {
  it.each([
    ['a new table with its index', 'create table a (id integer); create index a_i on a (id);', []],
    ['a new column', 'alter table users add column phone text;', ['users lock']],
    ['an index that locks', 'create unique index i on users (phone);', ['users build']],
    ['an index beside writing', 'create index concurrently if not exists i on users (phone);', ['users build beside']],
    ['a check of rows', 'alter table users validate constraint c;', ['users read']],
    ['rows', 'update users u set phone = 1; delete from mails where id = 1;', ['users write', 'mails write']],
    ['a dropped table', 'drop table users;', ['users drop']],
    ['a comment', '-- update users set phone = 1;', []],
    ['a block that runs now', 'do $$ begin update users set phone = 1; end $$;', ['users write']],
    ['a function that runs later', 'create function f() returns void as $$ begin update users set a = 1; end $$;', []],
    [
      'a trigger',
      'create trigger t after insert or update of a, b on users for each row execute function f();',
      ['users lock'],
    ],
  ])('OPS-19 the steps of a migration are found: %s', (_, text, steps) => {
    expect(stepsOf(text).map(({ table, kind }) => `${table} ${kind}`)).toEqual(steps);
  });

  it('OPS-19 take time by the size of their table', () => {
    const size = { rows: 1_000_000, bytes: 300_000_000 };
    const sentence = (kind: 'lock' | 'write' | 'build') => stepSentence(estimate({ table: 'users', kind }, size));
    expect(sentence('lock')).toBe(
      'Changes the table users (1,000,000 rows, 300 MB): statements on it wait for a moment.',
    );
    expect(sentence('write')).toContain('about 50 seconds: changes of the same rows wait until the end.');
    expect(sentence('build')).toContain('about 10 seconds: writing to the table waits until the end.');
  });
});

describe('npm run upgrade:check', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ template: 'template0' });
  });
  afterAll(() => database.drop());
  const check = async (variables: Record<string, string>) =>
    (await startProcess('server/commands/upgrade-check.ts', variables)).ended;

  it('OPS-19 says in one sentence that the database does not answer', { tags: 'long' }, async () => {
    const { exitCode, stderr } = await check({ DATABASE_URL: 'postgres://portal@127.0.0.1:9/portal' });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/^The database of DATABASE_URL does not answer \(.+\)\.\n$/),
    });
  });

  it('OPS-19 names what an upgrade would do before it, and nothing after it, and changes nothing', {
    tags: 'long',
  }, async () => {
    const variables = { DATABASE_URL: database.addresses.service };
    expect((await check({ DATABASE_URL: database.addresses.owner })).stdout).toBe(
      'The database has no tables of a portal yet: the first start makes them.\n',
    );
    const servedBy = new URL(database.addresses.service).username;
    await migrateToOldVersion(database, (name) => name < '0069');
    const names = async () => (await database.owner.query('select name from schema_migrations order by name')).rows;
    const before = await names();
    const { exitCode, stdout } = await check(variables);
    expect(exitCode).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^The tables are at 0068_visits\. Migrations that are missing: \d+\.$/);
    const missing = (await listMigrations()).filter((name) => name >= '0069');
    expect(lines.filter((line) => missing.includes(line))).toEqual(missing);
    expect(stdout).toContain('\n0076_pauses_index\n  Builds an index on subscriptions (0 rows, ');
    expect(stdout).toContain('\nNodes of the version before may go on serving during the upgrade.\n');
    expect(await names()).toEqual(before);

    await migrate(database.addresses.owner, { log: () => {}, servedBy });
    const { stdout: after } = await check(variables);
    expect(after).toBe(`The tables are at ${(await listMigrations()).at(-1)}: nothing migrates.\n`);
    await database.owner.query(`insert into schema_migrations values ('9999_later', '2026-01-01')`);
    expect((await check(variables)).stdout).toMatch(/^The tables are newer than this version \(9999_later\)/);
  });
});
