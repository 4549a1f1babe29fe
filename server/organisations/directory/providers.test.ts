import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  type DirectoryOrganisation,
  filtered,
  organisationWithDirectory,
  patchOf,
  scimUser,
} from '#tests/support/directory.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

// The requests are those of Microsoft's pages on SCIM and its compatibility flags, and of Okta's reference of SCIM 2.0
// with its public suites SPEC and CRUD.

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
});
afterEach(() => expectInvariants(portal.database));
afterAll(() => portal.close());

const scimType = /^application\/scim\+json/;
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const invitationsOf = async ({ id }: DirectoryOrganisation) =>
  (
    await portal.database.pool.query(
      'select email from organisation_invitations where organisation_id = $1 order by 1',
      [id],
    )
  ).rows.map(({ email }) => email);

/** Adds a person as Entra does: checks the connection, looks for the person by the attribute that it matches, then adds. */
async function addAsEntra(directory: DirectoryOrganisation, name: string) {
  const { scim, domain } = directory;
  expect(await scim('GET', filtered(`userName eq "${randomUUID()}"`))).toMatchObject({
    status: 200,
    body: { schemas: [listSchema], totalResults: 0, Resources: [], startIndex: 1 },
  });
  const byEmail = filtered(`emails[type eq "work"].value eq "${name}@${domain}"`);
  expect((await scim('GET', byEmail)).body.totalResults).toBe(0);
  const sent = {
    ...scimUser(name, domain),
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
    externalId: randomUUID(),
    displayName: 'Ines Fairbourne',
    title: 'Officer',
    preferredLanguage: 'en-GB',
    addresses: [{ type: 'work', formatted: 'Northmere', primary: true }],
    phoneNumbers: [{ type: 'mobile', value: '+44 1632 960001' }],
    [enterprise]: { department: 'Housing', employeeNumber: '701' },
    meta: { resourceType: 'User' },
    roles: [],
  };
  const added = await scim('POST', '/Users', sent);
  expect(added.status).toBe(201);
  expect(added.headers['content-type']).toMatch(scimType);
  expect(added.headers.location).toBe((added.body.meta as { location: string }).location);
  const { userName, externalId, name: parts, emails, active } = sent;
  expect(added.body).toMatchObject({ userName, externalId, name: parts, emails, active });
  expect(added.body).not.toHaveProperty('title');
  expect((await scim('GET', byEmail)).body).toMatchObject({ totalResults: 1, Resources: [{ id: added.body.id }] });
  return String(added.body.id);
}

it("SCIM-04 takes Entra's default: capitals, a path each, False as text; unknown attributes change nothing", async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain } = directory;
  const id = await addAsEntra(directory, 'ines');
  expect(await invitationsOf(directory)).toEqual([`ines@${domain}`]);
  const changed = await scim(
    'PATCH',
    `/Users/${id}`,
    patchOf(
      { op: 'Replace', path: 'displayName', value: 'Ines Ashdown' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: `ines.ashdown@${domain}` },
      { op: 'Replace', path: 'name.givenName', value: 'Inés' },
      { op: 'Add', path: 'name.familyName', value: 'Ashdown' },
      { op: 'Replace', path: 'externalId', value: 'a-new-one' },
      { op: 'Add', path: 'nickName', value: 'Nessie' },
      { op: 'Replace', path: `${enterprise}:employeeNumber`, value: '702' },
      { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '+44 1632 960002' },
      { op: 'Add', path: 'roles[primary eq "True"].value', value: 'reader' },
    ),
  );
  expect(changed).toMatchObject({
    status: 200,
    body: {
      displayName: 'Ines Ashdown',
      name: { givenName: 'Inés', familyName: 'Ashdown' },
      emails: [{ value: `ines.ashdown@${domain}`, type: 'work', primary: true }],
      externalId: 'a-new-one',
      userName: `ines@${domain}`,
    },
  });
  // The invitation of a person outside follows the address.
  expect(await invitationsOf(directory)).toEqual([`ines.ashdown@${domain}`]);

  const off = await scim('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: 'False' }));
  expect(off).toMatchObject({ status: 200, body: { active: false } });
  expect(await invitationsOf(directory)).toEqual([]);
  expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ id, active: false });
  expect((await scim('GET', filtered(`userName eq "INES@${domain}"`))).body.totalResults).toBe(1);
  const on = await scim('PATCH', `/Users/${id}`, patchOf({ op: 'Add', path: 'active', value: 'True' }));
  expect(on.body).toMatchObject({ active: true });
  expect(await invitationsOf(directory)).toEqual([`ines.ashdown@${domain}`]);

  // Deleted in Entra for good, after 30 days.
  expect(await scim('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: {} });
  expect(await scim('GET', `/Users/${id}`)).toMatchObject({
    status: 404,
    body: { schemas: [errorSchema], status: '404' },
  });
  expect(await invitationsOf(directory)).toEqual([]);
  await addAsEntra(directory, 'ines');
});

it('SCIM-04 takes Entra with aadOptscim062020: objects without a path, keys that are paths', async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain } = directory;
  const id = await addAsEntra(directory, 'kofi');
  const changed = await scim(
    'PATCH',
    `/Users/${id}?aadOptscim062020`,
    patchOf(
      { op: 'replace', path: 'emails[type eq "work"].value', value: `kofi.ashdown@${domain}` },
      {
        op: 'replace',
        value: {
          displayName: 'Kofi Ashdown',
          'name.givenName': 'Kofi',
          'name.familyName': 'Ashdown',
          [`${enterprise}:employeeNumber`]: '801',
        },
      },
    ),
  );
  expect(changed.body).toMatchObject({
    displayName: 'Kofi Ashdown',
    name: { givenName: 'Kofi', familyName: 'Ashdown' },
    emails: [{ value: `kofi.ashdown@${domain}` }],
  });
  const off = await scim('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }));
  expect(off).toMatchObject({ status: 200, body: { active: false } });
  expect(await invitationsOf(directory)).toEqual([]);
});

/** The steps that both kinds of Okta's apps begin with. */
async function addAsOkta({ scim, domain }: DirectoryOrganisation, name: string) {
  const userAgent = { 'user-agent': 'Okta SCIM Client 1.0.0', accept: 'application/scim+json' };
  const found = `${filtered(`userName eq "${name}@${domain}"`)}&startIndex=1&count=100`;
  expect((await scim('GET', found, undefined, userAgent)).body).toMatchObject({
    schemas: [listSchema],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  });
  const sent = scimUser(name, domain, {
    displayName: 'Mira Tollander',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: 'never kept',
  });
  const added = await scim('POST', '/Users', sent, { ...userAgent, 'content-type': 'application/json' });
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({
    userName: sent.userName,
    active: true,
    name: sent.name,
    externalId: sent.externalId,
  });
  expect(JSON.stringify(added.body)).not.toContain('never kept');
  expect(await scim('POST', '/Users', sent, userAgent)).toMatchObject({
    status: 409,
    body: { schemas: [errorSchema], status: '409', scimType: 'uniqueness' },
  });
  return { id: String(added.body.id), sent };
}

it("SCIM-04 takes Okta's gallery apps: a filter, POST, PUT whole, PATCH of active without a path", async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain } = directory;
  const { id, sent } = await addAsOkta(directory, 'mira');
  const read = await scim('GET', `/Users/${id}`);
  const whole = { ...read.body, name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' }, groups: [] };
  expect(await scim('PUT', `/Users/${id}`, whole)).toMatchObject({
    status: 200,
    body: { id, userName: sent.userName, name: { givenName: 'Another', familyName: 'User' }, emails: sent.emails },
  });
  const off = await scim('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }));
  expect(off).toMatchObject({ status: 200, body: { id, active: false } });
  expect(await invitationsOf(directory)).toEqual([]);
  const on = await scim('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: true } }));
  expect(on.body.active).toBe(true);
  expect(await invitationsOf(directory)).toEqual([`mira@${domain}`]);
});

it("SCIM-04 takes Okta's custom apps: PUT whole for each change, deactivation too", async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim } = directory;
  const { id, sent } = await addAsOkta(directory, 'tavia');
  const { body } = await scim('GET', filtered(`userName eq "${sent.userName}"`));
  const [known] = body.Resources as { id: string }[];
  expect(known?.id).toBe(id);
  const off = await scim('PUT', `/Users/${id}`, { ...sent, id, active: false, meta: { resourceType: 'User' } });
  expect(off).toMatchObject({ status: 200, body: { id, active: false, userName: sent.userName } });
  expect(await invitationsOf(directory)).toEqual([]);
  // Without `active`, PUT leaves the state as it is.
  const { active: _, ...silent } = sent;
  expect((await scim('PUT', `/Users/${id}`, { ...silent, displayName: 'Tavia' })).body).toMatchObject({
    active: false,
    displayName: 'Tavia',
  });
  expect((await scim('PUT', `/Users/${id}`, { ...sent, active: true })).body.active).toBe(true);
  expect(await invitationsOf(directory)).toEqual([sent.userName]);
});

it("SCIM-04 passes Okta's suite SPEC: pages, unknown people, the case of a userName, Groups", async () => {
  const directory = await organisationWithDirectory(portal);
  const { scim, domain } = directory;
  for (const name of ['ada', 'bea', 'cem']) await directory.addUser(name);
  const page = await scim('GET', '/Users?count=1&startIndex=1');
  expect(page.body).toMatchObject({ schemas: [listSchema], itemsPerPage: 1, startIndex: 1, totalResults: 3 });
  const [first] = page.body.Resources as { id: string }[];
  expect(first).toMatchObject({ name: { givenName: 'ada', familyName: 'Fairbourne' }, active: true });
  expect((await scim('GET', `/Users/${first?.id}`)).body).toEqual(first);
  const rest = await scim('GET', '/Users?count=100&startIndex=2');
  expect((rest.body.Resources as { userName: string }[]).map(({ userName }) => userName)).toEqual([
    `bea@${domain}`,
    `cem@${domain}`,
  ]);
  expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 3, Resources: [] });
  expect((await scim('GET', '/Users?startIndex=-3&count=-1')).body).toMatchObject({ startIndex: 1, Resources: [] });
  expect((await scim('GET', '/Users/010101001010101011001010101011')).status).toBe(404);
  expect((await scim('GET', filtered(`userName eq "BEA@${domain.toUpperCase()}"`))).body.totalResults).toBe(1);
  const groups = await scim(
    'GET',
    `/Groups?startIndex=1&count=100&filter=${encodeURIComponent('displayName eq "All"')}`,
  );
  expect(groups).toMatchObject({ status: 200, body: { schemas: [listSchema], totalResults: 0, Resources: [] } });
});
