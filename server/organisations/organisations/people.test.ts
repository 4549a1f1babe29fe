import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Invitation,
  Organisation,
  OrganisationPerson,
  OrganisationRole,
} from '#contract/organisations/organisations.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { verifiedMember } from '#tests/support/promotions.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

type Person = Client & { userId: number };
type Rejection = { code?: string; message: string };

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const emailOf = async ({ userId }: Person) => (await rows('select email from users where id = $1', [userId]))[0].email;
const mailsTo = (email: string) => portal.sentMails.filter(({ to }) => to === email);

/** An organisation with its owner, and one more person for each role. */
async function organisationWith(...roles: OrganisationRole[]) {
  const owner: Person = await verifiedMember(portal);
  const { body, status } = await owner.post<Organisation>('/api/organisations', { name: `Northmere ${owner.userId}` });
  expect(status).toBe(201);
  // The call refuses the name of a confirmed organisation (ORG-01).
  await rows(`update organisations set name = 'Northmere Council' where id = $1`, [body.id]);
  const others: Person[] = [];
  for (const role of roles) others.push(await join(owner, body.id, role));
  return { id: body.id, path: `/api/organisations/${body.id}`, owner, others };
}

/** Has a new member join by an invitation. */
async function join(owner: Client, id: number, role: OrganisationRole): Promise<Person> {
  const person: Person = await verifiedMember(portal);
  const email = await emailOf(person);
  expect((await owner.post(`/api/organisations/${id}/invitations`, { emails: [email], role })).status).toBe(201);
  const token = await tokenTo(email);
  expect((await person.post(`/api/invitations/${token}/accept`)).status).toBe(200);
  return person;
}

/** The secret of the newest invitation to an address. */
async function tokenTo(email: string): Promise<string> {
  await portal.runJobs();
  const found = mailsTo(email).flatMap(({ text }) => /\/invitation\?token=([\w-]{43})/.exec(text)?.[1] ?? []);
  return found.at(-1) ?? 'no invitation was mailed';
}

const peopleOf = async (client: Client, path: string, query = '') =>
  (await client.get<OrganisationPerson[]>(`${path}/people${query}`)).body;
const invitationsOf = async (client: Client, path: string) =>
  (await client.get<Invitation[]>(`${path}/invitations`)).body;
const rolesIn = async (id: number) =>
  (await rows('select user_id, role from organisation_people where organisation_id = $1 order by user_id', [id])).map(
    ({ role }) => role,
  );

it('PERM-05 ORG-05 an old sign-in neither gives nor takes power in an organisation, and invites learners all the same', async () => {
  const { id, path, owner, others } = await organisationWith('owner', 'learner');
  const [second, learner] = others as [Person, Person];
  const domain = (await owner.post<{ id: number }>(`${path}/domains`, { domain: 'northmere.example' })).body;
  const calls: InjectOptions[] = [
    { method: 'PATCH', url: `${path}/people/${second.userId}`, payload: { role: 'learner' } },
    { method: 'PATCH', url: `${path}/people/${learner.userId}`, payload: { role: 'owner' } },
    { method: 'DELETE', url: `${path}/people/${learner.userId}` },
    { method: 'DELETE', url: `${path}/domains/${domain.id}` },
    { method: 'POST', url: `${path}/invitations`, payload: { emails: ['new@strangers.example'], role: 'owner' } },
    { method: 'POST', url: `${path}/invitations`, payload: { emails: ['new@strangers.example'], role: 'manager' } },
  ];
  const before = [await rolesIn(id), await invitationsOf(owner, path)];
  const counted = await rows('select hits from limit_counters where key = $1', [
    `organisations-invited:${owner.userId}`,
  ]);
  await rows(`update sign_in_sessions set signed_in_at = now() - interval '13 hours' where user_id = $1`, [
    owner.userId,
  ]);
  for (const call of calls) {
    const { status, body } = await owner.send(call);
    expect([call.method, call.url, status, body.code]).toEqual([
      call.method,
      call.url,
      403,
      'accounts.confirm-sign-in',
    ]);
  }
  expect([await rolesIn(id), await invitationsOf(owner, path)]).toEqual(before);
  // The day's 1,000 invitations count only those that were sent (ORG-03).
  expect(
    await rows('select hits from limit_counters where key = $1', [`organisations-invited:${owner.userId}`]),
  ).toEqual(counted);
  const learners = { emails: ['new@strangers.example'], role: 'learner' };
  expect((await owner.post(`${path}/invitations`, learners)).status).toBe(201);
  expect((await owner.post('/api/user/confirm', { password: 'portal-demo' })).status).toBe(200);
  expect((await owner.send(calls[0] as InjectOptions)).status).toBe(200);
  expect((await owner.send(calls[3] as InjectOptions)).status).toBe(200);
});

describe('making an organisation', () => {
  it('ORG-01 refuses a name that says nothing or is too long, and a second organisation', async () => {
    const member: Person = await verifiedMember(portal);
    for (const name of ['', '   ', 'x'.repeat(121), 7, null]) {
      expect([name, (await member.post('/api/organisations', { name })).status]).toEqual([name, 400]);
    }
    expect((await member.get('/api/user/organisation')).body).toBeNull();
    const asked = await Promise.all(
      [1, 2, 3].map(() => member.post<Rejection>('/api/organisations', { name: 'Harbour' })),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await rows('select count(*)::integer as n from organisations where name = $1', ['Harbour'])).toEqual([
      { n: 1 },
    ]);
  });

  it('ORG-01 makes the caller its owner', async () => {
    const { id, owner, path } = await organisationWith();
    const none = { seats: { total: 0, inUse: 0 }, ownSeats: [] };
    const own = { id, name: 'Northmere Council', role: 'owner', isKnown: false, people: 1, ...none };
    expect((await owner.get('/api/user/organisation')).body).toEqual(own);
    expect((await peopleOf(owner, path)).map(({ userId, role }) => [userId, role])).toEqual([[owner.userId, 'owner']]);
  });
});

describe('invitations', () => {
  it('ORG-03 one bad address refuses the whole call and is named; the others are not invited', async () => {
    const { id, owner, path, others } = await organisationWith('learner');
    const member = await emailOf(others[0] as Person);
    const addresses = (length: number) => Array.from({ length }, (_, n) => `p${n}@example.org`);
    expect((await owner.post(`${path}/invitations`, { emails: ['waiting@example.org'], role: 'learner' })).status).toBe(
      201,
    );
    const cases: [unknown, number, string][] = [
      [[], 400, 'Enter at least one email address'],
      [['good@example.org', 'bram@northmere'], 400, '“bram@northmere” is not an email address.'],
      [['a@example.org', 'b@example.org', 'A@example.org'], 400, '“A@example.org” is in the list twice.'],
      [['c@example.org', member.toUpperCase()], 409, `“${member}” is in the organisation already.`],
      [['d@example.org', 'Waiting@example.org'], 409, '“Waiting@example.org” is invited already.'],
      [addresses(501), 400, 'At most 500 people can be invited at once'],
      [[...addresses(499), 'dora@northmere,example'], 400, '“dora@northmere,example” is not an email address.'],
      [[...addresses(499), 'P7@EXAMPLE.ORG'], 400, '“P7@EXAMPLE.ORG” is in the list twice.'],
      [[...addresses(499), member], 409, `“${member}” is in the organisation already.`],
    ];
    for (const [emails, status, message] of cases) {
      const reply = await owner.post<Rejection>(`${path}/invitations`, { emails, role: 'learner' });
      expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(message)]);
    }
    expect((await owner.post(`${path}/invitations`, { emails: ['e@example.org'], role: 'king' })).status).toBe(400);
    expect((await invitationsOf(owner, path)).map(({ email }) => email)).toEqual(['waiting@example.org']);
    await rows('update organisations set confirmed_at = now() where id = $1', [id]);
    expect((await owner.post(`${path}/invitations`, { emails: addresses(500), role: 'learner' })).status).toBe(201);
    expect(await invitationsOf(owner, path)).toHaveLength(501);
    await rows(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`);
  });

  it('ORG-03 an owner with an unverified address cannot invite', async () => {
    const owner = await portal.member();
    const { body } = await owner.post<Organisation>('/api/organisations', { name: 'Unproven' });
    const reply = await owner.post<Rejection>(`/api/organisations/${body.id}/invitations`, {
      emails: ['friend@example.org'],
      role: 'learner',
    });
    expect([reply.status, reply.body.code]).toEqual([409, 'organisations.own-address-unverified']);
    await portal.runJobs();
    expect(mailsTo('friend@example.org')).toEqual([]);
  });

  it('ORG-03 a wrong account and a made-up link are refused and join nothing', async () => {
    const { id, owner, path } = await organisationWith();
    const [invited, other]: [Person, Person] = [await portal.member(), await verifiedMember(portal)];
    const email = await emailOf(invited);
    await owner.post(`${path}/invitations`, { emails: [email], role: 'learner' });
    const token = await tokenTo(email);
    const accept = (client: Client, secret: string) => client.post<Rejection>(`/api/invitations/${secret}/accept`);
    expect((await accept(other, token)).body.code).toBe('organisations.invitation-for-other');
    expect((await accept(invited, 'a'.repeat(43))).body.code).toBe('organisations.invitation-unknown');
    expect((await accept(invited, 'short')).status).toBe(400);
    expect(await rolesIn(id)).toEqual(['owner']);
  });

  it('ORG-03 a link works once, also when it is opened twice at the same time', async () => {
    const { id, owner, path } = await organisationWith();
    const person: Person = await verifiedMember(portal);
    const email = await emailOf(person);
    await owner.post(`${path}/invitations`, { emails: [email.toUpperCase()], role: 'manager' });
    const token = await tokenTo(email.toUpperCase());
    const accepted = await Promise.all([1, 2].map(() => person.post(`/api/invitations/${token}/accept`)));
    expect(accepted.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await rolesIn(id)).toEqual(['owner', 'manager']);
    expect(await invitationsOf(owner, path)).toEqual([]);
  });

  it('ORG-01 ORG-03 a person in an organisation cannot join another, and the invitation waits', async () => {
    const { owner, path } = await organisationWith();
    const { owner: elsewhere } = await organisationWith();
    const email = await emailOf(elsewhere);
    await owner.post(`${path}/invitations`, { emails: [email], role: 'learner' });
    const reply = await elsewhere.post<Rejection>(`/api/invitations/${await tokenTo(email)}/accept`);
    expect([reply.status, reply.body.code]).toEqual([409, 'organisations.already-in-one']);
    expect(await invitationsOf(owner, path)).toHaveLength(1);
  });

  it('ORG-03 an invitation is sent again once a minute with a new link for 14 days, and ends when it is withdrawn or too old', async () => {
    const { owner, path } = await organisationWith();
    const person: Person = await verifiedMember(portal);
    const email = await emailOf(person);
    await owner.post(`${path}/invitations`, { emails: [email], role: 'learner' });
    expect((await invitationsOf(owner, path)).map(({ isSent }) => isSent)).toEqual([false]);
    const first = await tokenTo(email);
    const [invitation] = await invitationsOf(owner, path);
    expect(invitation?.isSent).toBe(true);
    expect(invitation?.waitSeconds).toBeGreaterThan(0);
    const again = `${path}/invitations/${invitation?.id}/resend`;
    expect((await owner.post(again)).status).toBe(429);
    await rows(`update organisation_invitations set asked_at = asked_at - interval '1 minute' where id = $1`, [
      invitation?.id,
    ]);
    expect((await owner.post(again)).status).toBe(200);
    const second = await tokenTo(email);
    expect(second).not.toBe(first);
    expect((await person.post(`/api/invitations/${first}/accept`)).status).toBe(404);
    await rows('update organisation_invitations set expires_at = now() where id = $1', [invitation?.id]);
    expect((await person.post(`/api/invitations/${second}/accept`)).status).toBe(404);
    expect((await invitationsOf(owner, path))[0]?.isExpired).toBe(true);
    expect((await owner.delete(`${path}/invitations/${invitation?.id}`)).status).toBe(200);
    expect((await owner.post<Rejection>(again)).body.code).toBe('organisations.invitation-not-found');
  });

  it('ORG-03 an invitation to an address that a removed person moves to later is refused; a newer one is not', async () => {
    const { id, owner, path, others } = await organisationWith('learner');
    const [person] = others as [Person];
    const later = `later-${person.userId}@example.org`;
    await owner.post(`${path}/invitations`, { emails: [later], role: 'manager' });
    const old = await tokenTo(later);
    await owner.delete(`${path}/people/${person.userId}`);
    await rows('update users set email = $1 where id = $2', [later, person.userId]);
    expect((await person.post<Rejection>(`/api/invitations/${old}/accept`)).body.code).toBe(
      'organisations.invitation-unknown',
    );
    expect(await rolesIn(id)).toEqual(['owner']);
    const [waiting] = await invitationsOf(owner, path);
    await owner.delete(`${path}/invitations/${waiting?.id}`);
    await owner.post(`${path}/invitations`, { emails: [later], role: 'learner' });
    expect((await person.post(`/api/invitations/${await tokenTo(later)}/accept`)).status).toBe(200);
    expect(await rolesIn(id)).toEqual(['owner', 'learner']);
  });

  it('ORG-03 an old invitation leads no removed person back by another account with its address, nor after a deletion', async () => {
    const { id, owner, path, others } = await organisationWith('learner');
    const [mover] = others as [Person];
    const later = `moved-${mover.userId}@example.org`;
    const moveTo = (email: string, { userId }: Person) =>
      rows('update users set email = $1 where id = $2', [email, userId]);
    await owner.post(`${path}/invitations`, { emails: [later], role: 'manager' });
    const old = await tokenTo(later);
    await owner.delete(`${path}/people/${mover.userId}`);
    const second: Person = await verifiedMember(portal);
    const accept = async () => (await second.post<Rejection>(`/api/invitations/${old}/accept`)).body.code;
    await moveTo(later, mover);
    await moveTo(`gone-${mover.userId}@example.org`, mover);
    await moveTo(later, second);
    expect(await accept()).toBe('organisations.invitation-unknown');
    const erased = await mover.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } });
    expect(erased.status).toBe(200);
    expect(await accept()).toBe('organisations.invitation-unknown');
    expect(await rolesIn(id)).toEqual(['owner']);
    await owner.post(`${path}/invitations`, { emails: [later], role: 'learner' });
    expect((await second.post(`/api/invitations/${await tokenTo(later)}/accept`)).status).toBe(200);
    expect(await rolesIn(id)).toEqual(['owner', 'learner']);
  });

  it('ORG-05 invitations end with the role of their inviter, those that the new role may make excepted', async () => {
    const { owner, path, others } = await organisationWith('owner', 'manager');
    const [second, manager] = others as [Person, Person];
    const invite = (by: Client, name: string, role: string) =>
      by.post(`${path}/invitations`, { emails: [`${name}-${second.userId}@example.org`], role });
    await invite(second, 'a', 'owner');
    await invite(second, 'b', 'learner');
    await invite(manager, 'c', 'learner');
    await invite(owner, 'd', 'owner');
    const waiting = async () => (await invitationsOf(owner, path)).map(({ email }) => email[0]).toSorted();
    await owner.patch(`${path}/people/${second.userId}`, { role: 'manager' });
    expect(await waiting()).toEqual(['b', 'c', 'd']);
    await owner.patch(`${path}/people/${second.userId}`, { role: 'learner' });
    expect(await waiting()).toEqual(['c', 'd']);
    await owner.delete(`${path}/people/${manager.userId}`);
    expect(await waiting()).toEqual(['d']);
  });

  it('SETUP-07 ORG-03 where registration is by invitation only, an open invitation lets its address register once an administrator confirms the organisation', async () => {
    const closed = await createTestPortal();
    const owner: Person = await verifiedMember(closed);
    const { body } = await owner.post<Organisation>('/api/organisations', { name: 'Closed shop' });
    const administrator = await closed.administrator();
    expect((await administrator.put('/api/admin/portal-settings', { registration: 'invited' })).status).toBe(200);
    const account = { firstName: 'Nora', lastName: 'Casterby', password: 'portal-demo', email: 'nora@example.org' };
    const emails = ['Nora@example.org'];
    await owner.post(`/api/organisations/${body.id}/invitations`, { emails, role: 'learner' });
    const register = (email: string) =>
      closed.visitor().post<Rejection>('/api/register', { ...account, email, confirmPassword: account.password });
    expect((await register('other@example.org')).body.code).toBe('accounts.invitation-only');
    expect((await register('nora@example.org')).body.code).toBe('accounts.invitation-only');
    await administrator.put(`/api/admin/organisations/${body.id}/confirmation`, {
      isConfirmed: true,
      name: 'Closed shop',
    });
    expect((await register('nora@example.org')).status).toBe(201);
    await closed.close();
  });
});

describe('roles', () => {
  it('ORG-05 refuses roles to learners, owners to managers, and people of other organisations', async () => {
    const { id, path, owner, others } = await organisationWith('manager', 'learner');
    const [manager, learner] = others as [Person, Person];
    const { owner: stranger } = await organisationWith();
    const change = (client: Client, userId: number, role: string) =>
      client.patch<Rejection>(`${path}/people/${userId}`, { role });
    expect((await change(learner, learner.userId, 'owner')).body.code).toBe('organisations.not-allowed');
    expect((await change(manager, manager.userId, 'owner')).body.code).toBe('organisations.owners-only');
    expect((await change(manager, owner.userId, 'learner')).body.code).toBe('organisations.owners-only');
    expect((await manager.delete<Rejection>(`${path}/people/${owner.userId}`)).body.code).toBe(
      'organisations.owners-only',
    );
    expect((await change(owner, stranger.userId, 'learner')).body.code).toBe('organisations.person-not-found');
    expect((await change(stranger, learner.userId, 'owner')).body.code).toBe('organisations.not-found');
    const invite = { emails: ['boss@example.org'], role: 'owner' };
    expect((await manager.post<Rejection>(`${path}/invitations`, invite)).body.code).toBe('organisations.owners-only');
    expect((await owner.post(`${path}/invitations`, invite)).status).toBe(201);
    await portal.runJobs();
    const kept = () => rows('select * from organisation_invitations where organisation_id = $1', [id]);
    // An invitation can be sent again only a minute after the last time.
    await rows(
      `update organisation_invitations set asked_at = asked_at - interval '5 minutes' where organisation_id = $1`,
      [id],
    );
    const before = await kept();
    const [invited] = await invitationsOf(owner, path);
    const invitation = `${path}/invitations/${invited?.id}`;
    expect((await manager.delete<Rejection>(invitation)).body.code).toBe('organisations.owners-only');
    expect((await manager.post<Rejection>(`${invitation}/resend`)).body.code).toBe('organisations.owners-only');
    await portal.runJobs();
    expect(await kept()).toEqual(before);
    expect(await rolesIn(id)).toEqual(['owner', 'manager', 'learner']);
  });

  it('ORG-05 the last owner can neither leave nor be demoted; two owners who demote each other leave one', async () => {
    const { id, path, owner, others } = await organisationWith('owner');
    const [second] = others as [Person];
    const demote = (by: Client, whom: Person) =>
      by.patch<Rejection>(`${path}/people/${whom.userId}`, { role: 'learner' });
    const both = await Promise.all([demote(owner, second), demote(second, owner)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await rolesIn(id)).sort()).toEqual(['learner', 'owner']);
    const last = both[0].status === 200 ? owner : second;
    expect((await demote(last, last)).body.code).toBe('organisations.last-owner');
    expect((await last.delete<Rejection>(`${path}/people/${last.userId}`)).body.code).toBe('organisations.last-owner');
    expect((await rolesIn(id)).sort()).toEqual(['learner', 'owner']);
  });

  it('ORG-05 an owner hands over: the person concerned gets a mail, the log an entry', async () => {
    const { id, path, owner, others } = await organisationWith('learner');
    const [learner] = others as [Person];
    const changed = await owner.patch<OrganisationPerson>(`${path}/people/${learner.userId}`, { role: 'owner' });
    expect([changed.status, changed.body.role]).toEqual([200, 'owner']);
    expect((await owner.delete(`${path}/people/${owner.userId}`)).status).toBe(200);
    await portal.runJobs();
    const subjects = mailsTo(await emailOf(learner)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'You are now an owner of Northmere Council')).toHaveLength(1);
    expect(await rolesIn(id)).toEqual(['owner']);
    const log = await rows(
      `select action from audit_log where object = 'organisation' and object_id = $1 order by id`,
      [String(id)],
    );
    expect(log.map(({ action }) => action)).toEqual(['create', 'invite', 'join', 'set-role', 'leave']);
    expect((await owner.get('/api/user/organisation')).body).toBeNull();
  });

  it('ORG-06 a removed person gets a mail, is outside at once and keeps the account', async () => {
    const { path, owner, others } = await organisationWith('manager', 'learner');
    const [manager, learner] = others as [Person, Person];
    expect((await manager.delete(`${path}/people/${learner.userId}`)).status).toBe(200);
    expect((await manager.delete<Rejection>(`${path}/people/${learner.userId}`)).body.code).toBe(
      'organisations.person-not-found',
    );
    await portal.runJobs();
    expect(mailsTo(await emailOf(learner)).some(({ subject }) => subject.startsWith('You have been removed'))).toBe(
      true,
    );
    expect((await learner.get('/api/user/organisation')).body).toBeNull();
    expect((await learner.get<Rejection>(`${path}/people`)).body.code).toBe('organisations.not-found');
    expect((await peopleOf(owner, path)).map(({ userId }) => userId).sort()).toEqual(
      [owner.userId, manager.userId].sort(),
    );
  });

  it('ORG-05 ORG-10 people are found by name and role; a learner sees neither them nor their number', async () => {
    const { path, owner, others } = await organisationWith('learner', 'learner');
    const [learner] = others as [Person, Person];
    await rows(`update users set first_name = 'Zoë', last_name = '100%' where id = $1`, [learner.userId]);
    const found = await owner.get<OrganisationPerson[]>(`${path}/people?search=100%25&role=learner&pageSize=1`);
    expect(found.body.map(({ name }) => name)).toEqual(['Zoë 100%']);
    expect(found.headers['x-total-count']).toBe('1');
    expect(Object.keys(found.body[0] ?? {}).sort()).toEqual(['email', 'joinedAt', 'name', 'role', 'userId']);
    expect((await learner.get<Organisation>('/api/user/organisation')).body).toMatchObject({
      role: 'learner',
      people: null,
    });
  });
});

describe('another name', () => {
  it('ORG-14 only an owner renames an organisation, with a clean name; the confirmation of the old name ends', async () => {
    const { id, path, owner, others } = await organisationWith('manager', 'learner');
    const foreign = await organisationWith();
    const known = async () => (await owner.get<Organisation>('/api/user/organisation')).body;
    await rows('update organisations set confirmed_at = now() where id = $1', [id]);
    const rename = (client: Client, name: unknown) => client.patch<Rejection>(path, { name });
    for (const other of others) expect((await rename(other, 'Harbour')).body.code).toBe('organisations.not-allowed');
    expect((await rename(foreign.owner, 'Harbour')).status).toBe(404);
    for (const name of ['', '   ', 'x'.repeat(121), 'Call www.example.net', null]) {
      expect([name, (await rename(owner, name)).status]).toEqual([name, 400]);
    }
    expect((await rename(owner, 'Northmere Council')).status).toBe(200);
    expect(await known()).toMatchObject({ name: 'Northmere Council', isKnown: true });
    expect((await rename(owner, '  Harbour  ')).body.message).toBe('The organisation is now called Harbour.');
    expect(await known()).toMatchObject({ name: 'Harbour', isKnown: false });
    await rename(owner, 'Harbour Trust');
    const audited = await rows(
      `select before, after from audit_log where action = 'rename' and object_id = $1 order by id`,
      [id],
    );
    expect(audited).toEqual([
      {
        before: { name: 'Northmere Council', isConfirmed: true },
        after: { name: 'Harbour', isConfirmed: false },
      },
      { before: { name: 'Harbour' }, after: { name: 'Harbour Trust' } },
    ]);
    expect((await foreign.owner.get<Organisation>('/api/user/organisation')).body.name).toBe('Northmere Council');
  });
});

describe('names of others', () => {
  it('ORG-01 ORG-14 the name of a confirmed organisation or of the portal is refused, however it is written', async () => {
    const { id, path, owner } = await organisationWith();
    const confirmed = await organisationWith();
    await rows(`update organisations set name = 'Café Süd Trust', confirmed_at = now() where id = $1`, [confirmed.id]);
    const names = async () => (await rows('select name from organisations where id = $1', [id]))[0].name;
    const newcomer = await verifiedMember(portal);
    for (const name of ['Café Süd Trust', 'CAFE  SUD TRUST', 'cafesüdtrust', 'Ｃａｆｅ Sud Trust', 'rapp learning']) {
      for (const rejected of [
        await owner.patch<Rejection>(path, { name }),
        await newcomer.post<Rejection>('/api/organisations', { name }),
      ]) {
        expect([name, rejected.status, rejected.body.code]).toEqual([name, 409, 'organisations.name-taken']);
      }
    }
    expect(await names()).toBe('Northmere Council');
    expect((await owner.patch(path, { name: 'Café Süd' })).status).toBe(200);
    expect((await confirmed.owner.patch(confirmed.path, { name: 'Cafe Süd Trust' })).status).toBe(200);
  });

  it('ORG-14 another name is mailed to the other owners, and the number of a day is limited', async () => {
    const { path, owner, others } = await organisationWith('owner', 'manager');
    await portal.runJobs();
    portal.sentMails.length = 0;
    expect((await owner.patch(path, { name: 'Harbour 0' })).status).toBe(200);
    await portal.runJobs();
    expect(portal.sentMails.map(({ to, subject }) => [to, subject])).toEqual([
      [await emailOf(others[0] as Person), 'Northmere Council is now called Harbour 0'],
    ]);
    // More than the factor of a demo allows.
    await rows(`update limit_counters set hits = 1000000 where key = $1`, [`organisations-renamed:${owner.userId}`]);
    expect((await owner.patch<Rejection>(path, { name: 'Harbour 1' })).body.code).toBe('request.too-many');
    expect((await owner.get<Organisation>('/api/user/organisation')).body.name).toBe('Harbour 0');
  });
});

describe('the end', () => {
  it('ORG-09 only an owner who types the name closes it; then everybody is outside and no link works', async () => {
    const { id, path, owner, others } = await organisationWith('manager', 'learner');
    const [manager, learner] = others as [Person, Person];
    const invited: Person = await verifiedMember(portal);
    const email = await emailOf(invited);
    await owner.post(`${path}/invitations`, { emails: [email], role: 'learner' });
    const token = await tokenTo(email);
    const close = (client: Client, name: string) =>
      client.send<Rejection>({ method: 'DELETE', url: path, payload: { name } });
    expect((await close(manager, 'Northmere Council')).body.code).toBe('organisations.not-allowed');
    expect((await close(owner, 'northmere council')).body.code).toBe('organisations.name-differs');
    expect(await rolesIn(id)).toHaveLength(3);
    expect((await close(owner, 'Northmere Council')).status).toBe(200);
    for (const person of [owner, manager, learner]) {
      expect((await person.get('/api/user/organisation')).body).toBeNull();
    }
    expect((await close(owner, 'Northmere Council')).status).toBe(404);
    expect((await invited.post(`/api/invitations/${token}/accept`)).status).toBe(404);
  });

  it('ORG-05 the account of the last owner stays while others are in the organisation; alone, it closes it', async () => {
    const { id, path, owner, others } = await organisationWith('learner');
    const [learner] = others as [Person];
    const administrator = await portal.administrator();
    const remove = () => administrator.delete<Rejection>(`/api/users/${owner.userId}`);
    const rejected = await remove();
    expect([rejected.status, rejected.body.code]).toEqual([409, 'organisations.owner-account']);
    expect(await rolesIn(id)).toEqual(['owner', 'learner']);
    expect((await owner.delete(`${path}/people/${learner.userId}`)).status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect(await rows('select closed_at is not null as closed from organisations where id = $1', [id])).toEqual([
      { closed: true },
    ]);
    expect(await rolesIn(id)).toEqual([]);
  });
});
