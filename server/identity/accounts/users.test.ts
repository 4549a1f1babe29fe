import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { queueBehind } from '#tests/support/locks.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';

type Person = Client & { userId: number };

let portal: TestPortal;
let administrator: Person;
beforeAll(async () => {
  portal = await createTestPortal({ ...production, PASSWORD_MIN: '8' });
});
beforeEach(async () => {
  // Registering is limited, and every person here registers from one network.
  await portal.database.owner.query('truncate limit_counters');
  await portal.database.pool.query(`update users set role = 'user'`);
  administrator = await portal.administrator();
  await portal.runJobs();
  portal.sentMails.length = 0;
});
afterAll(() => portal.close());

const form = { firstName: 'Nadia', lastName: 'Okonwell', organization: 'Quay Works', password: 'chosen-for-you' };
const verify = ({ userId }: Person) => rowsOf('update users set email_verified_at = now() where id = $1', [userId]);
const address = () => `${randomUUID()}@example.org`;
const rowsOf = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const dump = () => rowsOf('select id, email, first_name, role, organization from users order by id');
const audited = (id: number) =>
  rowsOf(
    `select actor_user_id as actor, action, before, after from audit_log where object = 'user' and object_id = $1 order by id`,
    [String(id)],
  );
const age = (person: Person) =>
  portal.database.pool.query(
    `update sign_in_sessions set signed_in_at = now() - interval '16 minutes' where user_id = $1`,
    [person.userId],
  );

describe('who is refused', () => {
  it('PERM-01 PERM-02 refuses every call to visitors and members', async () => {
    const member = await portal.member();
    const before = await dump();
    for (const [client, status] of [
      [portal.visitor(), 401],
      [member, 403],
    ] as const) {
      const answers = [
        await client.get('/api/users'),
        await client.get('/api/users/stats'),
        await client.get(`/api/users/${member.userId}`),
        await client.post('/api/users', { ...form, email: address(), role: 'administrator' }),
        await client.put(`/api/users/${member.userId}`, { ...form, email: address() }),
        await client.patch(`/api/users/${member.userId}/role`, { role: 'administrator' }),
        await client.put('/api/users/bulk', { userIds: [member.userId], updates: { role: 'administrator' } }),
        await client.delete(`/api/admin/users/${member.userId}/two-factor`),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    }
    expect(await dump()).toEqual(before);
  });

  it('PERM-05 refuses an administrator whose sign-in is over 15 minutes old everything that gives or takes a role', async () => {
    const member = await portal.member();
    await age(administrator);
    const before = await dump();
    const rejected = { status: 403, body: { code: 'accounts.confirm-sign-in' } };
    const { userId } = member;
    expect(await administrator.patch(`/api/users/${userId}/role`, { role: 'administrator' })).toMatchObject(rejected);
    const bulk = { userIds: [userId], updates: { role: 'administrator' } };
    expect(await administrator.put('/api/users/bulk', bulk)).toMatchObject(rejected);
    const appointed = { ...form, email: address(), role: 'administrator' };
    expect(await administrator.post('/api/users', appointed)).toMatchObject(rejected);
    expect(await dump()).toEqual(before);
    expect((await administrator.post('/api/users', { ...appointed, role: 'user' })).status).toBe(201);
  });

  it('ACCT-03 refuses an administrator whose sign-in is over 15 minutes old a change of address, also of the own one', async () => {
    const member = await portal.member();
    await age(administrator);
    const before = await dump();
    for (const id of [member.userId, administrator.userId]) {
      const answer = await administrator.put(`/api/users/${id}`, { ...form, email: address() });
      expect(answer).toMatchObject({ status: 403, body: { code: 'accounts.confirm-sign-in' } });
    }
    expect(await dump()).toEqual(before);
    const { email } = before.find(({ id }) => id === member.userId);
    const renamed = await administrator.put(`/api/users/${member.userId}`, { ...form, email: email.toUpperCase() });
    expect(renamed).toMatchObject({ status: 200, body: { firstName: 'Nadia' } });
    expect((await member.get('/api/user')).status).toBe(200);
  });

  it('ADM-USER-05 ADM-USER-06 ADM-RES-09 refuses names, addresses and passwords that will not do', async () => {
    const member = await portal.member();
    const before = await dump();
    const good = { ...form, email: address() };
    const cases: [object, string][] = [
      [{ email: 'no-at-sign' }, 'Please enter a valid email'],
      [{ firstName: ' ' }, 'First name is required'],
      [{ lastName: undefined }, 'Last name is required'],
      [{ password: 'short' }, 'Password must be at least 6 characters'],
      [{ password: 'seven77' }, 'Password must be at least 8 characters'],
      [{ role: 'owner' }, 'Role must be user or administrator'],
    ];
    for (const [changed, message] of cases) {
      const answer = await administrator.post('/api/users', { ...good, ...changed });
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
    for (const [changed, message] of cases.slice(0, 3)) {
      const answer = await administrator.put(`/api/users/${member.userId}`, { ...good, ...changed });
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
    expect(await dump()).toEqual(before);
  });

  it('API-52 refuses anything but a role in a bulk change, too many at once, and an unknown one among them', async () => {
    const member = await portal.member();
    const before = await dump();
    const bulk = (userIds: number[], updates: object) => administrator.put('/api/users/bulk', { userIds, updates });
    expect((await bulk([member.userId], { role: 'administrator', passwordHash: 'x' })).status).toBe(400);
    expect((await bulk([member.userId], { email: 'x@example.org' })).status).toBe(400);
    expect((await bulk([], { role: 'user' })).status).toBe(400);
    expect((await bulk(Array(201).fill(member.userId), { role: 'user' })).status).toBe(400);
    expect((await bulk([member.userId, 999_999], { role: 'administrator' })).status).toBe(404);
    expect(await dump()).toEqual(before);
  });

  it('ADM-USER-14 refuses to remove the last administrator, also by two calls at once', async () => {
    const last = { status: 409, body: { code: 'accounts.last-administrator' } };
    const own = `/api/users/${administrator.userId}/role`;
    expect(await administrator.patch(own, { role: 'user' })).toMatchObject(last);
    const bulk = { userIds: [administrator.userId], updates: { role: 'user' } };
    expect(await administrator.put('/api/users/bulk', bulk)).toMatchObject(last);
    for (let round = 0; round < 5; round += 1) {
      await portal.database.owner.query('truncate limit_counters');
      await portal.database.pool.query(`update users set role = 'user'`);
      const two = [await portal.administrator(), await portal.administrator()];
      const answers = await Promise.all(
        two.map((one, index) => one.patch(`/api/users/${two[1 - index]?.userId}/role`, { role: 'user' })),
      );
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      expect(await rowsOf(`select id from users where role = 'administrator'`)).toHaveLength(1);
    }
  });

  it('ADM-USER-15 refuses an address that another account has, whatever its case', async () => {
    const [one, other] = [await portal.member(), await portal.member()];
    const [{ email }] = await rowsOf('select email from users where id = $1', [other.userId]);
    const taken = { status: 409, body: { code: 'accounts.email-taken' } };
    const before = await dump();
    expect(await administrator.post('/api/users', { ...form, email: email.toUpperCase() })).toMatchObject(taken);
    expect(await administrator.put(`/api/users/${one.userId}`, { ...form, email: email.toUpperCase() })).toMatchObject(
      taken,
    );
    expect(await dump()).toEqual(before);
  });
});

it('ADM-USER-15 refuses an address that another account takes at the same moment, and changes nothing', async () => {
  const { userId } = await portal.member();
  const email = address();
  const taken = {
    statement: `insert into users (email, first_name, last_name) values ($1, 'A', 'B')`,
    values: [email],
  };
  const [change] = await queueBehind(portal.database, taken, [
    () => administrator.put(`/api/users/${userId}`, { ...form, email }),
  ]);
  expect(change).toMatchObject({ status: 409, body: { code: 'accounts.email-taken' } });
  expect(await rowsOf('select email from users where id = $1', [userId])).not.toEqual([{ email }]);
});

describe('a created user', () => {
  it('API-50 ADM-USER-16 signs in at once, and is invited by mail to choose a password', async () => {
    const email = address();
    const { status, body } = await administrator.post('/api/users', { ...form, email });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      firstName: 'Nadia',
      lastName: 'Okonwell',
      email,
      organization: 'Quay Works',
      role: 'user',
    });
    expect(Object.keys(body).filter((key) => /pass|hash|secret/i.test(key))).toEqual([]);
    const entered = await portal.visitor().post('/api/login', { email, password: form.password });
    expect(entered).toMatchObject({ status: 200, body: { role: 'user', isInvited: true } });
    await portal.runJobs();
    const mail = portal.sentMails.find(({ to }) => to === email);
    const token = /token=(\S+)/.exec(mail?.text ?? '')?.[1];
    const [link] = await rowsOf(
      `select extract(epoch from expires_at - created_at)::int as seconds from account_links where user_id = $1 and used_at is null`,
      [body.id],
    );
    expect(link.seconds).toBe(24 * 3600);
    const own = { token, password: 'my-very-own-words' };
    expect((await portal.visitor().post('/api/reset-password', own)).status).toBe(200);
    const again = await portal.visitor().post('/api/login', { email, password: own.password });
    expect(again).toMatchObject({ status: 200, body: { isInvited: false, emailVerified: true } });
    expect(await audited(Number(body.id))).toEqual([
      {
        actor: administrator.userId,
        action: 'create',
        before: null,
        after: { firstName: 'Nadia', lastName: 'Okonwell', email, organization: 'Quay Works', role: 'user' },
      },
    ]);
  });
});

describe('an edited user', () => {
  it('API-50 changes name, organization and address, and nothing else', async () => {
    const member = await portal.member();
    const email = address();
    const changed = { firstName: 'Ada', lastName: 'Byron', organization: null, email, role: 'administrator', id: 1 };
    const { status, body } = await administrator.put(`/api/users/${member.userId}`, changed);
    expect([status, body.role, body.emailVerified]).toEqual([200, 'user', false]);
    expect(body).toMatchObject({ firstName: 'Ada', email, organization: null });
    expect(await audited(member.userId)).toMatchObject([
      { action: 'update', before: { firstName: 'Mira' }, after: { firstName: 'Ada', email } },
    ]);
  });

  it('ACCT-03 a user whose address an administrator changes loses sessions, links, password and identities; both addresses get a mail', async () => {
    const member = await portal.member();
    await verify(member);
    const [{ email: former }] = await rowsOf('select email from users where id = $1', [member.userId]);
    await rowsOf(`insert into identities (user_id, issuer, subject, email) values ($1, 'http://google.test', $2, $2)`, [
      member.userId,
      former,
    ]);
    await portal.visitor().post('/api/forgot-password', { email: former });
    await portal.runJobs();
    const tokenIn = (text = '') => /reset-password\?token=(\S+)/.exec(text)?.[1];
    const oldToken = tokenIn(portal.sentMails.at(-1)?.text);
    portal.sentMails.length = 0;
    const email = address();
    await administrator.put(`/api/users/${member.userId}`, { firstName: 'A', lastName: 'B', email });
    expect((await member.get('/api/user')).status).toBe(401);
    for (const one of [former, email]) {
      const entered = await portal.visitor().post('/api/login', { email: one, password: 'portal-demo' });
      expect(entered.status).toBe(401);
    }
    expect(await rowsOf('select id from identities where user_id = $1', [member.userId])).toEqual([]);
    await portal.runJobs();
    expect(portal.sentMails.map(({ to }) => to).sort()).toEqual([former, email].sort());
    const taken = await portal.visitor().post('/api/reset-password', { token: oldToken, password: 'another-password' });
    expect(taken.status).toBe(400);
    const token = tokenIn(portal.sentMails.find(({ to }) => to === email)?.text);
    expect((await portal.visitor().post('/api/reset-password', { token, password: 'my-own-words' })).status).toBe(200);
    const entered = await portal.visitor().post('/api/login', { email, password: 'my-own-words' });
    expect(entered).toMatchObject({ status: 200, body: { id: member.userId, emailVerified: true } });
  });

  it('ACCT-03 an administrator who changes the own address is signed out too, and keeps the role', async () => {
    const email = address();
    const { userId } = administrator;
    expect((await administrator.put(`/api/users/${userId}`, { ...form, email })).status).toBe(200);
    expect((await administrator.get('/api/user')).status).toBe(401);
    await portal.runJobs();
    const text = portal.sentMails.find(({ to }) => to === email)?.text ?? '';
    const token = /reset-password\?token=(\S+)/.exec(text)?.[1];
    await portal.visitor().post('/api/reset-password', { token, password: 'my-own-words' });
    const entered = await portal.visitor().post('/api/login', { email, password: 'my-own-words' });
    expect(entered).toMatchObject({ status: 200, body: { role: 'administrator' } });
  });

  it('a save of an older state does not overwrite an edited user', async () => {
    const member = await portal.member();
    const { body: seen } = await administrator.get(`/api/users/${member.userId}`);
    const edit = (firstName: string) =>
      administrator.put(`/api/users/${member.userId}`, { ...seen, firstName, organization: undefined });
    expect((await edit('First')).status).toBe(200);
    expect(await edit('Second')).toMatchObject({ status: 409, body: { code: 'accounts.conflict' } });
    expect((await administrator.get(`/api/users/${member.userId}`)).body).toMatchObject({
      firstName: 'First',
      organization: 'Harbour Trust',
    });
  });
});

describe('a role', () => {
  it('API-51 ADM-USER-13 a changed role holds from the next request on, both ways', async () => {
    const member = await portal.member();
    await verify(member);
    const { body } = await administrator.patch(`/api/users/${member.userId}/role`, { role: 'administrator' });
    expect(body.role).toBe('administrator');
    expect((await member.get('/api/users')).status).toBe(200);
    await administrator.patch(`/api/users/${member.userId}/role`, { role: 'user' });
    expect((await member.get('/api/users')).status).toBe(403);
    expect(await audited(member.userId)).toMatchObject([
      { action: 'set-role', before: 'user', after: 'administrator' },
      { action: 'set-role', before: 'administrator', after: 'user' },
    ]);
  });

  it('API-52 ADM-USER-03 a role is given to several users at once', async () => {
    const members = [await portal.member(), await portal.member()];
    for (const member of members) await verify(member);
    const userIds = members.map(({ userId }) => userId);
    const answer = await administrator.put('/api/users/bulk', { userIds, updates: { role: 'administrator' } });
    expect(answer.status).toBe(200);
    expect(await rowsOf(`select id from users where role = 'administrator' order by id`)).toEqual(
      [administrator.userId, ...userIds].sort((a, b) => a - b).map((id) => ({ id })),
    );
  });
});
