import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { type Company, connectedCompany } from '#tests/support/company.ts';
import { connectDirectory, patchOf, scimUser } from '#tests/support/directory.ts';
import { type Counterpart, startCounterpart } from '#tests/support/openid.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let counterpart: Counterpart;
let portal: TestPortal;
beforeAll(async () => {
  counterpart = await startCounterpart();
  portal = await createTestPortal({}, { outbound: counterpart.outbound });
});
afterAll(async () => {
  await portal.close();
  await counterpart.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const come = (browser: Client, at: Company, name: string, claims: Record<string, unknown> = {}) =>
  counterpart.come(browser, at.connectionId, at.person(name, claims));
const outcome = (answer: { headers: Record<string, unknown> }) =>
  new URL(String(answer.headers.location), 'http://portal').searchParams.get('outcome');
const found = ({ domain, id }: Company) =>
  rows(
    `select (select count(*)::int from users where email like '%@' || $1) as accounts,
       (select count(*)::int from organisation_people where organisation_id = $2) as people,
       (select count(*)::int from connection_identities i join connections c on c.id = i.connection_id
         where c.organisation_id = $2) as linked`,
    [domain, id],
  );
const inactive = patchOf({ op: 'replace', path: 'active', value: false });

it('SCIM-02 a person missing in the directory is refused at the first sign-in, invited or not, and leaves no account', async () => {
  const company = await connectedCompany(portal, counterpart);
  const scim = await connectDirectory(portal, company);
  expect((await scim('POST', '/Users', scimUser('listed', company.domain))).status).toBe(201);
  const before = await found(company);
  expect(outcome(await come(portal.visitor(), company, 'missing'))).toBe('not-in-directory');
  const invited = await company.owner.post(`${company.path}/invitations`, {
    emails: [`missing@${company.domain}`],
    role: 'learner',
  });
  expect(invited.status).toBe(201);
  const browser = portal.visitor();
  expect(outcome(await come(browser, company, 'missing'))).toBe('not-in-directory');
  expect((await browser.get('/api/user')).status).toBe(401);
  expect(await found(company)).toEqual(before);
});

it('SCIM-02 a person inactive in the directory is refused at the first sign-in, also by a newer invitation, and leaves no account', async () => {
  const company = await connectedCompany(portal, counterpart);
  const scim = await connectDirectory(portal, company);
  const before = await found(company);
  const added = await scim('POST', '/Users', { ...scimUser('ina', company.domain), active: false });
  expect(added.status).toBe(201);
  expect(outcome(await come(portal.visitor(), company, 'ina'))).toBe('not-in-directory');
  await company.owner.post(`${company.path}/invitations`, { emails: [`ina@${company.domain}`], role: 'owner' });
  expect(outcome(await come(portal.visitor(), company, 'ina'))).toBe('not-in-directory');
  expect(await found(company)).toEqual(before);
});

it('SCIM-02 a person whom the directory made inactive is refused although an owner invites them again, until it is active', async () => {
  const company = await connectedCompany(portal, counterpart);
  const scim = await connectDirectory(portal, company);
  const { body } = await scim('POST', '/Users', scimUser('ida', company.domain));
  expect((await come(portal.visitor(), company, 'ida')).headers.location).toBe('/');
  expect((await scim('PATCH', `/Users/${body.id}`, inactive)).status).toBe(200);
  await company.owner.post(`${company.path}/invitations`, { emails: [`ida@${company.domain}`], role: 'learner' });
  expect(outcome(await come(portal.visitor(), company, 'ida'))).toBe('not-in-directory');
  const active = patchOf({ op: 'replace', path: 'active', value: true });
  expect((await scim('PATCH', `/Users/${body.id}`, active)).status).toBe(200);
  expect(outcome(await come(portal.visitor(), company, 'ida'))).not.toBe('not-in-directory');
});

it('SCIM-02 the claim that the owner names for the directory, oid or sub, meets its record by externalId, whatever the address', async () => {
  for (const directoryClaim of ['oid', 'sub'] as const) {
    const company = await connectedCompany(portal, counterpart, { directoryClaim });
    const scim = await connectDirectory(portal, company);
    const subject = company.person('ulla.married').sub;
    const externalId = directoryClaim === 'oid' ? 'object-of-ulla' : subject;
    const { body } = await scim('POST', '/Users', { ...scimUser('ulla', company.domain), externalId });
    const other = directoryClaim === 'oid' ? { oid: 'object-of-another' } : { oid: externalId };
    expect(outcome(await come(portal.visitor(), company, 'stranger', other)), directoryClaim).toBe('not-in-directory');
    const browser = portal.visitor();
    const claims = directoryClaim === 'oid' ? { oid: externalId } : {};
    expect((await come(browser, company, 'ulla.married', claims)).headers.location).toBe('/');
    // The account is that of the record, which the directory made with its own address.
    expect((await browser.get('/api/user')).body).toMatchObject({ email: `ulla@${company.domain}` });
    expect((await scim('PATCH', `/Users/${body.id}`, inactive)).status).toBe(200);
    expect((await browser.get('/api/user')).status).toBe(401);
  }
});
