import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '#server/app/app.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let full: Database;
let member: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  const registered = await portal.member();
  await portal.database.pool.query(`update sign_in_sessions set last_seen_at = now() - interval '1 hour'`);
  const { rows } = await portal.database.pool.query('select current_database() as name');
  await portal.database.owner.query(`alter database ${rows[0].name} set default_transaction_read_only = on`);
  full = openDatabase(portal.database.addresses.service, { log: () => {} });
  const app = await createApp({ ...portal.dependencies, database: full });
  member = Object.assign(new Client(app), { cookies: registered.cookies });
});
afterAll(async () => {
  await full.close();
  await portal.close();
});

it('F07 on a full disk reading works, however long ago the last visit was', async () => {
  expect((await member.get('/api/user')).status).toBe(200);
  expect((await member.get('/api/resources')).status).toBe(200);
});

const users = async () => (await portal.database.pool.query('select * from users order by id')).rows;
const person = {
  firstName: 'Mira',
  lastName: 'Tollander',
  password: 'portal-demo',
  organization: 'Harbour Trust',
  email: 'no-room@example.org',
};

it('GEN-03 F07 on a full disk a write is refused in words, and changes nothing', async () => {
  const before = await users();
  const { status, body, headers } = await member.post('/api/register', person);
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'request.storage-full', '60']);
  expect(await users()).toEqual(before);
});

it('OPS-02 an outside database that is read-only is busy, not full: another host takes over', async () => {
  const before = await users();
  const { dependencies } = portal;
  const env = { ...dependencies.env, databaseUrl: portal.database.addresses.service };
  const app = await createApp({ ...dependencies, env, database: full });
  const { status, body, headers } = await new Client(app).post('/api/register', person);
  expect([status, body, headers['retry-after']]).toEqual([
    503,
    { code: 'request.busy', message: 'The service is busy. Please try again in a moment.' },
    '5',
  ]);
  expect(await users()).toEqual(before);
  await app.close();
});
