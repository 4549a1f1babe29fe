import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { type Company, connectedCompany } from '#tests/support/company.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Counterpart, startCounterpart } from '#tests/support/openid.ts';
import { addPasskey, signInWith } from '#tests/support/passkeys.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { runTask } from '#tests/support/rounds.ts';

const html = { accept: 'text/html' };
const password = 'portal-demo';
const origin = 'http://localhost:3000';

let counterpart: Counterpart;
let portal: TestPortal;
beforeAll(async () => {
  counterpart = await startCounterpart();
  portal = await createTestPortal({ PUBLIC_URL: origin }, { outbound: counterpart.outbound });
});
afterAll(async () => {
  await portal.close();
  await counterpart.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const outcome = (answer: { headers: Record<string, unknown> }) =>
  new URL(String(answer.headers.location), 'http://portal').searchParams.get('outcome');
const code = async (answer: Promise<{ body: { code?: unknown } }>) => (await answer).body.code;
const isSignedIn = async (browser: Client) => (await browser.get('/api/user')).status === 200;

/** Gives an account an address in the domain of a company, and its membership. */
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

/** A company that is required: the owner came through it, a second owner has the emergency way. */
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
      const refused = await visitor.post('/api/login', { email: address, password });
      expect([refused.status, refused.body.code], address).toEqual([403, 'connections.company-required']);
      expect(refused.body.message).toContain('Fairbourne account');
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
    const inside = await visitor.get(`/api/invitations/${tokenIn(`new@${company.domain}`)}`);
    expect(inside.body.company).toMatchObject({ connectionId: company.connectionId, name: 'Fairbourne account' });
    expect((await visitor.get(`/api/invitations/${tokenIn('new@outside.example')}`)).body.company).toBeNull();
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
    const enter = (authenticator: typeof passkey, browser = portal.visitor()) =>
      signInWith(browser, authenticator, {}, '/api/sso/emergency/passkey');
    expect(await code(enter(ofBoss))).toBe('accounts.passkey-refused');
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
    const refused = await off(codes[1]);
    expect([refused.status, refused.body.message]).toEqual([
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
