import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Directory, DirectoryPerson, NewDirectoryToken } from '#contract/organisations/directory.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import { filtered, organisationWithDirectory, patchOf, scimUser } from '#tests/support/directory.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1', NETWORK_LIMIT_FACTOR: '1000' });
});
afterEach(() => expectInvariants(portal.database));
afterAll(() => portal.close());

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const auditOf = (id: number, action: string) =>
  rows(
    `select after, before, actor_user_id, member_user_id from audit_log
    where object = 'organisation' and object_id = $1::text and action = $2 order by id`,
    [id, action],
  );

it('SCIM-01 gives no token to managers, learners and outsiders, without a proven domain, or past two', async () => {
  const { id, path, owner, others } = await seatedOrganisation(portal, 'manager', 'learner', 'owner');
  const [manager, learner, second] = others as [Person, Person, Person];
  const { owner: stranger } = await seatedOrganisation(portal);
  const form = { name: 'Entra' };
  for (const [person, code] of [
    [manager, 'organisations.not-allowed'],
    [learner, 'organisations.not-allowed'],
    [stranger, 'organisations.not-found'],
  ] as const) {
    expect((await person.post(`${path}/directory/tokens`, form)).body.code).toBe(code);
    expect((await person.get(`${path}/directory`)).body.code).toBe(code);
    expect((await person.get(`${path}/directory/people`)).body.code).toBe(code);
  }
  expect((await owner.post(`${path}/directory/tokens`, form)).body.code).toBe('organisations.directory-needs-domain');
  // A code by email proves the domain only for ORG-04.
  await rows(
    `insert into organisation_domains (organisation_id, domain, dns_secret, proven_at)
     values ($1, 'northmere-tokens.example', repeat('s', 43), now())`,
    [id],
  );
  expect((await owner.post(`${path}/directory/tokens`, form)).body.code).toBe('organisations.directory-needs-domain');
  expect((await owner.get<Directory>(`${path}/directory`)).body.hasProvenDomain).toBe(false);
  await rows('update organisation_domains set dns_proven_at = now() where organisation_id = $1', [id]);
  expect((await owner.post(`${path}/directory/tokens`, { name: ' ' })).status).toBe(400);
  await rows(`update sign_in_sessions set signed_in_at = now() - interval '13 hours' where user_id = $1`, [
    owner.userId,
  ]);
  expect((await owner.post(`${path}/directory/tokens`, form)).body.code).toBe('accounts.confirm-sign-in');
  expect(await rows('select id from organisation_directory_tokens where organisation_id = $1', [id])).toEqual([]);

  const made = await second.post<NewDirectoryToken>(`${path}/directory/tokens`, form);
  expect(made).toMatchObject({ status: 201, body: { name: 'Entra', madeBy: 'Mira Tollander', lastUsedAt: null } });
  expect(made.body.token).toMatch(/^rapp_s_[0-9A-Za-z]{40}$/);
  expect(made.body.token.slice(7)).toMatch(new RegExp(`^${made.body.start}`));
  const shown = await owner.get<Directory>(`${path}/directory`);
  expect(shown.body).toMatchObject({ url: `http://portal.test/scim/v2/${id}`, tokens: [{ id: made.body.id }] });
  expect(shown.raw.toString()).not.toContain(made.body.token);
  expect(JSON.stringify(await rows('select * from organisation_directory_tokens'))).not.toContain(
    made.body.token.slice(20),
  );
  // Two requests at once: one token is the second, the other is one too many.
  const both = await Promise.all([1, 2].map((n) => second.post(`${path}/directory/tokens`, { name: `Token ${n}` })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await auditOf(id, 'create-directory-token')).toMatchObject([
    { after: { name: 'Entra' }, actor_user_id: second.userId },
    { actor_user_id: second.userId },
  ]);
  portal.sentMails.length = 0;
  await portal.runJobs();
  const mails = portal.sentMails.filter(({ subject }) => subject === 'The directory of Northmere Council was changed');
  expect(mails).toHaveLength(4);
  expect(mails[0]?.text).toContain('made the token “Entra”');
});

it('SCIM-01 SCIM-04 refuses missing, wrong, foreign and revoked tokens with 401, cookies too; a revoked one stops at once', async () => {
  const directory = await organisationWithDirectory(portal);
  const other = await organisationWithDirectory(portal);
  const { scim, path, owner, tokenId, domain } = directory;
  const rejected = [
    '',
    'Bearer',
    'Bearer rapp_s_short',
    `Bearer ${newToken('s')}`,
    `Bearer ${newToken('p')}`,
    `Bearer ${other.token}`,
    `Basic ${Buffer.from(`x:${directory.token}`).toString('base64')}`,
    `Bearer ${directory.token}x`,
  ];
  for (const authorization of rejected) {
    const reply = await scim('POST', '/Users', scimUser('ada', domain), { authorization });
    expect([authorization, reply.status]).toEqual([authorization, 401]);
    expect(reply.headers).toMatchObject({ 'www-authenticate': 'Bearer' });
    expect(reply.headers['content-type']).toMatch(/^application\/scim\+json/);
    expect(reply.body).toMatchObject({ schemas: [errorSchema], status: '401', detail: expect.any(String) });
  }
  for (const url of [
    `${directory.scimPath}/Users`,
    '/scim/v2/2147483647/Users',
    '/scim/v2/x/Users',
    directory.scimPath,
  ]) {
    expect((await owner.get(url)).status).toBe(401);
  }
  expect(await rows('select id from organisation_directory_people')).toEqual([]);
  expect((await scim('GET', '/Users')).status).toBe(200);
  const { body } = await owner.get<Directory>(`${path}/directory`);
  expect(body.tokens[0]?.lastUsedAt).not.toBeNull();
  expect((await owner.delete(`${other.path}/directory/tokens/${other.tokenId}`)).status).toBe(404);
  expect((await owner.delete(`${path}/directory/tokens/${other.tokenId}`)).status).toBe(404);
  expect((await owner.delete(`${path}/directory/tokens/${tokenId}`)).status).toBe(200);
  expect((await owner.delete(`${path}/directory/tokens/${tokenId}`)).status).toBe(404);
  expect((await scim('GET', '/Users')).status).toBe(401);
  expect(await auditOf(directory.id, 'revoke-directory-token')).toMatchObject([{ before: { id: tokenId } }]);
});

it('SCIM-04 replies to bad requests in the form of SCIM, and changes nothing', async () => {
  const { scim, domain, addUser, id: organisationId } = await organisationWithDirectory(portal);
  const id = await addUser('ada');
  const user = scimUser('bea', domain);
  const patch = (...operations: object[]) => ['PATCH', `/Users/${id}`, patchOf(...operations)] as const;
  const bad: [Parameters<typeof scim>[0], string, object | string | undefined, number, string | undefined][] = [
    ['POST', '/Users', '{"userName": ', 400, 'invalidSyntax'],
    ['POST', '/Users', '[]', 400, 'invalidSyntax'],
    ['POST', '/Users', `${'['.repeat(40)}${']'.repeat(40)}`, 400, 'invalidSyntax'],
    ['POST', '/Users', '{"userName":"a","__proto__":{"active":true}}', 400, 'invalidSyntax'],
    ['POST', '/Users', '', 400, 'invalidValue'],
    ['POST', '/Users', { ...user, userName: undefined }, 400, 'invalidValue'],
    ['POST', '/Users', { ...user, userName: 7 }, 400, 'invalidValue'],
    ['POST', '/Users', { ...user, userName: 'b\u0000' }, 400, 'invalidValue'],
    ['POST', '/Users', { ...user, userName: 'x'.repeat(255) }, 400, 'invalidValue'],
    ['POST', '/Users', { ...user, active: 'perhaps' }, 400, 'invalidValue'],
    ['POST', '/Users', { ...user, emails: 'bea' }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'bea' }, 400, 'invalidValue'],
    ['POST', '/Users', { ...user, userName: 'bea@gmail.com' }, 400, 'invalidValue'],
    ['POST', '/Users', { ...user, emails: [{ value: `bea@sub.${domain}`, primary: true }] }, 400, 'invalidValue'],
    ['POST', '/Users', { ...user, displayName: 'x'.repeat(70_000) }, 413, undefined],
    ['POST', '/Users', { ...user, userName: `ADA@${domain}` }, 409, 'uniqueness'],
    ['POST', '/Users', { ...user, emails: [{ value: `ada@${domain}` }] }, 409, 'uniqueness'],
    ['GET', filtered('userName eq'), undefined, 400, 'invalidFilter'],
    ['GET', filtered('(('), undefined, 400, 'invalidFilter'],
    ['GET', filtered(`userName eq "${'x'.repeat(1000)}"`), undefined, 400, 'invalidFilter'],
    ['GET', '/Users/unknown', undefined, 404, undefined],
    ['GET', `/Users/${'x'.repeat(400)}`, undefined, 404, undefined],
    ['GET', '/Groups/1', undefined, 404, undefined],
    ['POST', '/Groups', { displayName: 'All' }, 404, undefined],
    ['POST', '/Bulk', {}, 404, undefined],
    ['PUT', '/Users', user, 404, undefined],
    ['PUT', `/Users/${id}`, '', 400, 'invalidValue'],
    ['PATCH', `/Users/${id}`, { Operations: [] }, 400, 'invalidSyntax'],
    ['PATCH', `/Users/${id}`, { Operations: 'all' }, 400, 'invalidSyntax'],
    [...patch({ op: 'move', path: 'active', value: true }), 400, 'invalidSyntax'],
    [...patch({ op: 'remove' }), 400, 'noTarget'],
    [...patch({ op: 'remove', path: 'active' }), 400, 'invalidValue'],
    [...patch({ op: 'remove', path: 'userName' }), 400, 'invalidValue'],
    [...patch({ op: 'replace', value: 'active' }), 400, 'invalidValue'],
    [...patch({ op: 'replace', path: 'active', value: null }), 400, 'invalidValue'],
    [...patch({ op: 'replace', path: 'emails[type eq "work"', value: 'x' }), 400, 'invalidPath'],
    [...patch({ op: 'replace', path: 'emails[type gt "work"].value', value: 'x' }), 400, 'invalidPath'],
    [...patch({ op: 'replace', path: 'userName', value: 'ada@gmail.com' }), 400, 'invalidValue'],
    [...patch({ op: 'replace', path: 'x'.repeat(300), value: 'x' }), 400, 'invalidPath'],
    [...patch(...Array(101).fill({ op: 'replace', path: 'active', value: true })), 400, 'invalidSyntax'],
  ];
  const before = await rows('select * from organisation_directory_people where organisation_id = $1', [organisationId]);
  for (const [method, path, payload, status, type] of bad) {
    const reply = await scim(method, path, payload);
    const sent = [method, path.slice(0, 80), JSON.stringify(payload)?.slice(0, 120)];
    expect([...sent, reply.status, reply.body.scimType]).toEqual([...sent, status, type]);
    expect(reply.headers['content-type']).toMatch(/^application\/scim\+json/);
    expect(reply.body).toMatchObject({ schemas: [errorSchema], status: String(status), detail: expect.any(String) });
  }
  const plain = await scim('POST', '/Users', JSON.stringify(user), { 'content-type': 'text/plain' });
  expect(plain).toMatchObject({ status: 415, body: { schemas: [errorSchema], status: '415' } });
  expect(
    await rows('select * from organisation_directory_people where organisation_id = $1', [organisationId]),
  ).toEqual(before);
  // Paths to the prototypes of objects are not attributes.
  await scim(...patch({ op: 'add', path: 'name.constructor.prototype.polluted', value: 'x' }));
  await scim(...patch({ op: 'add', value: { 'constructor.prototype.polluted': 'x', '__proto__.polluted': 'x' } }));
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

it('SCIM-04 finds people by filters, the chosen attributes alone, and compares versions', async () => {
  const { scim, addUser, domain } = await organisationWithDirectory(portal);
  // A person of another organisation, whom no filter finds.
  await (await organisationWithDirectory(portal)).addUser('ada', { externalId: 'E-1', displayName: 'Ada L' });
  const [ada, bea] = [await addUser('ada', { externalId: 'E-1', displayName: 'Ada L' }), await addUser('bea')];
  await scim('PATCH', `/Users/${bea}`, patchOf({ op: 'replace', path: 'active', value: false }));
  const found = async (filter: string) =>
    ((await scim('GET', filtered(filter))).body.Resources as { id: string }[]).map(({ id }) => id);
  expect(await found('externalId eq "E-1"')).toEqual([ada]);
  expect(await found('externalId eq "e-1"')).toEqual([]);
  expect(await found(`emails.value eq "ADA@${domain}"`)).toEqual([ada]);
  expect(await found(`emails[type eq "work" and value sw "bea"]`)).toEqual([bea]);
  expect(await found(`id eq "${bea}"`)).toEqual([bea]);
  expect(await found('active eq false')).toEqual([bea]);
  expect(await found('not (active eq true) or displayName co "ada"')).toEqual([ada, bea]);
  expect(await found('userName pr or active eq true')).toEqual([ada, bea]);
  expect(await found('userName pr and name.familyName ew "BOURNE"')).toEqual([ada, bea]);
  expect(await found('meta.lastModified gt "2020-01-01T00:00:00Z" and externalId pr')).toEqual([ada]);
  expect(await found('meta.lastModified lt "2020-01-01T00:00:00Z"')).toEqual([]);
  expect(await found('meta.lastModified lt "never"')).toEqual([]);
  expect(await found('phoneNumbers.value eq "1"')).toEqual([]);
  expect(await found(`userName eq "x' or '1'='1"`)).toEqual([]);
  const chosen = await scim('GET', `/Users/${ada}?attributes=userName,emails.value`);
  expect(Object.keys(chosen.body).toSorted()).toEqual(['emails', 'id', 'schemas', 'userName']);
  expect((await scim('GET', '/Users?excludedAttributes=emails,name')).body.Resources).toEqual([
    expect.not.objectContaining({ emails: expect.anything() }),
    expect.not.objectContaining({ name: expect.anything() }),
  ]);

  const { headers } = await scim('GET', `/Users/${ada}`);
  expect(headers.etag).toBe('W/"1"');
  expect((await scim('GET', `/Users/${ada}`, undefined, { 'if-none-match': 'W/"1"' })).status).toBe(304);
  const change = patchOf({ op: 'replace', path: 'displayName', value: 'Ada' });
  expect((await scim('PATCH', `/Users/${ada}`, change, { 'if-match': 'W/"7"' })).status).toBe(412);
  expect((await scim('DELETE', `/Users/${ada}`, undefined, { 'if-match': 'W/"7"' })).status).toBe(412);
  const changed = await scim('PATCH', `/Users/${ada}`, change, { 'if-match': 'W/"1"' });
  expect(changed.headers.etag).toBe('W/"2"');
  expect((await scim('PATCH', `/Users/${ada}`, change)).headers.etag).toBe('W/"2"');
});

it('SCIM-01 describes itself: Users with PATCH, filters and ETag, no Groups', async () => {
  const { scim } = await organisationWithDirectory(portal);
  expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  });
  const types = await scim('GET', '/ResourceTypes');
  expect(types.body).toMatchObject({ totalResults: 1, Resources: [{ id: 'User', endpoint: '/Users' }] });
  expect((await scim('GET', '/ResourceTypes/User')).body).toEqual((types.body.Resources as object[])[0]);
  const found = await scim('GET', '/Schemas');
  const ids = (found.body.Resources as { id: string }[]).map(({ id }) => id);
  expect(ids[0]).toBe('urn:ietf:params:scim:schemas:core:2.0:User');
  expect(JSON.stringify(found.body)).not.toContain('Group');
  for (const id of ids) expect((await scim('GET', `/Schemas/${id}`)).body.id).toBe(id);
  expect((await scim('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group')).status).toBe(404);
});

it('SCIM-05 refuses more than 500 calls of an organisation in 10 seconds with 429 and Retry-After, others are served', async () => {
  const { scim, id } = await organisationWithDirectory(portal);
  const other = await organisationWithDirectory(portal);
  expect((await scim('GET', '/Users')).status).toBe(200);
  await rows(`update limit_counters set hits = 500 where key = $1`, [`directory-calls:${id}`]);
  // A window that begins in this moment is counted as well.
  await rows(
    `insert into limit_counters (key, window_start, hits, expires_at)
     select $1, to_timestamp((floor(extract(epoch from now()) / 10) + 1) * 10), 500, now() + interval '1 minute'
     on conflict (key, window_start) do update set hits = 500`,
    [`directory-calls:${id}`],
  );
  const rejected = await scim('GET', '/Users');
  expect(rejected).toMatchObject({ status: 429, body: { schemas: [errorSchema], status: '429' } });
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  expect((await other.scim('GET', '/Users')).status).toBe(200);
});

it('SCIM-05 refused tokens of a network lock out no valid one', async () => {
  const { scim } = await organisationWithDirectory(portal);
  await rows(
    `insert into limit_counters (key, window_start, hits, expires_at)
     select 'directory-refused:127.0.0.1', to_timestamp((floor(extract(epoch from now()) / 60) + n) * 60), 60000,
       now() + interval '2 minutes' from generate_series(0, 1) n
     on conflict (key, window_start) do update set hits = 60000`,
  );
  const rejected = await scim('GET', '/Users', undefined, { authorization: `Bearer ${newToken('s')}` });
  expect(rejected).toMatchObject({ status: 429, body: { schemas: [errorSchema], status: '429' } });
  expect((await scim('GET', '/Users')).status).toBe(200);
  await rows(`delete from limit_counters where key like 'directory-refused:%'`);
});

it('SCIM-02 owners see the real state of each person, page by page and by state', async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, addUser, addInside, owner, path } = directory;
  await addInside('ada');
  for (const name of ['ada', 'bea', 'cem', 'dia']) await addUser(name);
  const [cem] = (await scim('GET', filtered('userName sw "cem"'))).body.Resources as { id: string }[];
  await scim('PATCH', `/Users/${cem?.id}`, patchOf({ op: 'replace', path: 'active', value: false }));
  const [invitation] = await rows(`select id from organisation_invitations where email like 'dia@%'`);
  await owner.delete(`${path}/invitations/${invitation.id}`);
  const people = await owner.get<DirectoryPerson[]>(`${path}/directory/people`);
  expect(people.headers['x-total-count']).toBe('4');
  expect(people.body.map(({ name, state }) => [name, state])).toEqual([
    ['ada Fairbourne', 'in'],
    ['bea Fairbourne', 'invited'],
    ['cem Fairbourne', 'inactive'],
    ['dia Fairbourne', 'outside'],
  ]);
  expect((await owner.get<Directory>(`${path}/directory`)).body.people).toEqual({
    in: 1,
    invited: 1,
    outside: 1,
    inactive: 1,
  });
  const invited = await owner.get<DirectoryPerson[]>(`${path}/directory/people?state=invited&page=1&pageSize=1`);
  expect(invited.body.map(({ name }) => name)).toEqual(['bea Fairbourne']);
  expect((await owner.get(`${path}/directory/people?state=gone`)).status).toBe(400);
});
