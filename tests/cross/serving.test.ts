import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTcpProxy } from '#quality/faults/rig/tcp-proxy.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { listMigrations } from '#server/platform/database/migration-files.ts';
import { checkAddresses, prepareDatabase } from '#server/platform/database/prepare.ts';
import { connectionSettings } from '#server/platform/database/role-limits.ts';
import { StartError } from '#server/platform/start-error.ts';
import { addressesOf } from '#tests/support/addresses.ts';
import { freePort, startProcess } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';

// PostgreSQL of the operator's own, set up as in docs/operator/production.md: neither of the two roles is a superuser.

let id: string;
let superuser: pg.Client;
let dataDir: string;
beforeAll(async () => {
  superuser = new pg.Client({ connectionString: inject('postgres').owner });
  await superuser.connect();
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-serving-'));
});
afterAll(async () => {
  await superuser.end();
  await rm(dataDir, { recursive: true });
});

beforeEach(async () => {
  id = randomBytes(6).toString('hex');
  await command(`create role owner_${id} login password 'secret'`, `create role service_${id} login password 'secret'`);
  await command(`create database outside_${id} owner owner_${id}`);
  await command(`revoke all on database outside_${id} from public`);
  await command(`grant connect on database outside_${id} to service_${id}`);
});
afterEach(async () => {
  await command(`drop database outside_${id} with (force)`, `drop role service_${id}`, `drop role owner_${id}`);
});

async function command(...statements: string[]): Promise<void> {
  for (const statement of statements) await superuser.query(statement);
}

/** Returns the URL of this test's database for a role. */
function as(role: 'owner' | 'service', password = 'secret'): string {
  const { service } = addressesOf(`outside_${id}`, inject('postgres'));
  return Object.assign(new URL(service), { username: `${role}_${id}`, password }).href;
}

const prepare = (service = as('service')) => prepareDatabase({ owner: as('owner'), service }, { log: () => {} });

async function sentenceOf(variables: Record<string, string>): Promise<string> {
  const { exitCode, stderr, stdout } = await (await startPortal(variables)).ended;
  expect([exitCode, stdout]).toEqual([1, '']);
  return stderr;
}

async function startPortal(variables: Record<string, string>) {
  return startProcess('server/app/main.ts', {
    DATA_DIR: dataDir,
    DEMO: '1',
    PORT: String(await freePort()),
    ...variables,
  });
}

describe('MIGRATION_DATABASE_URL that does not go with DATABASE_URL stops the start in one sentence', () => {
  it('a role that serves but cannot log in', { tags: 'long' }, async () => {
    const variables = { DATABASE_URL: as('service', 'wrong'), MIGRATION_DATABASE_URL: as('owner') };
    expect(await sentenceOf(variables)).toMatch(/^The database of DATABASE_URL does not answer \(password .+\)\.\n$/);
  });

  it('an owner who cannot log in', { tags: 'long' }, async () => {
    const variables = { DATABASE_URL: as('service'), MIGRATION_DATABASE_URL: as('owner', 'wrong') };
    expect(await sentenceOf(variables)).toMatch(
      /^The database of MIGRATION_DATABASE_URL does not answer \(password .+\)\.\n$/,
    );
  });

  it('another database', { tags: 'long' }, async () => {
    await command(`grant connect on database portal_template to service_${id}`);
    const elsewhere = Object.assign(new URL(as('service')), { pathname: 'portal_template' }).href;
    try {
      expect(await sentenceOf({ DATABASE_URL: elsewhere, MIGRATION_DATABASE_URL: as('owner') })).toBe(
        'MIGRATION_DATABASE_URL and DATABASE_URL name different databases: they must be the same.\n',
      );
    } finally {
      await command(`revoke connect on database portal_template from service_${id}`);
    }
  });

  it.each([
    ['the same role', async () => as('owner').replace(':secret@', ':%73ecret@'), /may act as the role that migrates/],
    [
      'a member of the owner',
      async () => command(`grant owner_${id} to service_${id}`),
      /may act as the role that mig/,
    ],
    ['a superuser', async () => command(`alter role service_${id} superuser`), /is a superuser/],
    ['one that makes roles', async () => command(`alter role service_${id} createrole`), /has CREATEROLE/],
    [
      'one that makes schemas',
      () => command(`grant create on database outside_${id} to service_${id}`),
      /may create in/,
    ],
  ])('a role that can do more than serve: %s', async (_, change, wanted) => {
    const rejected = await prepare((await change()) ?? as('service')).catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(StartError);
    expect(String(rejected)).toMatch(wanted);
    expect(await query(as('owner'), `select to_regclass('users') as users`)).toEqual([{ users: null }]);
  });

  it('a serving role without an owner that migrates', { tags: 'long' }, async () => {
    expect(await sentenceOf({ DATABASE_URL: as('service') })).toMatch(
      /^The tables lack \d+ migrations \(from 0001_\S+ on\), .+: run npm run migrate with MIGRATION_DATABASE_URL, .+\n$/,
    );
  });
});

it('OPS-08 a node starts without the rights of the owner once npm run migrate has run, and names migrations that are missing', async () => {
  const addresses = { owner: as('service'), service: as('service') };
  const serve = () => prepareDatabase(addresses, { log: () => {} });
  await expect(serve()).rejects.toThrow('run npm run migrate with MIGRATION_DATABASE_URL');
  const variables = { DATA_DIR: dataDir, DATABASE_URL: as('service'), MIGRATION_DATABASE_URL: as('owner') };
  const migrating = await startProcess('server/commands/migrate.ts', variables);
  const [last = ''] = (await listMigrations()).slice(-1);
  expect(await migrating.ended).toMatchObject({ exitCode: 0, stdout: `The tables are at ${last}.\n` });
  await serve();
  await query(as('owner'), `delete from schema_migrations where name = '${last}'`);
  await expect(serve()).rejects.toThrow(
    `The tables lack 1 migrations (from ${last} on), and the role of DATABASE_URL does not own them: run npm run migrate`,
  );
});

describe('an address that a portal cannot be served from stops the start', () => {
  const production = (variables: { databaseUrl: string; databaseDirectUrl?: string }) =>
    checkAddresses({ demo: false, migrationDatabaseUrl: null, databaseDirectUrl: null, ...variables });

  it('OUT-06 a superuser as the role that serves, in production', async () => {
    const databaseUrl = inject('postgres').owner;
    await expect(production({ databaseUrl })).rejects.toThrow(
      `The role ${new URL(databaseUrl).username} of DATABASE_URL is a superuser: name one that only serves`,
    );
    await expect(production({ databaseUrl: as('owner') })).resolves.toMatchObject({ service: as('owner') });
  });

  it('OUT-02 a pooler in transaction mode, unless DATABASE_DIRECT_URL leads past it', { tags: 'long' }, async () => {
    const proxy = await startTcpProxy(() => Number(new URL(as('service')).port));
    // Such a pooler answers statements and loses notifications, which begin with an A.
    proxy.setTap((bytes, direction) => direction === 'asking' || bytes[0] !== 'A'.charCodeAt(0));
    const pooled = Object.assign(new URL(as('service')), { port: String(proxy.port) }).href;
    await expect(production({ databaseUrl: pooled })).rejects.toThrow(
      'DATABASE_URL leads through a pooler in transaction mode, which loses notifications: set DATABASE_DIRECT_URL to',
    );
    await expect(production({ databaseUrl: as('service'), databaseDirectUrl: pooled })).rejects.toThrow(
      'Notifications of DATABASE_URL are not heard at DATABASE_DIRECT_URL: it must name the same database, past any pooler',
    );
    expect(await production({ databaseUrl: pooled, databaseDirectUrl: as('service') })).toEqual({
      owner: as('service'),
      service: pooled,
      direct: as('service'),
    });
    await expect(
      checkAddresses({
        demo: false,
        databaseUrl: pooled,
        databaseDirectUrl: as('service'),
        migrationDatabaseUrl: Object.assign(new URL(pooled), { username: `owner_${id}` }).href,
      }),
    ).rejects.toThrow('Notifications of DATABASE_URL are not heard at MIGRATION_DATABASE_URL: it must name the same');
    await proxy.close();
  });
});

it('OPS-12 behind a pooler the role keeps the limits of time by itself, also when nodes start at once', async () => {
  const show = async (client: pg.Client | pg.Pool) =>
    (await client.query(`select name, setting from pg_settings where name = any ($1) order by 1`, [names])).rows;
  const names = Object.keys(connectionSettings);
  const direct = openDatabase(as('service'), { log: () => {} });
  const own = await show(direct.pool);
  await direct.close();
  const pooled = `${as('service')}?application_name=pooled`;
  expect(await showThrough(pooled)).not.toEqual(own);
  const asked = { demo: false, migrationDatabaseUrl: null, databaseUrl: pooled, databaseDirectUrl: as('service') };
  await Promise.all([checkAddresses(asked), checkAddresses(asked), checkAddresses(asked)]);
  expect(await showThrough(pooled)).toEqual(own);

  async function showThrough(address: string) {
    const database = openDatabase(address, { log: () => {}, direct: as('service') });
    const settings = await show(database.pool);
    await database.close();
    return settings;
  }
});

it('V13.2.2 BOOT-02 the owner migrates and disconnects, and a portal with all of the demo works without it', {
  tags: 'long',
}, async () => {
  const port = String(await freePort());
  const variables = { DATABASE_URL: as('service'), MIGRATION_DATABASE_URL: as('owner'), PORT: port };
  const portal = await startPortal(variables);
  await portal.printed(/Stop +Ctrl-C/);
  const { rows } = await superuser.query('select distinct usename from pg_stat_activity where datname = $1', [
    `outside_${id}`,
  ]);
  expect(rows).toEqual([{ usename: `service_${id}` }]);
  const form = { email: 'administrator@example.org', password: 'portal-demo' };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(form),
  });
  expect(answer.status).toBe(200);
  portal.kill('SIGINT');
  expect((await portal.ended).exitCode).toBe(0);
});

it('V13.2.2 several nodes grant the rights at once, repair changed ones, and then write nothing', {
  tags: 'long',
}, async () => {
  await Promise.all([prepare(), prepare(), prepare()]);
  await query(as('owner'), `revoke select on users from service_${id}; grant truncate on users to service_${id}`);
  await query(as('owner'), `drop policy by_rights on graphile_worker._private_jobs`);
  await expect(query(as('service'), 'select from users')).rejects.toMatchObject({ code: '42501' });
  await Promise.all([prepare(), prepare()]);
  await command(`alter role owner_${id} set default_transaction_read_only = on`);
  await prepare();
  expect(await query(as('service'), 'select id from users')).toEqual([]);
  await expect(query(as('service'), 'truncate users cascade')).rejects.toMatchObject({ code: '42501' });
  await query(as('service'), `select graphile_worker.add_job('none')`);
  expect(await query(as('service'), 'select count(*)::int as count from graphile_worker._private_jobs')).toEqual([
    { count: 1 },
  ]);
});
