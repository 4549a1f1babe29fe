import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { type Company, connectedCompany } from '#tests/support/company.ts';
import { startTestIdentity, type TestIdentity } from '#tests/support/identity.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { queueBehind } from '#tests/support/locks.ts';
import { type Counterpart, startCounterpart } from '#tests/support/openid.ts';
import { addPasskey, signInWith } from '#tests/support/passkeys.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { runTask } from '#tests/support/rounds.ts';
import { insertTool, tokenFor } from '#tests/support/tools.ts';

const html = { accept: 'text/html' };
const password = 'portal-demo';
const origin = 'http://localhost:3000';

let counterpart: Counterpart;
let google: TestIdentity;
let portal: TestPortal;
beforeAll(async () => {
  counterpart = await startCounterpart();
  google = await startTestIdentity(origin);
  const outside = { outbound: counterpart.outbound, identityProvider: google.provider };
  portal = await createTestPortal({ PUBLIC_URL: origin }, outside);
});
afterAll(async () => {
  await portal.close();
  await counterpart.close();
  await google.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const outcome = (answer: { headers: Record<string, unknown> }) =>
  new URL(String(answer.headers.location), 'http://portal').searchParams.get('outcome');
const code = async (answer: Promise<{ body: { code?: unknown } }>) => (await answer).body.code;
const isSignedIn = async (browser: Client) => (await browser.get('/api/user')).status === 200;

/**
 * Gives an account an email address in the company's domain and, unless the role is null, a membership.
 * @returns the address
 */
async function moveIn(company: Company, userId: number, name: string, role: 'owner' | 'learner' | null) {
  const email = `${name}@${company.domain}`;
  await rows('update users set email = $2, email_verified_at = now() where id = $1', [userId, email]);
  if (role) {
    await rows(
      'insert into organisation_people (user_id, organisation_id, role) values ($1, $2, $3) on conflict do nothing',
      [userId, company.id, role],
    );
  }
  return email;
}

/** Switches a second factor on. @returns recovery codes */
async function guard(member: Client): Promise<string[]> {
  const { secret } = (await member.post('/api/user/two-factor/setup')).body as { secret: string };
  const { body } = await member.post('/api/user/two-factor/enable', { code: codeOf(secret) });
  return (body as { recoveryCodes: string[] }).recoveryCodes;
}
const codeOf = (secret: string) => TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: Date.now() });

/**
 * Prepares a company that can require its sign-in: its owner came through the connection, and a second owner has a
 * second factor for emergencies.
 */
async function requiredCompany() {
  const company = await connectedCompany(portal, counterpart);
  const ownerEmail = await moveIn(company, company.owner.userId, 'ines', null);
  const boss = portal.visitor();
  const begun = await counterpart.come(boss, company.connectionId, company.person('ines'));
  expect(begun.headers.location).toBe('/auth?view=link');
  expect((await boss.post('/api/sso/pending/password', { password })).body).toEqual({ next: '/' });
  const kofi = await portal.member();
  const codes = await guard(kofi);
  const kofiEmail = await moveIn(company, kofi.userId, 'kofi', 'owner');
  return { company, boss, kofi, kofiEmail, codes, ownerEmail };
}

/** Adds a connection of the portal to the same provider. @returns its id */
async function portalConnection(): Promise<string> {
  const { issuer, clientId, clientSecret } = counterpart;
  const form = { name: 'Staff account', issuer, clientId, clientSecret };
  const { body } = await (await portal.administrator()).post('/api/admin/connections', form);
  counterpart.allow(String(body.redirectAddress));
  await rows(`update connections set state = 'active', activated_at = now() where id = $1`, [body.id]);
  return String(body.id);
}

describe('a required company sign-in', () => {
  it('SSO-10 only an owner who signed in through the connection can require it, and another owner must keep another way in', async () => {
    const { company, boss, kofi } = await requiredCompany();
    const path = `${company.connectionPath}/enforce`;
    const ids = { emergencyOwnerIds: [kofi.userId] };
    expect(await code(company.owner.post(path, ids))).toBe('connections.enforce-through');
    expect(await code(boss.post(path, { emergencyOwnerIds: [company.owner.userId] }))).toBe(
      'connections.emergency-owner',
    );
    expect((await boss.post(path, { emergencyOwnerIds: [] })).status).toBe(400);
    expect((await company.show()).state).toBe('active');
    expect((await boss.post(path, ids)).body).toMatchObject({
      state: 'enforced',
      enforcedBy: 'Mira Tollander',
      isOwnWay: true,
    });
    await portal.runJobs();
    expect(
      portal.sentMails.filter(({ subject }) => subject === 'Fairbourne account is required of your people'),
    ).toHaveLength(2);
    await expectInvariants(portal.database);
  });

  it('SSO-10 a required sign-in refuses every other way by the domain alone, ends other sessions, and says so in invitations', async () => {
    const { company, boss, kofi, kofiEmail, ownerEmail } = await requiredCompany();
    const learner = await portal.member();
    const email = await moveIn(company, learner.userId, 'lena', 'learner');
    const outside = await portal.member();
    expect(await isSignedIn(company.owner)).toBe(true);
    await boss.post(`${company.connectionPath}/enforce`, { emergencyOwnerIds: [kofi.userId] });
    for (const one of [learner, company.owner, kofi]) expect(await isSignedIn(one)).toBe(false);
    for (const one of [boss, outside]) expect(await isSignedIn(one)).toBe(true);
    const visitor = portal.visitor();
    for (const address of [email, ownerEmail, kofiEmail, `Anyone+x@${company.domain.toUpperCase()}`]) {
      const rejected = await visitor.post('/api/login', { email: address, password });
      expect([rejected.status, rejected.body.code], address).toEqual([403, 'connections.company-required']);
      expect(rejected.body.message).toContain('Fairbourne account');
      expect(rejected.body.connection).toEqual({ connectionId: company.connectionId, name: 'Fairbourne account' });
      expect(await code(visitor.post('/api/forgot-password', { email: address }))).toBe('connections.company-required');
      const form = { firstName: 'A', lastName: 'B', password, email: address };
      expect(await code(visitor.post('/api/register', form))).toBe('connections.company-required');
    }
    expect((await visitor.post('/api/sso/find', { email })).body.connection).toMatchObject({ isRequired: true });
    await boss.post(`${company.path}/invitations`, {
      emails: [`new@${company.domain}`, 'new@outside.example'],
      role: 'learner',
    });
    await portal.runJobs();
    const textTo = (to: string) => portal.sentMails.findLast((one) => one.to === to)?.text;
    expect(textTo(`new@${company.domain}`)).toContain('Open the invitation and continue with Fairbourne account.');
    expect(textTo(`new@${company.domain}`)).not.toContain('register');
    expect(textTo('new@outside.example')).toContain('sign in or register with this address');
    const tokenIn = (to: string) => {
      const mail = portal.sentMails.findLast((one) => one.to === to);
      return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    };
    const inside = await visitor.post('/api/invitations/open', { token: tokenIn(`new@${company.domain}`) });
    expect(inside.body.company).toMatchObject({ connectionId: company.connectionId, name: 'Fairbourne account' });
    expect(
      (await visitor.post('/api/invitations/open', { token: tokenIn('new@outside.example') })).body.company,
    ).toBeNull();
  });

  it('SSO-10 a required sign-in refuses Google and a connection of the portal, at once or after the code, and names itself for the button', async () => {
    const { company, boss, kofi } = await requiredCompany();
    const [lena, mona] = [await portal.member(), await portal.member()];
    const codes = await guard(mona);
    const people = [
      { name: 'lena', email: await moveIn(company, lena.userId, 'lena', 'learner'), userId: lena.userId },
      { name: 'mona', email: await moveIn(company, mona.userId, 'mona', 'learner'), userId: mona.userId },
    ];
    const staff = await portalConnection();
    const atStaff = (name: string) => company.person(name, { email_verified: true });
    for (const { name, email, userId } of people) {
      expect((await google.come(portal.visitor(), { email })).status).toBe(302);
      await rows(
        `insert into connection_identities (connection_id, user_id, issuer, subject, email)
         select $1, $2, issuer, $3, $4 from connections where id = $1`,
        [staff, userId, atStaff(name).sub, email],
      );
    }
    await boss.post(`${company.connectionPath}/enforce`, { emergencyOwnerIds: [kofi.userId] });

    const rejection = new URLSearchParams({
      outcome: 'company-required',
      company: 'Fairbourne account',
      connection: company.connectionId,
    });
    const browser = portal.visitor();
    const byGoogle = await browser.get(await google.choose(browser, { email: people[0]?.email ?? '' }), html);
    expect(byGoogle.headers.location).toBe(`/auth?${rejection}`);
    for (const name of ['lena', 'newcomer']) {
      expect((await counterpart.come(browser, staff, atStaff(name))).headers.location).toBe(`/auth?${rejection}`);
    }
    expect(await rows('select from users where email = $1', [`newcomer@${company.domain}`])).toEqual([]);
    const ways = [
      (visitor: Client) => google.come(visitor, { email: people[1]?.email ?? '' }),
      (visitor: Client) => counterpart.come(visitor, staff, atStaff('mona')),
    ];
    for (const [index, come] of ways.entries()) {
      expect((await come(browser)).headers.location).toBe('/auth?view=code');
      const rejected = await browser.post('/api/auth/google/code', { code: codes[index] });
      expect([rejected.status, rejected.body.code]).toEqual([403, 'connections.company-required']);
      expect(rejected.body.connection).toEqual({ connectionId: company.connectionId, name: 'Fairbourne account' });
    }
    expect(await isSignedIn(browser)).toBe(false);
    await rows('delete from connections where id = $1', [staff]);
  });

  it('SSO-10 a token of a tool ends with the requirement unless its session came through the connection', async () => {
    const { company, boss, kofi } = await requiredCompany();
    const tool = await insertTool(portal.database);
    const lena = await portal.member();
    const tokens = { other: await tokenFor(lena, tool), own: await tokenFor(boss, tool) };
    const statusOf = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await portal.app.inject({ url: '/api/tool-session', headers })).statusCode;
    };
    await boss.post(`${company.connectionPath}/enforce`, { emergencyOwnerIds: [kofi.userId] });
    expect([await statusOf(tokens.other), await statusOf(tokens.own)]).toEqual([200, 200]);
    // Its session was not ended by the requirement, under which it comes only now.
    await moveIn(company, lena.userId, 'lena', 'learner');
    expect([await statusOf(tokens.other), await statusOf(tokens.own)]).toEqual([401, 200]);
  });

  it('SSO-11 under a required sign-in no password confirms who one is; a second factor or a mailed code does', async () => {
    const { company, boss, kofi } = await requiredCompany();
    const confirm = (proof: object) => boss.post('/api/user/confirm', proof);
    expect((await confirm({ password })).status).toBe(200);
    await boss.post(`${company.connectionPath}/enforce`, { emergencyOwnerIds: [kofi.userId] });
    for (const proof of [{ password }, {}, { password, code: '123456' }]) {
      expect(await code(confirm(proof))).toBe('connections.company-required');
    }
    expect(await code(confirm({ mailedCode: 'AAAAA-AAAAA' }))).toBe('accounts.wrong-code');
    expect(await code(boss.post('/api/user/confirm/mail'))).toBeUndefined();
    const codes = await guard(boss);
    expect(await code(confirm({ password }))).toBe('accounts.second-factor-required');
    expect(await code(confirm({ mailedCode: 'AAAAA-AAAAA' }))).toBe('accounts.second-factor-required');
    expect((await confirm({ code: codes[0] })).status).toBe(200);
  });

  it('SSO-10 a mailed link from before the sign-in was required sets no password', async () => {
    const { company, boss, kofi, ownerEmail } = await requiredCompany();
    await portal.visitor().post('/api/forgot-password', { email: ownerEmail });
    await portal.runJobs();
    const token = /token=([\w-]+)/.exec(portal.sentMails.findLast(({ to }) => to === ownerEmail)?.text ?? '')?.[1];
    await boss.post(`${company.connectionPath}/enforce`, { emergencyOwnerIds: [kofi.userId] });
    const reset = portal.visitor().post('/api/reset-password', { token, password: 'another-password-7' });
    expect(await code(reset)).toBe('connections.company-required');
  });

  it('SSO-10 the emergency way is for chosen owners and administrators with a second factor, and is mailed', async () => {
    const { company, boss, kofi, kofiEmail, codes, ownerEmail } = await requiredCompany();
    const chief = await portal.administrator();
    const chiefCodes = await guard(chief);
    const chiefEmail = await moveIn(company, chief.userId, 'chief', null);
    await boss.post(`${company.connectionPath}/enforce`, { emergencyOwnerIds: [kofi.userId] });
    const visitor = portal.visitor();
    const enter = (email: string, one?: string, browser = visitor) =>
      browser.post('/api/sso/emergency', { email, password, ...(one && { code: one }) });
    expect(await code(enter(ownerEmail))).toBe('accounts.wrong-credentials');
    expect(await code(enter(kofiEmail))).toBe('accounts.code-required');
    expect((await enter(kofiEmail, codes[0])).status).toBe(200);
    expect(await isSignedIn(visitor)).toBe(true);
    await portal.runJobs();
    expect(portal.sentMails.filter(({ subject }) => subject.startsWith('An emergency sign-in'))).toHaveLength(2);
    expect(portal.sentMails.at(-1)?.text).toContain('by password and second factor');
    const key = { name: 'Reports', scopes: ['completions:read'], expiresInDays: 30 };
    expect(await code(visitor.post('/api/user/keys', key))).toBe('connections.company-required');
    expect(await code(visitor.post(`${company.path}/keys`, key))).toBe('connections.company-required');
    expect(await rows('select id from api_keys where user_id = $1', [kofi.userId])).toEqual([]);
    const office = portal.visitor();
    expect((await enter(chiefEmail, chiefCodes[0], office)).status).toBe(200);
    const moved = { firstName: 'Tavia', lastName: 'B', organization: null, email: 'mine@outside.example' };
    expect(await code(office.put(`/api/users/${chief.userId}`, moved))).toBe('connections.address-held');
    // A person who is no longer an owner loses the emergency way.
    expect((await boss.patch(`${company.path}/people/${kofi.userId}`, { role: 'learner' })).status).toBe(200);
    expect(await code(enter(kofiEmail, codes[1], portal.visitor()))).toBe('accounts.wrong-credentials');
    const { body } = await boss.get(`${company.path}/connections`);
    expect(JSON.stringify(body)).toContain('"emergencyOwners":[]');
    await expectInvariants(portal.database);
  });

  it('SSO-10 the emergency way opens by a passkey in place of password and second factor, to those chosen alone', async () => {
    const { company, boss, kofi, ownerEmail } = await requiredCompany();
    const chosen = await portal.member();
    const passkey = await addPasskey(chosen, origin);
    await moveIn(company, chosen.userId, 'wanja', 'owner');
    const ofBoss = await addPasskey(boss, origin);
    const outside = await portal.member();
    const ofOutside = await addPasskey(outside, origin);
    const enforce = { emergencyOwnerIds: [chosen.userId] };
    expect((await boss.post(`${company.connectionPath}/enforce`, enforce)).status).toBe(200);
    // Chosen for another connection, which opens nothing here.
    const staff = await portalConnection();
    await rows('insert into connection_emergency_owners (connection_id, user_id) values ($1, $2)', [
      staff,
      company.owner.userId,
    ]);
    const enter = (authenticator: typeof passkey, browser = portal.visitor()) =>
      signInWith(browser, authenticator, {}, '/api/sso/emergency/passkey');
    expect(await code(enter(ofBoss))).toBe('accounts.passkey-refused');
    await rows('delete from connections where id = $1', [staff]);
    expect(await code(signInWith(portal.visitor(), passkey))).toBe('connections.company-required');
    await portal.runJobs();
    const mailed = () => portal.sentMails.filter(({ subject }) => subject.startsWith('An emergency sign-in')).length;
    const before = mailed();
    expect((await enter(ofOutside)).body).toMatchObject({ id: outside.userId });
    await portal.runJobs();
    expect(mailed()).toBe(before);
    const browser = portal.visitor();
    expect((await enter(passkey, browser)).body).toMatchObject({ id: chosen.userId });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isSignedIn(kofi)).toBe(false);
    await portal.runJobs();
    const news = portal.sentMails.findLast(
      ({ to, subject }) => to === ownerEmail && subject.startsWith('An emergency'),
    );
    expect(news?.text).toContain('signed in by passkey, past Fairbourne account');
  });

  it('SSO-10 the last emergency owner keeps the second factor or passkey until another one is chosen', async () => {
    const { company, boss, kofi, kofiEmail, codes } = await requiredCompany();
    const chosen = await portal.member();
    const passkey = await addPasskey(chosen, origin);
    const passkeyId = (await chosen.get<{ passkeys: { id: number }[] }>('/api/user/passkeys')).body.passkeys[0]?.id;
    await moveIn(company, chosen.userId, 'wim', 'owner');
    const choose = (...emergencyOwnerIds: number[]) =>
      boss.post(`${company.connectionPath}/enforce`, { emergencyOwnerIds });
    expect((await choose(kofi.userId)).status).toBe(200);
    const browser = portal.visitor();
    const entry = { email: kofiEmail, password, code: codes[0] };
    expect((await browser.post('/api/sso/emergency', entry)).status).toBe(200);
    const off = (one = '') => browser.post('/api/user/two-factor/disable', { password, code: one });
    const rejected = await off(codes[1]);
    expect([rejected.status, rejected.body.message]).toEqual([
      409,
      'Choose another emergency owner first. You are the last one who can sign in without Fairbourne account.',
    ]);
    expect((await browser.get('/api/user')).body).toMatchObject({ twoFactorEnabled: true });

    expect((await choose(chosen.userId)).status).toBe(200);
    const device = portal.visitor();
    expect((await signInWith(device, passkey, {}, '/api/sso/emergency/passkey')).status).toBe(200);
    expect(await code(device.delete(`/api/user/passkeys/${passkeyId}`))).toBe('connections.emergency-last');
    expect(await rows('select id from passkeys where user_id = $1', [chosen.userId])).toHaveLength(1);

    expect((await choose(chosen.userId, kofi.userId)).status).toBe(200);
    expect((await device.delete(`/api/user/passkeys/${passkeyId}`)).status).toBe(200);
    expect(await code(off(codes[2]))).toBe('connections.emergency-last');
  });

  it('SSO-10 the second of two emergency owners who give up their ways at the same moment keeps it; one who is just chosen keeps it too', async () => {
    const { company, boss, kofi, kofiEmail, codes } = await requiredCompany();
    const chosen = await portal.member();
    const passkey = await addPasskey(chosen, origin);
    const passkeyId = (await chosen.get<{ passkeys: { id: number }[] }>('/api/user/passkeys')).body.passkeys[0]?.id;
    await moveIn(company, chosen.userId, 'wim', 'owner');
    const choose = (...emergencyOwnerIds: number[]) =>
      boss.post(`${company.connectionPath}/enforce`, { emergencyOwnerIds });
    expect((await choose(kofi.userId, chosen.userId)).status).toBe(200);
    const [one, other] = [portal.visitor(), portal.visitor()];
    const entry = { email: kofiEmail, password, code: codes[0] };
    expect((await one.post('/api/sso/emergency', entry)).status).toBe(200);
    expect((await signInWith(other, passkey, {}, '/api/sso/emergency/passkey')).status).toBe(200);
    const giveUp = [
      () => other.delete(`/api/user/passkeys/${passkeyId}`),
      () => one.post('/api/user/two-factor/disable', { password, code: codes[1] }),
    ];
    // The rows that each call writes last.
    const held = { statement: 'select from sign_in_sessions where user_id = any ($1) for update' };
    const [first, second] = await queueBehind(
      portal.database,
      { ...held, values: [[kofi.userId, chosen.userId]] },
      giveUp,
    );
    expect(first?.status).toBe(200);
    expect([second?.status, (second?.body as { code?: string } | undefined)?.code]).toEqual([
      409,
      'connections.emergency-last',
    ]);
    expect((await one.get('/api/user')).body).toMatchObject({ twoFactorEnabled: true });
    await expectInvariants(portal.database);

    // Chosen while giving up: one of the two is refused.
    const next = await portal.member();
    const nextKey = await addPasskey(next, origin);
    const nextId = (await next.get<{ passkeys: { id: number }[] }>('/api/user/passkeys')).body.passkeys[0]?.id;
    await moveIn(company, next.userId, 'xena', 'owner');
    expect((await choose(kofi.userId, next.userId)).status).toBe(200);
    const third = portal.visitor();
    expect((await signInWith(third, nextKey, {}, '/api/sso/emergency/passkey')).status).toBe(200);
    expect((await choose(kofi.userId)).status).toBe(200);
    const together = await queueBehind<{ status: number }>(
      portal.database,
      { statement: 'select from sign_in_sessions where user_id = $1 for update', values: [next.userId] },
      [() => third.delete(`/api/user/passkeys/${nextId}`), () => choose(next.userId)],
    );
    expect(together.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('SSO-10 SSO-05 removing the domain, or 7 days without its record, offers the sign-in only and unlinks its people', async () => {
    const { company, boss, kofi, ownerEmail } = await requiredCompany();
    await boss.post(`${company.connectionPath}/enforce`, { emergencyOwnerIds: [kofi.userId] });
    await rows("update organisation_domains set dns_failing_since = now() - interval '6 days' where domain = $1", [
      company.domain,
    ]);
    await runTask(portal, 'check-domains');
    expect(await rows('select state from connections where id = $1', [company.connectionId])).toEqual([
      { state: 'enforced' },
    ]);
    await rows("update organisation_domains set dns_failing_since = now() - interval '8 days' where domain = $1", [
      company.domain,
    ]);
    await runTask(portal, 'check-domains');
    expect(await rows('select state from connections where id = $1', [company.connectionId])).toEqual([
      { state: 'active' },
    ]);
    expect(await isSignedIn(boss)).toBe(false);
    expect(await rows('select 1 from connection_identities where connection_id = $1', [company.connectionId])).toEqual(
      [],
    );
    expect((await portal.visitor().post('/api/login', { email: ownerEmail, password })).status).toBe(200);
    const back = await counterpart.come(portal.visitor(), company.connectionId, company.person('ines'));
    expect(outcome(back)).toBe('address-foreign');
    await portal.runJobs();
    expect(portal.sentMails.some(({ text }) => text.includes('no longer proven'))).toBe(true);
    await expectInvariants(portal.database);
  });

  it('SSO-10 the mail about a domain that an owner removed says so', async () => {
    const { company, boss, kofi } = await requiredCompany();
    await boss.post(`${company.connectionPath}/enforce`, { emergencyOwnerIds: [kofi.userId] });
    const [domain] = await rows('select id from organisation_domains where domain = $1', [company.domain]);
    await portal.runJobs();
    portal.sentMails.length = 0;
    expect((await boss.delete(`${company.path}/domains/${domain.id}`)).status).toBe(200);
    await portal.runJobs();
    const [mail] = portal.sentMails.filter(({ subject }) => subject === 'Fairbourne account is no longer required');
    expect(mail?.text).toContain('was removed from your organisation');
    expect(mail?.text).not.toContain('DNS');
  });

  it('SSO-13 an owner removes the connection they came through: the session ends, and passwords work again', async () => {
    const { company, boss, kofi, ownerEmail } = await requiredCompany();
    await boss.post(`${company.connectionPath}/enforce`, { emergencyOwnerIds: [kofi.userId] });
    expect((await boss.delete(company.connectionPath)).status).toBe(200);
    expect(await isSignedIn(boss)).toBe(false);
    expect((await portal.visitor().post('/api/login', { email: ownerEmail, password })).status).toBe(200);
    expect((await portal.visitor().get(`/api/sso/${company.connectionId}/start`, html)).headers.location).toBe(
      '/auth?outcome=not-found',
    );
    await portal.runJobs();
    expect(portal.sentMails.some(({ subject }) => subject === 'Fairbourne account was removed')).toBe(true);
  });
});
