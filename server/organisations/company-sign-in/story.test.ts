import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectedCompany } from '#tests/support/company.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
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

it('SSO-01 SSO-03 SSO-08 an owner connects, tests and offers a provider; a newcomer comes in as a learner', async () => {
  const company = await connectedCompany(portal, counterpart);
  const shown = await company.show();
  expect(shown).toMatchObject({ state: 'active', affected: { outside: 1 }, test: { works: true, isOwn: true } });
  expect(JSON.stringify(shown)).not.toContain(counterpart.clientSecret);
  expect(await rows('select * from connection_identities')).toEqual([]);
  const browser = portal.visitor();
  const found = await browser.post('/api/sso/find', { email: `Iona+x@${company.domain.toUpperCase()}` });
  expect(found.body.connection).toMatchObject({ connectionId: company.connectionId, isRequired: false });
  const back = await counterpart.come(browser, company.connectionId, company.person('Iona'), '?returnTo=/browse');
  expect(back.headers.location).toBe('/browse');
  expect((await browser.get('/api/user')).body).toMatchObject({ email: `Iona@${company.domain}`, emailVerified: true });
  expect((await browser.get('/api/user/organisation')).body).toMatchObject({ id: company.id, role: 'learner' });
  await expectInvariants(portal.database);
});

it('SSO-08 a newcomer joins while registration is for invited people alone, or for other domains', async () => {
  const company = await connectedCompany(portal, counterpart);
  const administrator = await portal.administrator();
  for (const registration of ['invited', 'domains'] as const) {
    const chosen = { registration, registrationDomains: registration === 'domains' ? ['elsewhere.example'] : [] };
    expect((await administrator.put('/api/admin/portal-settings', chosen)).status).toBe(200);
    const email = `${registration}@${company.domain}`;
    const form = { firstName: 'A', lastName: 'B', password: 'portal-demo', email };
    expect((await portal.visitor().post('/api/register', form)).status).toBe(403);
    const browser = portal.visitor();
    expect((await counterpart.come(browser, company.connectionId, company.person(registration))).headers.location).toBe(
      '/',
    );
    expect((await browser.get('/api/user/organisation')).body).toMatchObject({ id: company.id, role: 'learner' });
  }
  await administrator.put('/api/admin/portal-settings', { registration: 'open', registrationDomains: [] });
});

it('SSO-05 closing the organisation unlinks its people, ends their sessions and mails the private address', async () => {
  const company = await connectedCompany(portal, counterpart);
  const browser = portal.visitor();
  await counterpart.come(browser, company.connectionId, company.person('Juno'));
  const { id: userId } = (await browser.get('/api/user')).body;
  await rows(`insert into private_addresses (user_id, email) values ($1, 'juno@home.example')`, [userId]);
  const closed = await company.owner.send({
    method: 'DELETE',
    url: company.path,
    payload: { name: 'Northmere Council' },
  });
  expect(closed.status).toBe(200);
  expect((await browser.get('/api/user')).status).toBe(401);
  expect(await rows('select from connection_identities where user_id = $1', [userId])).toEqual([]);
  const start = await portal.visitor().get(`/api/sso/${company.connectionId}/start`);
  expect([start.status, start.body.code]).toEqual([404, 'connections.not-found']);
  await portal.runJobs();
  expect(portal.sentMails.findLast(({ to }) => to === 'juno@home.example')?.text).toContain('token=');
  await expectInvariants(portal.database);
});

it('SSO-06 takes an address with capitals and a plus tag for one of the domain, whatever its case is later', async () => {
  const company = await connectedCompany(portal, counterpart);
  const browser = portal.visitor();
  const email = `Gudrun+Learning@${company.domain.toUpperCase()}`;
  await counterpart.come(browser, company.connectionId, company.person('Gudrun', { email }));
  expect((await browser.get('/api/user')).body).toMatchObject({ email });
  const again = portal.visitor();
  const lower = company.person('Gudrun', { email: email.toLowerCase() });
  await counterpart.come(again, company.connectionId, lower);
  expect((await again.get('/api/user')).body.id).toBe((await browser.get('/api/user')).body.id);
  const another = company.person('Another', { email: email.toLowerCase() });
  expect((await counterpart.come(portal.visitor(), company.connectionId, another)).headers.location).toBe(
    '/auth?view=link',
  );
});
