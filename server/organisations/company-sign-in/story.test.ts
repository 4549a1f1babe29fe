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
