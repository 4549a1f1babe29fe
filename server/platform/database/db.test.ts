import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Database, type Db, openDatabase } from '#server/platform/database/db.ts';
import { createLimiter } from '#server/platform/http/limits.ts';
import { asAnotherCaller, createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createTestPortal } from '#tests/support/portal.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const countKeys = async () => (await database.pool.query('select count(*)::int as n from limit_counters')).rows[0].n;
const insertKey = (key: string) => sql`insert into limit_counters values (${key}, now(), 1, now())`;

/** Ends every connection to a database from outside, as a restart of PostgreSQL does. */
async function cutConnections(name: string): Promise<number> {
  const client = new pg.Client({ connectionString: inject('postgres').owner });
  await client.connect();
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  );
  await client.end();
  return rowCount ?? 0;
}

describe('a transaction', () => {
  it('keeps nothing of what was written when a step fails', async () => {
    const work = database.transaction(async (db) => {
      await insertKey('half').execute(db.kysely);
      throw new Error('the second step failed');
    });
    await expect(work).rejects.toThrow('the second step failed');
    expect(await countKeys()).toBe(0);
  });

  it('can count a limit while transactions hold every connection of the pool', async () => {
    const limiter = createLimiter(database);
    const limit = { name: 'test', max: 100, windowSeconds: 60 };
    const work = Array.from({ length: 2 * (database.pool.options.max ?? 0) }, (_, key) =>
      database.transaction(async (db) => {
        await db.prepared('test.one', 'select 1', []);
        return limiter.take(limit, `${key}`);
      }),
    );
    expect(new Set(await Promise.all(work))).toEqual(new Set([1]));
    await database.owner.query('delete from limit_counters');
  });

  it('prepares a query that Kysely has built, under its name, and refuses another text under this name', async () => {
    await database.transaction(async (db) => {
      const counters = db.kysely.selectFrom('limit_counters').select('hits');
      const write = db.kysely
        .insertInto('limit_counters')
        .values({ key: 'built', window_start: new Date(0), hits: 7, expires_at: new Date(0) });
      expect(await db.prepared('test.write', write)).toEqual([]);
      expect(await db.prepared('test.read', counters.where('key', '=', 'built'))).toEqual([{ hits: 7 }]);
      expect(await db.prepared('test.read', counters.where('key', '=', 'absent'))).toEqual([]);
      const names = sql<{
        name: string;
      }>`select name from pg_prepared_statements where name like 'test.%' order by name`;
      const { rows } = await names.execute(db.kysely);
      expect(rows).toEqual(expect.arrayContaining([{ name: 'test.read' }, { name: 'test.write' }]));
      await expect(db.prepared('test.read', counters)).rejects.toThrow('Prepared statements must be unique');
    });
    await database.owner.query('delete from limit_counters');
  });

  it('keeps everything, of statements built and prepared, when all succeed', async () => {
    await database.transaction(async (db) => {
      await insertKey('whole').execute(db.kysely);
      const rows = await db.prepared<{ n: number }>('test.count', 'select count(*)::int as n from limit_counters', []);
      expect(rows).toEqual([{ n: 1 }]);
      expect(await asAnotherCaller(countKeys)).toBe(0);
    });
    expect(await countKeys()).toBe(1);
  });

  it('gives its connection back, also after a failure', async () => {
    const failing = () => database.transaction(() => Promise.reject(new Error('no'))).catch(() => 'refused');
    await Promise.all(Array.from({ length: 30 }, failing));
    expect(database.pool.waitingCount).toBe(0);
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
  });
});

describe('a transaction that is given more time', () => {
  const slow = async (db: Db) => {
    await db.prepared('test.slow', 'select pg_sleep(2.3)', []);
    await sql`select pg_sleep(2.3)`.execute(db.kysely);
  };

  it('OPS-02 a transaction that is given more time has it for prepared and built statements past the limits of PostgreSQL and of the driver, and for its commit', {
    tags: 'long',
  }, async () => {
    // The driver gives up 2 seconds after PostgreSQL would.
    const one = openDatabase(database.addresses.service, { log: () => {}, max: 1, statementTimeoutMs: 100 });
    await expect(one.transaction(slow)).rejects.toMatchObject({ code: '57014' });
    const asked: unknown[] = [];
    await one.transaction(async (db) => {
      await db.allowLongStatements(60_000);
      await slow(db);
      const { rows } = await sql`show statement_timeout`.execute(db.kysely);
      asked.push(rows);
    });
    asked.push((await one.pool.query('show statement_timeout')).rows);
    expect(asked).toEqual([[{ statement_timeout: '1min' }], [{ statement_timeout: '100ms' }]]);
    // The next transaction on the connection has the default limits.
    await expect(one.transaction(slow)).rejects.toMatchObject({ code: '57014' });
    await expect(one.db.allowLongStatements(60_000)).rejects.toThrow('Only a transaction');
    await one.close();
  });
});

it('runs each of two statements whose long names begin alike', async () => {
  const one = openDatabase(database.addresses.service, { log: () => {}, max: 1 });
  const name = 'test.'.padEnd(70, 'x');
  expect(await one.db.prepared(`${name}1`, 'select 1 as n', [])).toEqual([{ n: 1 }]);
  expect(await one.db.prepared(`${name}2`, 'select 2 as n', [])).toEqual([{ n: 2 }]);
  await one.close();
});

describe('a statement whose plan a migration has outdated', () => {
  const ask = (db: Db) => db.prepared<{ one: number }>('test.outdated', 'select * from outdated', []);

  it('OPS-03 a statement with an outdated plan is answered outside a transaction, and inside fails with nothing kept', async () => {
    await database.owner.query('create table outdated as select 1 as one');
    await database.owner.query(`grant select on outdated to ${new URL(database.addresses.service).username}`);
    const one = openDatabase(database.addresses.service, { log: () => {}, max: 1 });
    expect(await ask(one.db)).toEqual([{ one: 1 }]);
    await database.owner.query('alter table outdated add column two integer');
    const inside = one.transaction(async (db) => {
      await insertKey('outdated').execute(db.kysely);
      return ask(db);
    });
    await expect(inside).rejects.toMatchObject({ code: '0A000' });
    const { rows } = await database.pool.query(`select from limit_counters where key = 'outdated'`);
    expect(rows).toEqual([]);
    // The connection that failed is closed, so the next transaction plans the statement again.
    expect(await one.transaction((db) => ask(db))).toEqual([{ one: 1, two: null }]);
    await database.owner.query('alter table outdated add column three integer');
    expect(await ask(one.db)).toEqual([{ one: 1, two: null, three: null }]);
    await one.close();
  });
});

it('OPS-03 a statement that ended a circle of waiting is asked once more outside a transaction, and inside fails', async () => {
  const service = new URL(database.addresses.service).username;
  // A sequence keeps its value when a statement fails, so it counts the attempts.
  await database.owner.query(`create sequence circle_tries; grant usage on circle_tries to ${service};
    create function wait_in_circle(last integer) returns bigint language plpgsql as $$
    declare tries bigint := nextval('circle_tries');
    begin
      if tries <= last then raise exception 'deadlock' using errcode = '40P01'; end if;
      return tries;
    end $$`);
  const ask = (db: Db, last: number) =>
    db.prepared<{ tries: number }>('test.circle', 'select wait_in_circle($1::integer) as tries', [last]);
  expect(await ask(database.db, 1)).toEqual([{ tries: 2 }]);
  await expect(ask(database.db, 10)).rejects.toMatchObject({ code: '40P01' });
  await expect(database.transaction((db) => ask(db, 10))).rejects.toMatchObject({ code: '40P01' });
  const { rows } = await database.owner.query('select last_value::integer as tries from circle_tries');
  expect(rows).toEqual([{ tries: 5 }]);
});

describe('a connection that is of no use any more', () => {
  const pidOf = async ({ pool }: Pick<Database, 'pool'>) =>
    (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;

  it('OPS-02 a connection is dropped when the server refuses writes, in a transaction or not, and when it does not answer', async () => {
    const one = openDatabase(database.addresses.service, { log: () => {}, max: 1 });
    const readOnly = (db: Db) => sql`set local transaction_read_only = on`.execute(db.kysely);
    const pids = [await pidOf(one)];
    const write = one.transaction(async (db) => {
      await readOnly(db);
      await insertKey('read-only').execute(db.kysely);
    });
    await expect(write).rejects.toMatchObject({ code: '25006' });
    pids.push(await pidOf(one));
    await one.pool.query('set default_transaction_read_only = on');
    await expect(insertKey('read-only').execute(one.db.kysely)).rejects.toMatchObject({ code: '25006' });
    pids.push(await pidOf(one));
    const asked = { text: 'select pg_sleep(60)', query_timeout: 50 };
    const client = await one.pool.connect();
    await expect(client.query(asked)).rejects.toThrow('Query read timeout');
    client.release();
    pids.push(await pidOf(one));
    expect(new Set(pids).size).toBe(4);
    // The connection survives an ordinary error.
    await expect(sql`select nothing`.execute(one.db.kysely)).rejects.toMatchObject({ code: '42703' });
    expect(await pidOf(one)).toBe(pids.at(-1));
    await one.close();
  });
});

describe('a restart of PostgreSQL', () => {
  it('under the running portal is survived: the next calls are answered', { tags: 'long' }, async () => {
    const portal = await createTestPortal();
    const member = await portal.member();
    const name = new URL(portal.database.addresses.service).pathname.slice(1);
    expect(await cutConnections(name)).toBeGreaterThan(0);
    const statuses = [];
    // The first call may still use a connection whose end has not been noticed; it fails and never hangs.
    for (let tries = 0; tries < 3; tries += 1) statuses.push((await member.get('/api/user')).status);
    expect(statuses.at(-1)).toBe(200);
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    await portal.close();
  });
});
