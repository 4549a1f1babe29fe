import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { startTestIdentity, type TestIdentity } from '#tests/support/identity.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let identity: TestIdentity;
let portal: TestPortal;
let administrator: Client;
let member: Client;
beforeAll(async () => {
  identity = await startTestIdentity('http://portal.test');
  portal = await createTestPortal({}, { identityProvider: identity.provider });
  administrator = await portal.administrator();
  member = await portal.member();
});
beforeEach(() => administrator.put('/api/admin/portal-settings', { registration: 'open' }));
afterAll(async () => {
  await portal.close();
  await identity.close();
});

const people = async () => (await portal.database.pool.query('select count(*)::integer as n from users')).rows[0].n;
const register = (email: string) =>
  portal.visitor().post('/api/register', {
    firstName: 'Iona',
    lastName: 'Castellane',
    password: 'portal-demo',
    organization: '',
    email,
  });

it('SETUP-07 refuses every registration when it is by invitation only, of addresses with an account too', async () => {
  await administrator.put('/api/admin/portal-settings', { registration: 'invited' });
  const before = await people();
  for (const email of ['new@example.org', String((await member.get('/api/user')).body.email)]) {
    const { status, body } = await register(email);
    expect([status, body.message]).toEqual([403, 'Registration is by invitation only.']);
  }
  expect(await people()).toBe(before);
  expect((await member.get('/api/user')).status).toBe(200);
  const invited = { email: 'invited@example.org', firstName: 'A', lastName: 'B', password: 'portal-demo' };
  expect((await administrator.post('/api/users', invited)).status).toBe(201);
});

it('SETUP-07 lets only addresses of the listed domains register, compared without regard to case', async () => {
  const registrationDomains = ['northmere.example'];
  await administrator.put('/api/admin/portal-settings', { registration: 'domains', registrationDomains });
  const before = await people();
  for (const email of [
    'a@example.org',
    'a@evil-northmere.example',
    'a@sub.northmere.example',
    'a@northmere.example.org',
  ]) {
    const { status, body } = await register(email);
    expect([status, body.message]).toEqual([403, 'Registration is open to certain organisations only.']);
  }
  expect(await people()).toBe(before);
  expect((await register('Iona@NORTHMERE.example')).status).toBe(201);
});

it('SETUP-07 refuses a Google sign-in of an unknown address by the same rule, and lets members in', async () => {
  await identity.come(portal.visitor(), { email: 'known@example.org' });
  const email = String((await member.get('/api/user')).body.email);
  const before = await people();
  for (const [settings, address, code] of [
    [{ registration: 'invited' }, 'new@northmere.example', 'invitation-only'],
    [{ registration: 'domains', registrationDomains: ['northmere.example'] }, 'new@example.org', 'domain-closed'],
  ] as const) {
    await administrator.put('/api/admin/portal-settings', settings);
    const browser = portal.visitor();
    const rejected = await identity.come(browser, { email: address });
    expect([rejected.status, rejected.body.code]).toEqual([403, `accounts.${code}`]);
    expect((await browser.get('/api/user')).status).toBe(401);
    for (const known of ['known@example.org', email]) {
      expect((await identity.come(portal.visitor(), { email: known })).status).toBe(302);
    }
    expect(await people()).toBe(before);
  }
  const browser = portal.visitor();
  await identity.come(browser, { email: 'new@northmere.example' });
  expect((await browser.get('/api/user')).body.email).toBe('new@northmere.example');
});
