import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addressesOf } from '#tests/support/addresses.ts';
import { brokenInvariants } from '#tests/support/broken-invariants.ts';
import { insertPurchase, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { startProcess } from '#tests/support/process.ts';
import { openDatabase } from '../platform/database/db.ts';
import { moveData } from '../platform/database/move/move.ts';
import { findRunningPostgres } from '../platform/database/postgres.ts';
import { prepareDatabase } from '../platform/database/prepare.ts';

const owner = { name: `move_${randomUUID().replaceAll('-', '')}`, password: 'the-password-of-the-owner' };
const made: string[] = [];
let folder: string;
let portal: TestPortal;
let member: Awaited<ReturnType<TestPortal['member']>>;
let source: string;
let admin: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-move-'));
  admin = await connect(inject('postgres').owner);
  await admin.query(`create role ${owner.name} login password '${owner.password}'`);
  portal = await createTestPortal();
  source = portal.database.addresses.owner;
  await fill();
});
afterAll(async () => {
  await portal.close();
  for (const name of made) await admin.query(`drop database ${name} with (force)`);
  await admin.query(`drop role ${owner.name}`);
  await admin.end();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Adds a member with a session and a purchase, a waiting job, values that are easily lost, and a table of several
 * batches.
 */
async function fill(): Promise<void> {
  member = await portal.member();
  const { userId } = member;
  const resource = await insertResource(portal.database, {
    title: 'Line\nbreak, tab\t, \\N and \u{1f600}',
    access_type: 'purchase',
    price_minor: 2500,
  });
  await insertPurchase(portal.database, { userId, resourceId: resource.id });
  await portal.database.owner.query(`
    insert into limit_counters (key, window_start, hits, expires_at)
    select 'counter ' || number, '2026-11-01 10:00:00.123456Z', number, 'infinity' from generate_series(1, 45000) as number;
    select graphile_worker.add_job('send-mail', '{"mailId": 999999}', run_at := now() + interval '1 year')`);
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

async function ask<Row extends pg.QueryResultRow>(address: string, text: string): Promise<Row[]> {
  const client = await connect(address);
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Creates an empty database of a role that owns it and is no superuser. */
async function emptyTarget(): Promise<string> {
  const name = `moved_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name} template template0 owner ${owner.name}`);
  made.push(name);
  const address = new URL(addressesOf(name, inject('postgres')).owner);
  return Object.assign(address, { username: owner.name, password: owner.password }).href;
}

const move = (to: string, log: (message: string) => void = () => {}) => moveData({ source, target: to }, { log });

const command = async (variables: Record<string, string>, ...commandLine: string[]) =>
  (await startProcess('server/commands/move-data.ts', variables, commandLine)).ended;

/** Interrupts a move at a message, as a lost connection would. */
const interruptAt = (wanted: RegExp) => (message: string) => {
  if (wanted.test(message)) throw new Error('interrupted');
};

/** Selects constraints, indexes, triggers, schemas and sequences, including the parts that a move sets aside. */
const structure = `
  select format('%s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) as part from pg_constraint
  where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
  union all select indexdef from pg_indexes where schemaname in ('public', 'graphile_worker')
  union all select format('%s %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
  union all select nspname from pg_namespace where nspname !~ '^pg_'
  union all select format('%s %s %s %s', sequencename, last_value, increment_by, cycle) from pg_sequences
  order by 1`;

const place = `select rows::integer, is_whole as "isWhole" from portal_move.places where name = 'limit_counters'`;

describe('OPS-26 a move of data is refused', () => {
  it('a move is refused without a target, with a malformed one, and with words that mean nothing, and no password is printed', {
    tags: 'long',
  }, async () => {
    const variables = { DATA_DIR: path.join(folder, 'none') };
    const said = async (...given: string[]) => (await command(variables, ...given)).stderr;
    expect(await said()).toBe('Say where to: npm run move-data -- --to ADDRESS, or set MOVE_TO_URL.\n');
    expect(await said('--to', 'postgres://one:secret@:x/')).toBe('--to is no address of a database.\n');
    expect(await said('--from', 'secret')).toBe('The command takes --to ADDRESS or --to FOLDER, and nothing else.\n');
    const silent = Object.assign(new URL(await emptyTarget()), { port: '1' }).href;
    const rejected = await command({ DATABASE_URL: source, DEMO: '1' }, '--to', silent);
    expect(rejected.stderr).toMatch(/^The database of the target does not answer \(.+\)\.\n$/);
    expect(rejected.stderr).not.toContain(owner.password);
  });

  it('a move is refused into a database that has a table, or from one without tables', { tags: 'long' }, async () => {
    const target = await emptyTarget();
    await expect(moveData({ source: target, target: await emptyTarget() }, { log: () => {} })).rejects.toThrow(
      'The source has no tables of a portal.',
    );
    await ask(target, 'create table notes (id integer)');
    await expect(move(target)).rejects.toThrow('The target is not empty: name a database without any table.');
    await expect(move(source)).rejects.toThrow('The target is not empty');
  });

  it('a move is refused while a node serves, and while something is being written', { tags: 'long' }, async () => {
    const target = await emptyTarget();
    const { owner: pool } = portal.database;
    await pool.query(`insert into nodes (id, name, role, version) values (gen_random_uuid(), 'web-1', 'all', '1')`);
    await expect(move(target)).rejects.toThrow(
      'Nodes serve, or did within the last 90 seconds: web-1. Stop all nodes first.',
    );
    await pool.query('delete from nodes');
    const writer = await connect(source);
    await writer.query('begin; lock table users in row exclusive mode');
    await expect(move(target)).rejects.toThrow('The source is in use by a long transaction');
    await writer.end();
  });

  it('a move is refused while another one into the same target runs; one that ends within seconds is awaited', {
    tags: 'long',
  }, async () => {
    const target = await emptyTarget();
    const other = await connect(target);
    await other.query(`select pg_advisory_lock(hashtext('portal-move'))`);
    await expect(move(target)).rejects.toThrow('A move into this target runs already.');
    expect(await ask(target, `select from pg_namespace where nspname = 'portal_move'`)).toEqual([]);
    const waiting = `select pid from pg_locks where locktype = 'advisory' and not granted`;
    const moved = move(target);
    await expect.poll(() => ask(target, waiting)).toHaveLength(1);
    await other.end();
    expect((await moved).rows).toBeGreaterThan(45_000);
  });

  it('a move is refused by a role that does not own the tables, and from a version that is not this one', async () => {
    const target = await emptyTarget();
    await expect(moveData({ source: portal.database.addresses.service, target }, { log: () => {} })).rejects.toThrow(
      "The role of the source does not own the tables: set MIGRATION_DATABASE_URL to the owner's.",
    );
    const { owner: pool } = portal.database;
    await pool.query(`insert into schema_migrations (name, timestamp) values ('9999_later', '2030')`);
    await expect(move(target)).rejects.toThrow(/^The source is at 9999_later, this version at \d{4}_/);
    await pool.query(`delete from schema_migrations where name = '9999_later'`);
  });
});

describe('OPS-26 a move of data', () => {
  let target: string;
  beforeAll(async () => {
    target = await emptyTarget();
  });

  it('lets nothing be written in the source until it ends', { tags: 'long' }, async () => {
    const writing = await connect(source);
    await writing.query(`set lock_timeout = '100ms'`);
    let rejected: Promise<unknown> | undefined;
    const log = (message: string) => {
      if (!message.startsWith('limit_counters')) return;
      rejected ??= writing.query('update users set first_name = first_name').catch((error: Error) => error.message);
    };
    await move(await emptyTarget(), log);
    expect(await rejected).toContain('lock timeout');
    await writing.end();
  });

  it('an interrupted move goes on within a table, and until its end no portal starts on the target', {
    tags: 'long',
  }, async () => {
    await expect(move(target, interruptAt(/^catalogue_version/))).rejects.toThrow('interrupted');
    // The last of this table's three batches fails.
    await ask(target, `alter table limit_counters add constraint stop check (key <> 'counter 9999')`);
    await expect(move(target)).rejects.toThrow('violates check constraint "stop"');
    expect(await ask(target, place)).toEqual([{ rows: 40_000, isWhole: false }]);
    const first = `select min(xmin::text) as writer from limit_counters where key = 'counter 1'`;
    const written = await ask(target, first);
    await expect(prepareDatabase({ owner: target, service: target }, { log: () => {} })).rejects.toThrow(
      'The move of data into this database was interrupted: run the same npm run move-data again',
    );
    await ask(target, 'alter table limit_counters drop constraint stop');
    const said: string[] = [];
    const untilCompared = (message: string) => {
      said.push(message);
      interruptAt(/^Comparing/)(message);
    };
    await expect(move(target, untilCompared)).rejects.toThrow('interrupted');
    expect(said).toContain('The move was interrupted: it goes on.');
    expect(said).toContainEqual(expect.stringMatching(/^limit_counters: 450\d\d rows$/));
    expect(await ask(target, first)).toEqual(written);
  });

  it('finds a row that is not that of the source, and copies its table anew at the next run', {
    tags: 'long',
  }, async () => {
    await ask(target, `update users set first_name = 'Mirra'; delete from limit_counters where key = 'counter 7'`);
    await expect(move(target)).rejects.toThrow(
      'The rows of limit_counters, users are not those of the source. Run the same command again: it copies these tables anew.',
    );
    const { tables, rows } = await move(target);
    expect(tables).toBeGreaterThan(90);
    expect(rows).toBeGreaterThan(45_000);
  });

  it('brings along every row, sequence, waiting job and migration, and all that was put aside', {
    tags: 'long',
  }, async () => {
    expect(await ask(target, structure)).toEqual(await ask(source, structure));
    for (const text of [
      'select * from users order by id',
      'select * from resources order by id',
      'select * from purchases order by id',
      'select * from schema_migrations order by name',
      'select * from installation',
      'select * from graphile_worker._private_jobs order by id',
      'select * from graphile_worker._private_tasks order by id',
    ]) {
      const moved = await ask(target, text);
      expect(moved).toEqual(await ask(source, text));
      expect(moved.length, text).toBeGreaterThan(0);
    }
  });

  it('a move is refused a second time: the target is a portal now', { tags: 'long' }, async () => {
    await expect(move(target)).rejects.toThrow('The target is not empty');
  });
});

it('OPS-26 the command moves into the embedded database of a new folder and from there into another one, where the portal goes on', async () => {
  const data = path.join(folder, 'data');
  const there = await command({ DATABASE_URL: source, DEMO: '1' }, '--to', data);
  expect(there).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Moved \d+ rows of \d+ tables into /) });
  expect(await findRunningPostgres(data)).toBe(null);

  const target = await emptyTarget();
  const back = await command({ DATA_DIR: data, MOVE_TO_URL: target });
  expect(back).toMatchObject({ exitCode: 0 });
  for (const said of [there.stdout, there.stderr, back.stdout, back.stderr]) {
    expect(said).not.toContain(owner.password);
    expect(said).not.toContain(new URL(source).password);
  }

  expect(await ask(target, structure)).toEqual(await ask(source, structure));
  const { service } = addressesOf(new URL(target).pathname.slice(1), inject('postgres'));
  await prepareDatabase({ owner: target, service }, { log: () => {} });
  const database = openDatabase(service, { log: () => {}, max: 2 });
  expect(await brokenInvariants(database)).toEqual([]);
  const moved = await createTestPortal({}, { database });
  const { email } = (await member.get<{ email: string }>('/api/user')).body;
  expect((await moved.visitor().post('/api/login', { email, password: 'portal-demo' })).status).toBe(200);
  // The next id was never used before.
  expect((await moved.member()).userId).toBeGreaterThan(member.userId);
  await moved.close();
  await database.close();
});
