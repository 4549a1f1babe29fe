import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appointAdministrator } from '#server/identity/sign-in/admin-actions.ts';
import type { Client } from '#tests/support/client.ts';
import { type Company, connectedCompany } from '#tests/support/company.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Counterpart, startCounterpart } from '#tests/support/openid.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const password = 'portal-demo';

let counterpart: Counterpart;
let portal: TestPortal;
let company: Company;
beforeAll(async () => {
  counterpart = await startCounterpart();
  portal = await createTestPortal({}, { outbound: counterpart.outbound });
  company = await connectedCompany(portal, counterpart);
});
afterAll(async () => {
  await portal.close();
  await counterpart.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const isSignedIn = async (browser: Client) => (await browser.get('/api/user')).status === 200;
const code = async (answer: Promise<{ body: { code?: unknown } }>) => (await answer).body.code;
const come = (browser: Client, name: string) =>
  counterpart.come(browser, company.connectionId, company.person(name), '');

/** A person of the company, signed in through it. */
async function newcomer(name: string) {
  const browser = portal.visitor();
  expect((await come(browser, name)).headers.location).toBe('/');
  const { body } = await browser.get('/api/user');
  return Object.assign(browser, { userId: Number(body.id), email: String(body.email) });
}

/** A person of the company with a password and a second factor beside the company's sign-in. */
async function withSecondFactor(name: string) {
  const member = await portal.member();
  const email = `${name}@${company.domain}`;
  await rows('update users set email = $2, email_verified_at = now() where id = $1', [member.userId, email]);
  const { secret } = (await member.post('/api/user/two-factor/setup')).body as { secret: string };
  const enabled = await member.post('/api/user/two-factor/enable', {
    code: TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: Date.now() }),
  });
  const [first = '', ...codes] = (enabled.body as { recoveryCodes: string[] }).recoveryCodes;
  const browser = portal.visitor();
  expect((await come(browser, name)).headers.location).toBe('/auth?view=link');
  const linked = await browser.post('/api/sso/pending/password', { password, code: first });
  expect(linked.body).toEqual({ next: '/' });
  return Object.assign(browser, { userId: member.userId, email, byPassword: member, codes });
}

const give = async (userId: number, role: 'administrator' | 'user') => {
  const administrator = await portal.administrator();
  const bulk = { userIds: [userId], updates: { role } };
  expect((await administrator.put('/api/users/bulk', bulk)).status).toBe(200);
};

it('SSO-07 a new administrator is signed out of sessions through an organisation’s connection, and of no others', async () => {
  const person = await withSecondFactor('olga');
  const colleague = await newcomer('otto');
  await give(person.userId, 'administrator');
  expect(await isSignedIn(person)).toBe(false);
  expect((await person.get('/api/users')).status).toBe(401);
  expect((await person.byPassword.get('/api/users')).status).toBe(200);
  expect(await isSignedIn(colleague)).toBe(true);
  await expectInvariants(portal.database);
  await give(person.userId, 'user');
  expect(await isSignedIn(person)).toBe(false);
});

it('SSO-07 a session through an organisation’s connection opens nothing for an administrator whom an earlier version appointed', async () => {
  const person = await newcomer('pavel');
  await rows(`update users set role = 'administrator' where id = $1`, [person.userId]);
  expect(await isSignedIn(person)).toBe(false);
  await rows(`update users set role = 'user' where id = $1`, [person.userId]);
  expect(await isSignedIn(person)).toBe(true);
});

it('SSO-07 npm run administrator ends the sessions that came through an organisation’s connection', async () => {
  const person = await newcomer('paula');
  const origin = { ip: 'console', requestId: randomUUID() };
  await portal.database.transaction((db) =>
    appointAdministrator({ db, now: new Date(), actor: null, origin }, person.email, portal.env.publicUrl),
  );
  expect(await isSignedIn(person)).toBe(false);
  await expectInvariants(portal.database);
  await give(person.userId, 'user');
});

it('SSO-07 a sign-in that waits for a code, a choice or a proof ends when its account becomes an administrator’s', async () => {
  const person = await withSecondFactor('quinn');
  const coded = portal.visitor();
  expect((await come(coded, 'quinn')).headers.location).toBe('/auth?view=code');
  const choosing = await portal.member();
  expect((await come(choosing, 'quinn')).headers.location).toBe('/auth?view=switch');
  await give(person.userId, 'administrator');
  expect(await rows('select from connection_pending where user_id = $1', [person.userId])).toEqual([]);
  const byCode = coded.post('/api/auth/google/code', { code: person.codes[0] });
  expect(await code(byCode)).toBe('accounts.sign-in-step-ended');
  expect(await code(choosing.post('/api/sso/pending/switch'))).toBe('connections.link-ended');
  expect(await isSignedIn(coded)).toBe(false);
  await give(person.userId, 'user');
});

it('SSO-07 neither a code nor a choice opens an administrator’s account through an organisation’s connection', async () => {
  const person = await withSecondFactor('rosa');
  const coded = portal.visitor();
  expect((await come(coded, 'rosa')).headers.location).toBe('/auth?view=code');
  const choosing = await portal.member();
  expect((await come(choosing, 'rosa')).headers.location).toBe('/auth?view=switch');
  // The role was given while the sign-ins began to wait.
  await rows(`update users set role = 'administrator' where id = $1`, [person.userId]);
  const [recovery] = person.codes;
  expect(await code(coded.post('/api/auth/google/code', { code: recovery }))).toBe('connections.administrator');
  expect(await code(choosing.post('/api/sso/pending/switch'))).toBe('connections.administrator');
  expect(await isSignedIn(coded)).toBe(false);
  expect((await choosing.get('/api/user')).body.id).toBe(choosing.userId);
  await rows(`update users set role = 'user' where id = $1`, [person.userId]);
  expect((await coded.post('/api/auth/google/code', { code: recovery })).status).toBe(200);
});
