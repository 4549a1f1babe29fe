import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/operations/audit.ts';
import { audit } from '#server/platform/audit.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { makeKey, Program } from '#tests/support/keys.ts';
import { seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Client & { userId: number };
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

async function list(query = ''): Promise<AuditEntry[]> {
  const { status, body } = await administrator.get<AuditEntry[]>(`/api/admin/audit-log?${query}`);
  expect(status).toBe(200);
  return body;
}

/** Inserts an entry as the portal writes it. */
async function insertEntry(fields: Record<string, unknown>): Promise<number> {
  const values = { action: 'update', object: 'resource', object_id: '1', ip: '', request_id: 'test', ...fields };
  const names = Object.keys(values);
  const [{ id }] = (await rows(
    `insert into audit_log (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(values),
  )) as [{ id: number }];
  return id;
}

describe('who is refused', () => {
  it('PERM-01 PERM-02 refuses the audit log to visitors and members', async () => {
    const member = await portal.member();
    for (const path of ['/api/admin/audit-log', '/api/admin/audit-log/csv']) {
      expect((await portal.visitor().get(path)).status).toBe(401);
      expect((await member.get(path)).status).toBe(403);
    }
  });

  it('refuses unknown values of the audit log’s filters with 400', async () => {
    for (const query of [
      'from=tomorrow',
      'to=2026-02-31',
      'before=0',
      'before=x',
      'pageSize=201',
      `person=${'x'.repeat(101)}`,
    ]) {
      expect([query, (await administrator.get(`/api/admin/audit-log?${query}`)).status]).toEqual([query, 400]);
    }
  });
});

it('shows who did what to whom, when and from where, with the values before and after', async () => {
  const member = await portal.member({ firstName: 'Orla', lastName: 'Penhaligon' });
  const { id: resourceId } = await insertResource(portal.database, { title: 'The quiet ledger' });
  const grant = { resourceId, reason: 'A prize' };
  const sent = await administrator.send({
    method: 'POST',
    url: `/api/admin/users/${member.userId}/grants`,
    payload: grant,
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' },
  });
  expect(sent.status).toBe(201);
  const [entry] = await list('person=penhaligon');
  expect(entry).toMatchObject({
    actor: { id: administrator.userId },
    member: { id: member.userId, name: 'Orla Penhaligon' },
    action: 'create',
    object: 'grant',
    name: 'The quiet ledger',
    ipAddress: '127.0.0.1',
    device: 'Firefox on Windows',
  });
  expect(entry?.changes).toContainEqual({ field: 'reason', before: null, after: 'A prize' });
  expect(Date.parse(entry?.happenedAt ?? '')).toBeGreaterThan(0);

  await portal.database.pool.query('update users set email_verified_at = now() where id = $1', [member.userId]);
  await administrator.patch(`/api/users/${member.userId}/role`, { role: 'administrator' });
  const [changed] = await list('person=penhaligon&action=set-role');
  expect(changed?.changes).toEqual([{ field: 'value', before: 'user', after: 'administrator' }]);
});

it('ADM-34 an entry names the API key that acted, by its beginning when it has ended, and whom it invited while the invitation is open', async () => {
  const { owner, id } = await seatedOrganisation(portal);
  const { key, token } = await makeKey(owner, `/api/organisations/${id}/keys`, ['organisation:write']);
  const emails = ['first@strangers.example', 'second@strangers.example'];
  const invited = await new Program(portal.app, token).post(`/api/organisations/${id}/invitations`, {
    emails,
    role: 'learner',
  });
  expect(invited.status).toBe(201);
  const [row] = await rows(`select key_id, after from audit_log where action = 'invite' order by id desc limit 1`);
  expect(row).toEqual({ key_id: key.id, after: { role: 'learner', people: 2, invitationIds: expect.any(Array) } });
  const read = async () => (await list('action=invite&pageSize=1'))[0];
  const openInvitations = async () =>
    (await read())?.changes.find(({ field }) => field === 'openInvitations')?.after ?? null;
  expect((await read())?.key).toEqual({ id: key.id, name: key.name, start: key.start });
  expect(await openInvitations()).toBe(emails.join(', '));
  const csv = await administrator.get('/api/admin/audit-log/csv?action=invite');
  expect(csv.raw.toString()).toContain(`,${key.name} ${key.start}\n`);
  const [{ id: first }] = (await rows(`select id from organisation_invitations where email = $1`, [emails[0]])) as [
    { id: number },
  ];
  await owner.delete(`/api/organisations/${id}/invitations/${first}`);
  expect((await owner.delete(`/api/organisations/${id}/keys/${key.id}`)).status).toBe(200);
  expect((await read())?.key).toEqual({ id: key.id, name: null, start: key.start });
  expect(await openInvitations()).toBe(emails[1]);
  const [own] = await list('action=withdraw-invitation&pageSize=1');
  expect(own?.key).toBeNull();
  expect(own?.changes).toContainEqual({ field: 'invitationIds', before: `[${first}]`, after: null });
});

it('finds by person, action, object, text and day', async () => {
  const [one, other] = [await portal.member({ firstName: 'Quentina' }), await portal.member({ firstName: 'Rosamund' })];
  const first = await insertEntry({
    actor_user_id: one.userId,
    member_user_id: other.userId,
    action: 'create',
    object: 'block',
    after: '{"reason":"Périwinkle 100% sure"}',
    happened_at: '2025-03-05T23:59:59.999999Z',
  });
  const second = await insertEntry({
    actor_user_id: other.userId,
    object: 'mail',
    happened_at: '2025-03-06T00:00:00Z',
  });
  const ids = async (query: string) => (await list(query)).map(({ id }) => id);
  expect(await ids('person=QUENTINA')).toEqual([first]);
  expect(await ids('person=rosamund')).toEqual([second, first]);
  expect(await ids('person=rosamund&object=mail')).toEqual([second]);
  expect(await ids('person=rosamund&action=create')).toEqual([first]);
  expect(await ids('search=periwinkle')).toEqual([first]);
  expect(await ids(`search=${encodeURIComponent('100%')}`)).toEqual([first]);
  expect(await ids(`search=${encodeURIComponent('1_0')}`)).toEqual([]);
  expect(await ids('from=2025-03-05&to=2025-03-05')).toEqual([first]);
  expect(await ids('from=2025-03-06&to=2025-03-06')).toEqual([second]);
  expect(await ids('person=no-such-name')).toEqual([]);
  // In Auckland both are of 6 March: days are in the caller's time zone (GEN-27).
  await administrator.patch('/api/user/profile', { timeZone: 'Pacific/Auckland' });
  expect(await ids('from=2025-03-05&to=2025-03-05')).toEqual([]);
  expect(await ids('from=2025-03-06&to=2025-03-06')).toEqual([second, first]);
  expect((await list('person=rosamund&search=periwinkle')).map(({ name }) => name)).toEqual([null]);
});

it('GEN-05 takes the first and the last day that a query can name', async () => {
  for (const query of ['from=0000-01-01', 'from=0099-05-05&to=9999-12-31', 'from=9999-12-31', 'to=0000-01-01']) {
    expect([query, (await administrator.get(`/api/admin/audit-log?${query}`)).status]).toEqual([query, 200]);
  }
});

it('GEN-10 goes on where a page ended, also between entries of one instant, and counts to 1,000', async () => {
  const at = '2024-06-01T12:00:00.123456Z';
  const made: number[] = [];
  for (let index = 0; index < 7; index += 1) made.push(await insertEntry({ object: 'file', happened_at: at }));
  const newestFirst = made.toReversed();
  const paged: number[] = [];
  for (;;) {
    const last = paged.at(-1);
    const page = await list(`object=file&pageSize=3${last ? `&before=${last}` : ''}`);
    paged.push(...page.map(({ id }) => id));
    if (page.length < 3) break;
  }
  expect(paged).toEqual(newestFirst);
  expect((await list('object=file&page=2&pageSize=3')).map(({ id }) => id)).toEqual(newestFirst.slice(3, 6));
  expect(await list('before=999999999')).toEqual([]);
  const { headers } = await administrator.get('/api/admin/audit-log?object=file');
  expect(headers['x-total-count']).toBe('7');
  await rows(`insert into audit_log (action, object, object_id, ip, request_id)
    select 'retry', 'event', n::text, '', 'test' from generate_series(1, 1001) n`);
  const many = await administrator.get('/api/admin/audit-log?object=event');
  expect(many.headers).toMatchObject({ 'x-total-count': '1000', 'x-total-count-is-minimum': 'true' });
});

it('finds the same when many people or many texts fit', async () => {
  await rows(`insert into users (email, first_name, last_name)
    select 'crowd-' || n || '@example.org', 'Crowd', 'Person' from generate_series(1, 120) n`);
  const [{ id: userId }] = (await rows(`select id from users where email = 'crowd-77@example.org'`)) as [
    { id: number },
  ];
  const entry = await insertEntry({ member_user_id: userId, object: 'mail' });
  expect((await list('person=crowd')).map(({ id }) => id)).toEqual([entry]);
  await rows(`insert into audit_log (action, object, object_id, ip, request_id, after)
    select 'retry', 'event', n::text, '', 'test', '"wearisome"' from generate_series(1, 2100) n`);
  expect(await list('search=wearisome&pageSize=5')).toHaveLength(5);
});

it('BILL-20 BILL-21 gives the same as a CSV file that a spreadsheet does not run', async () => {
  await insertEntry({
    object: 'online-product',
    after: JSON.stringify({ name: '=HYPERLINK("x")', description: 'a,b' }),
  });
  const answer = await administrator.get('/api/admin/audit-log/csv?search=hyperlink');
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/);
  const [heading, line, ...rest] = answer.raw.toString().trim().split('\n');
  expect(heading).toContain('When (UTC),Who,Who: email,Action');
  expect(line).toContain(`,"'=HYPERLINK`);
  expect(line).toContain('description: a,b');
  expect(rest).toEqual([]);
});

it('GEN-15 never holds what is under the name of a secret', async () => {
  const ctx = { now: new Date(), actor: null, origin: { ip: '', requestId: 'test' } };
  await portal.database.transaction((db) =>
    audit(
      { ...ctx, db },
      {
        action: 'update',
        object: 'online-product',
        objectId: 'secretive',
        before: { password: 'a', passwordHash: 'b', configuration: { apiKey: 'c', accessToken: 'd', url: 'kept' } },
        after: { clientSecret: 'e', name: 'kept' },
      },
    ),
  );
  const [row] = await rows(`select before, after from audit_log where object_id = 'secretive'`);
  expect(row).toEqual({ before: { configuration: { url: 'kept' } }, after: { name: 'kept' } });

  const form = { firstName: 'A', lastName: 'B', email: 'typed@example.org', password: 'typed-by-hand-42' };
  expect((await administrator.post('/api/users', form)).status).toBe(201);
  expect(
    await rows(
      `select id from audit_log where audit_log::text like '%typed-by-hand%' or audit_log::text like '%argon2%'`,
    ),
  ).toEqual([]);
});

describe('after a member was deleted', () => {
  it("SET-15 ADM-USER-13 removes texts about a deleted member, and the member's IP addresses and browsers", async () => {
    const person = await portal.administrator();
    const { id: resourceId } = await insertResource(portal.database);
    const reason = 'Has a rare illness';
    await administrator.put(`/api/users/${person.userId}`, {
      firstName: 'Zebulon',
      lastName: 'Y',
      email: (await person.get('/api/user')).body.email,
    });
    await administrator.post(`/api/admin/users/${person.userId}/grants`, { resourceId, reason });
    await administrator.post(`/api/admin/users/${person.userId}/subscription/block-resource`, { resourceId, reason });
    await person.post('/api/users', {
      firstName: 'C',
      lastName: 'D',
      email: `own-${person.userId}@example.org`,
      password: 'portal-demo',
    });
    const count = async () => (await rows('select count(*)::integer as n from audit_log'))[0]?.n;
    const before = await count();
    expect(
      (await person.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } })).status,
    ).toBe(200);
    expect(await count()).toBe(before + 1);
    expect(
      await rows(`select id from audit_log where audit_log::text like '%illness%' or audit_log::text like '%Zebulon%'`),
    ).toEqual([]);
    expect(
      await rows(`select distinct ip, user_agent from audit_log where actor_user_id = $1`, [person.userId]),
    ).toEqual([{ ip: '', user_agent: null }]);
    const [entry] = await list(`object=grant&search=${resourceId}`);
    expect(entry).toMatchObject({ member: { id: person.userId, name: 'Deleted user', email: null }, action: 'create' });
    expect(entry?.changes.map(({ field }) => field)).toEqual(['userId', 'resourceId']);
    expect(await list('person=deleted')).toEqual([]);
  });

  it('the audit log of other members cannot be changed, and of a deleted member nothing else can', async () => {
    const [living, gone] = [await portal.administrator(), await portal.member()];
    const { id: resourceId } = await insertResource(portal.database);
    for (const { userId } of [living, gone]) {
      await administrator.post(`/api/admin/users/${userId}/grants`, { resourceId, reason: 'Kept' });
    }
    await administrator.delete(`/api/users/${gone.userId}`);
    for (const change of [
      `update audit_log set after = audit_value_erased(object, action, after) where member_user_id = ${living.userId}`,
      `update audit_log set ip = '', user_agent = null where actor_user_id = ${administrator.userId}`,
      `update audit_log set after = '{}' where member_user_id = ${gone.userId}`,
      `update audit_log set action = 'x' where member_user_id = ${gone.userId}`,
      `update audit_log set happened_at = now() where member_user_id = ${gone.userId}`,
      `update audit_log set member_user_id = null where member_user_id = ${gone.userId}`,
      `update audit_log set actor_user_id = null where member_user_id = ${gone.userId}`,
      `delete from audit_log where member_user_id = ${gone.userId}`,
      'truncate audit_log',
    ]) {
      await expect(portal.database.owner.query(change), change).rejects.toThrow('The audit log cannot be changed');
    }
  });
});
