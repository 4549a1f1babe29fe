import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client, JsonObject } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Client & { userId: number };
beforeAll(async () => {
  portal = await createTestPortal();
});
beforeEach(async () => {
  await portal.database.pool.query(`update users set role = 'user'`);
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const form = { firstName: 'Nadia', lastName: 'Okonwell', organization: 'Quay Works', password: 'chosen-for-you' };

describe('the list', () => {
  it('API-48 ADM-USER-02 finds by parts of name, address and organization, and narrows by role', async () => {
    const email = 'quist@example.org';
    await administrator.post('/api/users', {
      ...form,
      firstName: 'Zoë',
      lastName: 'Quist_50%',
      email,
      organization: 'Tide',
    });
    const found = async (query: string) => {
      const { status, body } = await administrator.get<JsonObject[]>(`/api/users?${query}`);
      expect(status).toBe(200);
      return body.map((user) => user.email);
    };
    expect(await found('search=zoe')).toEqual([email]);
    expect(await found(`search=${encodeURIComponent('t_50%')}`)).toEqual([email]);
    expect(await found(`search=${encodeURIComponent('%')}&organization=tid`)).toEqual([email]);
    expect(await found('organization=Quist')).toEqual([]);
    expect(await found('search=zoe&role=administrator')).toEqual([]);
    const [first] = (await administrator.get<JsonObject[]>('/api/users?role=administrator')).body;
    expect(first).toEqual({
      id: administrator.userId,
      firstName: 'Tavia',
      lastName: 'Brindlecombe',
      email: expect.any(String),
      organization: 'Harbour Trust',
      role: 'administrator',
      emailVerified: false,
      twoFactorEnabled: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await administrator.get('/api/users?role=owner')).status).toBe(400);
  });

  it('API-49 refuses a search for what no text of the portal can hold', async () => {
    for (const query of ['search=%00', 'organization=a%00b']) {
      const { status, body } = await administrator.get(`/api/users?${query}`);
      expect([status, body.code]).toEqual([400, 'request.invalid']);
    }
  });

  it('GEN-10 the list of users has pages, and says how many were found', async () => {
    await portal.member();
    const all = await administrator.get<JsonObject[]>('/api/users');
    const second = await administrator.get<JsonObject[]>('/api/users?page=2&pageSize=1');
    expect(second.body).toEqual([all.body[1]]);
    expect(second.headers['x-total-count']).toBe(String(all.body.length));
  });

  it('ADM-15 refuses the file of the list to others, and columns that it does not have', async () => {
    const path = '/api/users/csv?columns=email';
    expect((await portal.visitor().get(path)).status).toBe(401);
    expect((await (await portal.member()).get(path)).status).toBe(403);
    for (const query of ['columns=password', 'columns=email&columns=id', 'role=owner', `search=${'x'.repeat(101)}`]) {
      expect([query, (await administrator.get(`/api/users/csv?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('ADM-15 BILL-20 the file has all that the search finds, with the chosen columns, and runs in no spreadsheet', async () => {
    const typed = { ...form, firstName: '=SUM(A1)', lastName: 'Ledgerby', organization: 'Ink, Paper & Co' };
    const emails = ['one@ledger.example', 'two@ledger.example'];
    for (const email of emails) expect((await administrator.post('/api/users', { ...typed, email })).status).toBe(201);
    const file = await administrator.get('/api/users/csv?search=Ledgerby&columns=organization&columns=email');
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/);
    expect(file.headers['cache-control']).toBe('private, no-store');
    const [heading, ...lines] = file.raw.toString().trim().split('\n');
    expect(heading).toBe('Id,First name,Last name,Email,Organization');
    expect(lines.map((line) => line.replace(/^\d+/, 'id'))).toEqual(
      emails.toReversed().map((email) => `id,'=SUM(A1),Ledgerby,${email},"Ink, Paper & Co"`),
    );
    const bare = await administrator.get('/api/users/csv?search=Ledgerby&role=administrator');
    expect(bare.raw.toString()).toBe('\uFEFFId,First name,Last name\n');
  });

  it('API-49 ADM-USER-01 counts accounts by role, and those of the last 30 days', async () => {
    const { body: before } = await administrator.get<Record<string, number>>('/api/users/stats');
    const member = await portal.member();
    await portal.database.pool.query(`update users set created_at = now() - interval '31 days' where id = $1`, [
      member.userId,
    ]);
    await portal.member();
    expect((await administrator.get('/api/users/stats')).body).toEqual({
      total: Number(before.total) + 2,
      administrators: 1,
      users: Number(before.users) + 2,
      recent: Number(before.recent) + 1,
    });
  });
});

it('SET-18 an administrator switches a second factor off, and the member gets a mail', async () => {
  const member = await portal.member();
  await portal.runJobs();
  portal.sentMails.length = 0;
  await portal.database.pool.query(`update users set two_factor_enabled_at = now() where id = $1`, [member.userId]);
  expect((await administrator.delete(`/api/admin/users/${member.userId}/two-factor`)).status).toBe(200);
  expect((await member.get('/api/user')).body.twoFactorEnabled).toBe(false);
  await portal.runJobs();
  expect(portal.sentMails.map(({ subject }) => subject)).toEqual(['Two-factor authentication was turned off']);
  const { rows } = await portal.database.pool.query(
    `select action from audit_log where object = 'user' and object_id = $1`,
    [String(member.userId)],
  );
  expect(rows).toEqual([{ action: 'switch-off-second-factor' }]);
});

it('ADM-15 the file ends after the newest 10,000 accounts', { tags: 'long' }, async () => {
  await portal.database.pool.query(
    `insert into users (email, first_name, last_name, created_at)
     select 'many-' || n || '@example.org', 'Many', 'Accounts', now() - n * interval '1 minute' from generate_series(1, 10001) as n`,
  );
  const lines = (await administrator.get('/api/users/csv?search=many-&columns=email')).raw
    .toString()
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(10_001);
  expect(lines[1]).toMatch(/,many-1@example\.org$/);
  expect(lines.at(-1)).toMatch(/,many-10000@example\.org$/);
});
