import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AccessDecision } from '#contract/commerce/access.ts';
import type { Client } from '#tests/support/client.ts';
import {
  type DirectoryOrganisation,
  filtered,
  organisationWithDirectory,
  patchOf,
  scimUser,
} from '#tests/support/directory.ts';
import { insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { textOfPdf } from '#tests/support/pdf.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { verifiedMember } from '#tests/support/promotions.ts';
import { insertTool, tokenFor } from '#tests/support/tools.ts';
import { unzip } from '#tests/support/zip.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
});
afterEach(() => expectInvariants(portal.database));
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const own = async (client: Client) => (await client.get('/api/user/organisation')).body;
const opens = async (client: Client, resourceId: number) =>
  (await client.get<AccessDecision>(`/api/resources/${resourceId}/access`)).body.hasAccess;
const entriesOf = ({ id }: DirectoryOrganisation) =>
  rows(
    `select action, after, member_user_id, actor_user_id from audit_log
     where object = 'organisation' and object_id = $1::text and action like '%by-directory' order by id`,
    [id],
  );
const recordsOf = ({ id }: DirectoryOrganisation) =>
  rows(
    `select user_name, name, user_id, sessions, seats, keys, tokens, is_last_owner from organisation_offboardings
     where organisation_id = $1 order by id`,
    [id],
  );
const setActive = (value: unknown) => patchOf({ op: 'Replace', path: 'active', value });

async function mailsAfter(work: () => Promise<unknown>) {
  await portal.runJobs();
  portal.sentMails.length = 0;
  await work();
  await portal.runJobs();
  return portal.sentMails.map(({ to, subject }) => [to, subject]);
}

/** A learner with a seat and the token of a tool that only the seat opens. */
async function learnerWithSeat(directory: DirectoryOrganisation, name: string) {
  const tool = await insertTool(portal.database, { resource: { access_type: 'purchase', price_minor: 2400 } });
  await directory.give(1, tool.resourceId);
  const person = await directory.addInside(name);
  const assigned = { kind: 'resource', resourceId: tool.resourceId, people: [person.userId] };
  expect((await directory.owner.post(`${directory.path}/seats/assign`, assigned)).status).toBe(200);
  const token = await tokenFor(person, tool);
  return { person, token, resourceId: tool.resourceId };
}

/** Adds a connection in this state for the directory's domain. */
async function connect({ id, domain }: DirectoryOrganisation, state: string) {
  await rows(
    `with made as (
       insert into connections (organisation_id, name, slug, state, issuer, client_id, auth_method, scopes, email_claim,
         first_name_claim, last_name_claim, vouches)
       values ($1::integer, 'Northmere account', 'northmere-' || $1::integer, $2, 'https://login.northmere.example', 'portal',
         'client_secret', 'openid', 'email', 'given_name', 'family_name', 'domains') returning id)
     insert into connection_domains (domain_id, connection_id, domain)
     select d.id, made.id, d.domain from organisation_domains d, made where d.domain = $3`,
    [id, state, domain],
  );
}

it('SCIM-03 SCIM-06 inactive ends membership, seats, tool tokens and invitations at once, is recorded, and keeps account and purchases', async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain, addUser, id: organisationId } = directory;
  const { person, token, resourceId } = await learnerWithSeat(directory, 'ada');
  const id = await addUser('ada');
  expect(await opens(person, resourceId)).toBe(true);
  const form = { name: 'My script', scopes: ['catalogue:read'], expiresInDays: 30 };
  const key = (await person.post<{ token: string }>('/api/user/keys', form)).body.token;
  const byKey = async () =>
    (await portal.app.inject({ url: '/api/resources', headers: { authorization: `Bearer ${key}` } })).statusCode;
  expect(await byKey()).toBe(200);
  await rows(
    `with client as (
       insert into assistant_clients (client_id, name, redirect_uris) values ('notes', 'Notes', '{https://notes.example/}')
       returning id)
     insert into assistant_grants (user_id, client_id, scopes, resource, code_hash, code_challenge, redirect_uri,
       code_expires_at, exchanged_at)
     select $1, id, '{catalogue:read}', 'x', 'x', 'x', 'https://notes.example/', now(), now() from client`,
    [person.userId],
  );
  const mails = await mailsAfter(() => scim('PATCH', `/Users/${id}`, setActive('False')));
  expect(mails).toEqual([[`ada@${domain}`, 'You have been removed from Northmere Council']]);
  expect(await own(person)).toBeNull();
  expect(await opens(person, resourceId)).toBe(false);
  const outside = await portal.app.inject({
    url: '/api/tool-session',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(outside.statusCode).toBe(401);
  expect(await byKey()).toBe(401);
  expect(await rows('select id from assistant_grants where user_id = $1', [person.userId])).toEqual([]);
  expect((await person.get('/api/user')).status).toBe(200);
  expect(await recordsOf(directory)).toEqual([
    {
      user_name: `ada@${domain}`,
      name: 'ada Fairbourne',
      user_id: person.userId,
      sessions: 0,
      seats: 1,
      keys: 1,
      tokens: 1,
      is_last_owner: false,
    },
  ]);
  const after = {
    directory: 'Entra 2026',
    record: id,
    isActive: false,
    fields: ['active'],
    seats: 1,
    tools: 1,
    keys: 1,
    sessions: 0,
  };
  expect((await entriesOf(directory)).at(-1)).toEqual({
    action: 'end-by-directory',
    after,
    member_user_id: person.userId,
    actor_user_id: null,
  });
  // The domain, which lets people join automatically, does not let this person in again.
  await rows(`update organisation_domains set joining = 'automatically' where organisation_id = $1`, [organisationId]);
  expect((await person.get('/api/user/organisation-offer')).body).toBeNull();

  // Repeated, nothing changes, nothing is mailed, and nothing is recorded.
  const version = (await scim('GET', `/Users/${id}`)).headers.etag;
  const before = [await recordsOf(directory), await entriesOf(directory)];
  expect(await mailsAfter(() => scim('PATCH', `/Users/${id}`, setActive(false)))).toEqual([]);
  expect((await scim('GET', `/Users/${id}`)).headers.etag).toBe(version);
  expect([await recordsOf(directory), await entriesOf(directory)]).toEqual(before);
});

it('SCIM-03 active again invites; who accepts is in again, and a repeated active changes and mails nothing', async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain, addUser } = directory;
  const person = await directory.addInside('bea');
  const id = await addUser('bea');
  await scim('PATCH', `/Users/${id}`, setActive(false));
  const mails = await mailsAfter(() => scim('PATCH', `/Users/${id}`, setActive(true)));
  expect(mails).toEqual([[`bea@${domain}`, 'Northmere Council invites you to RAPP Learning']]);
  expect(await own(person)).toBeNull();
  expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ active: true });
  const link = /token=([\w-]+)/.exec(portal.sentMails[0]?.text ?? '')?.[1];
  expect((await person.post(`/api/invitations/${link}/accept`)).status).toBe(200);
  expect(await own(person)).toMatchObject({ id: directory.id, role: 'learner' });
  const version = (await scim('GET', `/Users/${id}`)).headers.etag;
  expect(await mailsAfter(() => scim('PATCH', `/Users/${id}`, setActive(true)))).toEqual([]);
  expect((await scim('GET', `/Users/${id}`)).headers.etag).toBe(version);
  // Linked when the person joined: the record still ends the membership when the account has another address.
  await rows('update users set email = $2 where id = $1', [person.userId, 'bea.private@example.org']);
  await scim('PATCH', `/Users/${id}`, setActive(false));
  expect(await own(person)).toBeNull();
});

it('SCIM-03 DELETE ends the same, makes the record unknown and frees its userName', async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain, addUser } = directory;
  const { person, resourceId } = await learnerWithSeat(directory, 'cem');
  const id = await addUser('cem');
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
  expect(await own(person)).toBeNull();
  expect(await opens(person, resourceId)).toBe(false);
  expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404);
  expect(await recordsOf(directory)).toMatchObject([{ user_name: `cem@${domain}`, seats: 1, tokens: 1 }]);
  expect((await entriesOf(directory)).map(({ action }) => action)).toEqual(['add-by-directory', 'delete-by-directory']);
  // Sending the userName again makes a new record, and the removed person is invited.
  const again = await scim('POST', '/Users', scimUser('cem', domain));
  expect(again).toMatchObject({ status: 201, body: { active: true } });
  expect(again.body.id).not.toBe(id);
  expect(await own(person)).toBeNull();
});

it('SCIM-03 everything but the role of the last owner ends: 409, a mail to the administrators, once a day', async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain, owner, path, others, addUser, administrator } = directory;
  const [second] = others;
  await owner.delete(`${path}/people/${second?.userId}`);
  await rows(`update users set email = $2, email_verified_at = now() where id = $1`, [owner.userId, `dia@${domain}`]);
  const { id: resourceId } = await insertResource(portal.database, { access_type: 'purchase', price_minor: 2400 });
  await directory.give(1, resourceId);
  await owner.post(`${path}/seats/assign`, { kind: 'resource', resourceId, people: [owner.userId] });
  const id = await addUser('dia');
  let reply = await scim('GET', '/Users');
  const mails = await mailsAfter(async () => {
    reply = await scim('PATCH', `/Users/${id}`, setActive(false));
  });
  expect(reply).toMatchObject({ status: 409, body: { status: '409' } });
  expect(mails.map(([, subject]) => subject)).toContain('Northmere Council has lost its last owner');
  const [email] = await rows('select email from users where id = $1', [administrator.userId]);
  expect(mails.map(([to]) => to)).toContain(email.email);
  expect(await own(owner)).toMatchObject({ role: 'owner' });
  expect(await opens(owner, resourceId)).toBe(false);
  expect((await scim('GET', `/Users/${id}`)).body.active).toBe(false);
  expect(await recordsOf(directory)).toMatchObject([{ seats: 1, is_last_owner: true }]);
  // Directories repeat rejected calls.
  expect(await mailsAfter(() => scim('PATCH', `/Users/${id}`, setActive(false)))).toEqual([]);
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(409);
  expect((await scim('GET', `/Users/${id}`)).status).toBe(200);
  expect(await recordsOf(directory)).toHaveLength(1);
  // With another owner, the next attempt removes this one.
  await directory.add('owner');
  expect((await scim('PATCH', `/Users/${id}`, setActive(false))).status).toBe(200);
  expect(await own(owner)).toBeNull();
  expect(await recordsOf(directory)).toHaveLength(2);
});

it('SCIM-02 never joins an account for its address alone: members stay, others are invited, those elsewhere too', async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain } = directory;
  const inside = await directory.addInside('eve', 'manager');
  const outside = await verifiedMember(portal);
  await rows('update users set email = $2 where id = $1', [outside.userId, `fay@${domain}`]);
  const unverified = await portal.member();
  await rows('update users set email = $2 where id = $1', [unverified.userId, `gil@${domain}`]);
  const account = async (name: string) => {
    const { body } = await scim('POST', '/Users', scimUser(name, domain));
    return (body['urn:rapp:params:scim:schemas:extension:portal:2.0:User'] as { account: string }).account;
  };
  const mails = await mailsAfter(async () => {
    expect(await account('eve')).toBe('existed');
    expect(await account('fay')).toBe('invited');
    expect(await account('gil')).toBe('invited');
  });
  expect(mails.map(([to]) => to).toSorted()).toEqual([`fay@${domain}`, `gil@${domain}`]);
  expect(await own(inside)).toMatchObject({ role: 'manager' });
  for (const person of [outside, unverified]) expect(await own(person)).toBeNull();
  // One of the invited is deactivated before accepting; no account but the member's is linked.
  const [fay] = (await scim('GET', filtered(`userName eq "fay@${domain}"`))).body.Resources as { id: string }[];
  await scim('PATCH', `/Users/${fay?.id}`, setActive(false));
  expect(
    await rows('select user_name, user_id from organisation_directory_people where organisation_id = $1 order by 1', [
      directory.id,
    ]),
  ).toEqual([
    { user_name: `eve@${domain}`, user_id: inside.userId },
    { user_name: `fay@${domain}`, user_id: null },
    { user_name: `gil@${domain}`, user_id: null },
  ]);
});

it('SCIM-02 a changed userName or address changes the record alone, in a proven domain, and no record takes those of another', async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain, addUser } = directory;
  const person = await directory.addInside('hal');
  const id = await addUser('hal');
  await addUser('ina');
  const replace = (path: string, value: string) =>
    scim('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path, value }));
  expect((await replace('userName', 'hal@elsewhere.example')).body.scimType).toBe('invalidValue');
  expect((await replace('emails[type eq "work"].value', 'hal@elsewhere.example')).body.scimType).toBe('invalidValue');
  expect(await replace('userName', `INA@${domain}`)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
  expect((await replace('emails[type eq "work"].value', `ina@${domain}`)).status).toBe(409);
  expect((await replace('userName', `hal.new@${domain}`)).status).toBe(200);
  expect((await replace('emails[type eq "work"].value', `hal.new@${domain}`)).status).toBe(200);
  expect((await person.get('/api/user')).body).toMatchObject({ email: `hal@${domain}` });
  // Entra may send a truth value as text, and means the same email.
  const primary = await replace('emails[primary eq "True"].value', `hal.new@${domain}`);
  expect(primary.body.emails).toEqual([{ value: `hal.new@${domain}`, type: 'work', primary: true }]);
  // A private address that the directory sends beside it is not kept.
  const emails = [
    { value: `hal.new@${domain}`, primary: true },
    { value: 'hal@private.example', type: 'home' },
  ];
  const put = await scim('PUT', `/Users/${id}`, scimUser('hal.new', domain, { emails }));
  expect(put.body.emails).toEqual([{ value: `hal.new@${domain}`, primary: true }]);
  await scim('PATCH', `/Users/${id}`, setActive(false));
  expect(await own(person)).toBeNull();
});

it('SCIM-03 SCIM-04 deactivates people after their domain was lost, by a path, an object or the whole record', async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain, addUser, id: organisationId } = directory;
  const names = ['mia', 'ned', 'ora', 'pam', 'quin'];
  const people = await Promise.all(names.map((name) => directory.addInside(name)));
  const ids: string[] = [];
  for (const name of names) ids.push(await addUser(name));
  await rows('delete from organisation_domains where organisation_id = $1', [organisationId]);
  const [mia, ned, ora, pam, quin] = ids as [string, string, string, string, string];
  const moved = await scim('PUT', `/Users/${quin}`, scimUser('quin.new', domain));
  expect(moved).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
  expect((await scim('POST', '/Users', scimUser('rob', domain))).status).toBe(400);
  // A change without a new address passes. A private address beside it is not kept.
  const home = { value: 'quin@private.example', type: 'home' };
  const emails = [home, { value: `QUIN@${domain}`, type: 'work', primary: true }];
  const renamed = await scim('PUT', `/Users/${quin}`, scimUser('quin', domain, { displayName: 'Quin F', emails }));
  expect(renamed).toMatchObject({ status: 200, body: { displayName: 'Quin F', emails: [emails[1]] } });
  expect(await own(people[4] as Client)).not.toBeNull();

  const replies = [
    await scim('PATCH', `/Users/${mia}`, setActive('False')),
    await scim('PATCH', `/Users/${ned}`, patchOf({ op: 'replace', value: { active: false } })),
    await scim('PUT', `/Users/${ora}`, scimUser('ora', domain, { active: false })),
    // Also with an address that cannot be written, which the record then does not take.
    await scim('PUT', `/Users/${pam}`, scimUser('pam', 'elsewhere.example', { active: false })),
    await scim('PUT', `/Users/${quin}`, scimUser('mia', domain, { active: false })),
  ];
  expect(replies.map(({ status, body }) => [status, body.userName, body.active])).toEqual(
    names.map((name) => [200, `${name}@${domain}`, false]),
  );
  for (const person of people) expect(await own(person)).toBeNull();
  // A person can be active again only with an address in a verified domain.
  expect((await scim('PATCH', `/Users/${mia}`, setActive(true))).status).toBe(400);
});

it('SCIM-01 closing the organisation ends its directory: tokens stop, records are gone', async () => {
  const { scim, id, owner, path, addUser } = await organisationWithDirectory(portal);
  await addUser('jan');
  expect((await owner.send({ method: 'DELETE', url: path, payload: { name: 'Northmere Council' } })).status).toBe(200);
  expect((await scim('GET', '/Users')).status).toBe(401);
  for (const table of ['directory_tokens', 'directory_people', 'offboardings']) {
    expect(await rows(`select id from organisation_${table} where organisation_id = $1`, [id])).toEqual([]);
  }
});

it('SCIM-06 the evidence pack has a line for each person whose access ended within its days, and the sums in its summary', async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain, addUser, owner, path, id } = directory;
  await learnerWithSeat(directory, 'kim');
  const [kim, lou] = [await addUser('kim', { displayName: '=1+1' }), await addUser('lou')];
  for (const record of [kim, lou]) await scim('PATCH', `/Users/${record}`, setActive(false));
  await rows(`update organisation_offboardings set ended_at = now() - interval '40 days' where user_name = $1`, [
    `lou@${domain}`,
  ]);
  const day = new Date().toISOString().slice(0, 10);
  const pack = await owner.get(`${path}/evidence?from=${day}&to=${day}`);
  const files = await unzip(pack.raw);
  const [ended] = await rows('select ended_at from organisation_offboardings where organisation_id = $1 order by id', [
    id,
  ]);
  expect(files['offboarding.csv']?.toString().trimEnd().split(/\r?\n/)).toEqual([
    expect.stringContaining('Name,User name,Ended at,Sessions,Seats,API keys,Tool tokens,Role kept'),
    `'=1+1,kim@${domain},${ended.ended_at.toISOString()},0,1,0,1,`,
  ]);
  expect(await textOfPdf(files['summary.pdf'] as Buffer)).toContain(
    'Ended for 1 person: 0 sessions, 1 seat, 0 API keys and 1 tool token.',
  );
});

it('SCIM-03 a person who deletes the account stays an inactive user without names and addresses, until the directory sends them again', async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain, addUser, owner, path } = directory;
  const person = await directory.addInside('wyn');
  const id = await addUser('wyn', { externalId: 'e-wyn', displayName: 'Wyn Ash' });
  await addUser('xan', { displayName: 'Xan Bray' });
  const before = await scim('GET', `/Users/${id}`);
  const erased = await person.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } });
  expect(erased.status).toBe(200);
  await portal.runJobs();

  const kept = await scim('GET', `/Users/${id}`);
  expect(kept).toMatchObject({
    status: 200,
    body: {
      id,
      userName: expect.stringMatching(/^deleted-[0-9a-f-]{36}$/),
      displayName: 'Deleted account',
      active: false,
    },
  });
  expect(kept.body).not.toHaveProperty('emails');
  expect(JSON.stringify(kept.body)).not.toMatch(/wyn/i);
  expect(kept.headers.etag).not.toBe(before.headers.etag);
  expect((await scim('GET', filtered(`userName eq "wyn@${domain}"`))).body.totalResults).toBe(0);
  expect((await scim('GET', filtered(`userName eq "xan@${domain}"`))).body.totalResults).toBe(1);
  const listed = (await owner.get<{ name: string; state: string }[]>(`${path}/directory/people?state=inactive`)).body;
  expect(listed.map(({ name }) => name)).toEqual(['Deleted account']);

  // Inactive changes nothing; active needs an address, and invites a person who may come back as a new one.
  expect(await mailsAfter(() => scim('PATCH', `/Users/${id}`, setActive(false)))).toEqual([]);
  expect(await scim('PATCH', `/Users/${id}`, setActive(true))).toMatchObject({ status: 400 });
  const mails = await mailsAfter(async () => {
    const again = await scim('PUT', `/Users/${id}`, scimUser('wyn', domain, { externalId: 'e-wyn' }));
    expect(again).toMatchObject({ status: 200, body: { id, userName: `wyn@${domain}`, active: true } });
  });
  expect(mails).toEqual([[`wyn@${domain}`, 'Northmere Council invites you to RAPP Learning']]);
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
  expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
});

it('SCIM-03 a directory that has the userName of a deleted account first does not stop the deletion', async () => {
  const { scim, domain, addUser, addInside } = await organisationWithDirectory(portal);
  const person = await addInside('yan');
  const id = await addUser('yan');
  await addUser('zoe', { userName: `deleted-${id}`, emails: [{ value: `zoe@${domain}`, primary: true }] });
  const erased = await person.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } });
  expect(erased.status).toBe(200);
  const kept = await scim('GET', `/Users/${id}`);
  expect(kept.body).toMatchObject({ displayName: 'Deleted account', active: false });
  // The directory sends its record back as it read it.
  expect(await scim('PUT', `/Users/${id}`, kept.body)).toMatchObject({ status: 200, body: { active: false } });
});

it('SCIM-03 a deleted account leaves the record of another person, whose access the directory still ends', async () => {
  const { scim, domain, addUser, addInside } = await organisationWithDirectory(portal);
  const inside = await addInside('yan');
  const id = await addUser('yan');
  const other = await portal.member();
  await rows('update users set email = $2, email_verified_at = now() where id = $1', [other.userId, `zoe@${domain}`]);
  const emails = { op: 'replace', path: 'emails', value: [{ value: `zoe@${domain}`, primary: true }] };
  expect(await scim('PATCH', `/Users/${id}`, patchOf(emails))).toMatchObject({ status: 200 });
  const erased = await other.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } });
  expect(erased.status).toBe(200);
  expect(await scim('GET', `/Users/${id}`)).toMatchObject({ body: { userName: `yan@${domain}`, active: true } });
  expect(await scim('PATCH', `/Users/${id}`, setActive(false))).toMatchObject({ status: 200 });
  expect(await rows('select from organisation_people where user_id = $1', [inside.userId])).toEqual([]);
});

it('SCIM-06 shows owners alone whose access ended, newest first, by pages and as a file', async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain, addUser, owner, path } = directory;
  const stranger = await organisationWithDirectory(portal);
  const manager = await directory.add('manager');
  await learnerWithSeat(directory, 'kim');
  for (const file of ['ended', 'ended/csv']) {
    expect((await manager.get(`${path}/directory/${file}`)).status).toBe(403);
    expect((await stranger.owner.get(`${path}/directory/${file}`)).status).toBe(404);
  }
  expect((await owner.get(`${path}/directory/ended?page=0`)).status).toBe(400);
  expect((await owner.get(`${path}/directory/ended`)).body).toEqual([]);
  const ids = [await addUser('kim', { displayName: 'Kim Ash' }), await addUser('lou', { displayName: 'Lou Bray' })];
  for (const id of ids) await scim('PATCH', `/Users/${id}`, setActive(false));
  const line = (name: string, changed: object = {}) => ({
    id: expect.any(Number),
    name,
    endedAt: expect.any(String),
    ...{ sessions: 0, seats: 0, keys: 0, tokens: 0, isLastOwner: false },
    ...changed,
  });
  const all = await owner.get(`${path}/directory/ended`);
  expect(all.body).toEqual([line('Lou Bray'), line('Kim Ash', { seats: 1, tokens: 1 })]);
  expect(all.headers['x-total-count']).toBe('2');
  expect((await owner.get(`${path}/directory/ended?page=2&pageSize=1`)).body).toMatchObject([{ name: 'Kim Ash' }]);
  expect((await stranger.owner.get(`${stranger.path}/directory/ended`)).body).toEqual([]);
  const csv = (await owner.get<string>(`${path}/directory/ended/csv`)).body.trimEnd().split(/\r?\n/);
  expect(csv).toEqual([
    expect.stringContaining('Name,User name,Ended at,Sessions,Seats,API keys,Tool tokens,Role kept'),
    expect.stringMatching(new RegExp(`^Kim Ash,kim@${domain},.+,0,1,0,1,$`)),
    expect.stringMatching(new RegExp(`^Lou Bray,lou@${domain},.+,0,0,0,0,$`)),
  ]);
});

it('SCIM-02 makes the accounts of people whose domain leads to an offered connection, by the names of the directory', async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain, id: organisationId } = directory;
  const outside = await verifiedMember(portal);
  await rows('update users set email = $2 where id = $1', [outside.userId, `noa@${domain}`]);
  const linked = await verifiedMember(portal);
  await rows('update users set email = $2 where id = $1', [linked.userId, `oli@${domain}`]);
  await connect(directory, 'active');
  await rows(
    `insert into connection_identities (connection_id, user_id, issuer, subject, email)
     select id, $2, issuer, 'oli', 'oli@example.org' from connections where organisation_id = $1`,
    [organisationId, linked.userId],
  );
  const account = async (name: string, more: object = {}) => {
    const { body } = await scim('POST', '/Users', scimUser(name, domain, more));
    return (body['urn:rapp:params:scim:schemas:extension:portal:2.0:User'] as { account: string }).account;
  };
  const mails = await mailsAfter(async () => {
    expect(await account('mia', { name: { givenName: 'Mia', familyName: 'www.evil.example' } })).toBe('made');
    expect(await account('noa')).toBe('invited');
    expect(await account('oli')).toBe('existed');
  });
  expect(mails.toSorted()).toEqual([
    [`mia@${domain}`, 'You are now in Northmere Council'],
    [`noa@${domain}`, 'Northmere Council invites you to RAPP Learning'],
    [`oli@${domain}`, 'You are now in Northmere Council'],
  ]);
  expect(
    await rows(
      `select u.first_name, u.last_name, u.password_hash, u.email_verified_at is not null as is_verified, p.role,
         d.user_id = u.id as is_linked
       from users u join organisation_people p on p.user_id = u.id
         join organisation_directory_people d on d.address_key = u.address_key
       where u.email like 'mia@%' and p.organisation_id = $1`,
      [organisationId],
    ),
  ).toEqual([
    { first_name: 'Mia', last_name: '', password_hash: null, is_verified: true, role: 'learner', is_linked: true },
  ]);
  expect(await own(linked)).toMatchObject({ id: organisationId, role: 'learner' });
  expect(await own(outside)).toBeNull();
});
