import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { type Company, connectedCompany } from '#tests/support/company.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Counterpart, startCounterpart } from '#tests/support/openid.ts';
import { addPasskey, signInWith } from '#tests/support/passkeys.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const html = { accept: 'text/html' };
const password = 'portal-demo';
const origin = 'http://localhost:3000';

let counterpart: Counterpart;
let portal: TestPortal;
let company: Company;
beforeAll(async () => {
  counterpart = await startCounterpart();
  portal = await createTestPortal({ PUBLIC_URL: origin }, { outbound: counterpart.outbound });
  company = await connectedCompany(portal, counterpart);
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
const come = (browser: Client, name: string, claims: Record<string, unknown> = {}, query = '') =>
  counterpart.come(browser, company.connectionId, company.person(name, claims), query);
const identities = (userId: number) => rows('select subject from connection_identities where user_id = $1', [userId]);
const linkIn = (to: string, before = '') => {
  const texts = portal.sentMails.filter((one) => one.to === to).map(({ text }) => text);
  return texts
    .map((text) => new RegExp(`${before}token=([\\w-]+)`).exec(text)?.[1])
    .findLast((token) => token !== undefined);
};

/** A member with an address of the company. */
async function memberAt(name: string, isVerified = true) {
  const member = await portal.member();
  const email = `${name}@${company.domain}`;
  await rows('update users set email = $2, email_verified_at = case when $3 then now() end where id = $1', [
    member.userId,
    email,
    isVerified,
  ]);
  return Object.assign(member, { email });
}

const newcomer = async (name: string) => {
  const browser = portal.visitor();
  expect((await come(browser, name)).headers.location).toBe('/');
  const { body } = await browser.get('/api/user');
  return Object.assign(browser, { userId: Number(body.id), email: String(body.email) });
};

describe('an account that exists', () => {
  it('SSO-07 an existing account is linked and joins only after its password', async () => {
    const member = await memberAt('anna');
    const browser = portal.visitor();
    expect(await code(browser.get('/api/sso/pending'))).toBe('connections.link-ended');
    expect((await come(browser, 'anna')).headers.location).toBe('/auth?view=link');
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.get('/api/sso/pending')).body).toMatchObject({
      kind: 'link',
      email: member.email,
      hasPassword: true,
    });
    const wrong = await browser.post('/api/sso/pending/password', { password: 'wrong' });
    expect([wrong.status, wrong.body.message]).toEqual([403, 'The current password is wrong.']);
    expect(await code(portal.visitor().post('/api/sso/pending/password', { password }))).toBe('connections.link-ended');
    expect(await identities(member.userId)).toEqual([]);
    expect((await browser.post('/api/sso/pending/password', { password })).body).toEqual({ next: '/' });
    expect((await browser.get('/api/user/organisation')).body).toMatchObject({ id: company.id, role: 'learner' });
    expect(await code(browser.post('/api/sso/pending/password', { password }))).toBe('connections.link-ended');
    await portal.runJobs();
    expect(
      portal.sentMails.some(({ to, subject }) => to === member.email && subject.includes('now opens your account')),
    ).toBe(true);
    expect((await come(portal.visitor(), 'anna')).headers.location).toBe('/');
  });

  it('SSO-07 an existing account is linked by one of its passkeys, and by no passkey of another account', async () => {
    const member = await memberAt('pia');
    const own = await addPasskey(member, origin);
    const foreign = await addPasskey(await portal.member(), origin);
    const link = (browser: Client, passkey: typeof own) => signInWith(browser, passkey, {}, '/api/sso/pending/passkey');
    const browser = portal.visitor();
    expect(await code(link(browser, own))).toBe('connections.link-ended');
    await come(browser, 'pia');
    expect((await browser.get('/api/sso/pending')).body).toMatchObject({ hasPasskey: true });
    expect(await code(link(browser, foreign))).toBe('accounts.passkey-refused');
    expect(await isSignedIn(browser)).toBe(false);
    expect(await identities(member.userId)).toEqual([]);
    expect((await link(browser, own)).body).toEqual({ next: '/' });
    expect((await browser.get('/api/user')).body).toMatchObject({ email: member.email });
    expect(await identities(member.userId)).toHaveLength(1);
  });

  it('SSO-07 an existing account is linked by a mailed link only in the same browser, with its second factor', async () => {
    const member = await memberAt('bela');
    const { secret } = (await member.post('/api/user/two-factor/setup')).body as { secret: string };
    const enabled = await member.post('/api/user/two-factor/enable', {
      code: TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: Date.now() }),
    });
    const [first, second] = (enabled.body as { recoveryCodes: string[] }).recoveryCodes;
    const browser = portal.visitor();
    await come(browser, 'bela', {}, '?returnTo=/library');
    expect((await browser.post('/api/sso/pending/mail')).status).toBe(200);
    await portal.runJobs();
    const token = linkIn(member.email);
    expect(await code(portal.visitor().post('/api/sso/pending/link', { token, code: first }))).toBe(
      'connections.link-other-browser',
    );
    expect(await code(browser.post('/api/sso/pending/link', { token: 'wrong', code: first }))).toBe(
      'connections.link-ended',
    );
    expect(await code(browser.post('/api/sso/pending/link', { token }))).toBe('accounts.code-required');
    expect(await code(browser.post('/api/sso/pending/link', { token, code: 'AAAAA-AAAAA' }))).toBe(
      'accounts.code-refused',
    );
    expect(await identities(member.userId)).toEqual([]);
    expect((await browser.post('/api/sso/pending/link', { token, code: first })).body).toEqual({ next: '/library' });
    // The next sign-in asks for the portal's own factor, unless the provider says that it had two.
    const later = portal.visitor();
    expect((await come(later, 'bela')).headers.location).toBe('/auth?view=code');
    expect(await isSignedIn(later)).toBe(false);
    expect((await later.post('/api/auth/google/code', { code: second })).status).toBe(200);
    expect(
      (
        await rows(
          'select through from connection_sessions s join sign_in_sessions i on i.id = s.session_id where i.user_id = $1 and i.revoked_at is null',
          [member.userId],
        )
      ).length,
    ).toBe(2);
    expect((await come(portal.visitor(), 'bela', { amr: ['mfa'] })).headers.location).toBe('/');
  });

  it('SSO-07 an account that was never verified is emptied before it is linked, and an administrator’s is neither linked nor opened', async () => {
    const squatter = await memberAt('clara', false);
    const browser = portal.visitor();
    expect((await come(browser, 'clara')).headers.location).toBe('/');
    expect(await isSignedIn(squatter)).toBe(false);
    expect(await rows('select password_hash from users where id = $1', [squatter.userId])).toEqual([
      { password_hash: null },
    ]);
    await portal.runJobs();
    const handedOver = portal.sentMails.find(({ text }) => text.includes('was never verified'));
    expect(handedOver).toMatchObject({
      to: `clara@${company.domain}`,
      subject: 'Your RAPP Learning account is now linked to Fairbourne account',
      text: expect.stringContaining('Your sign-in with Fairbourne account has proved that the address is yours.'),
    });
    const admin = await memberAt('dora');
    await rows(`update users set role = 'administrator' where id = $1`, [admin.userId]);
    expect(outcome(await come(portal.visitor(), 'dora'))).toBe('administrator');
    expect(await identities(admin.userId)).toEqual([]);
    await rows(`update users set role = 'administrator' where id = $1`, [squatter.userId]);
    expect(outcome(await come(portal.visitor(), 'clara'))).toBe('administrator');
    await rows(`update users set role = 'user' where id = any ($1)`, [[admin.userId, squatter.userId]]);
  });

  it('SSO-09 a browser in which another person is signed in is asked first', async () => {
    const present = await portal.member();
    expect((await come(present, 'emil')).headers.location).toBe('/auth?view=switch');
    const shown = (await present.get('/api/sso/pending')).body;
    expect(shown).toMatchObject({ kind: 'switch', email: `emil@${company.domain}` });
    expect((await present.get('/api/user')).body.id).toBe(present.userId);
    expect((await present.post('/api/sso/pending/switch')).body).toEqual({ next: '/' });
    expect((await present.get('/api/user')).body.email).toBe(`emil@${company.domain}`);
    const kept = await portal.member();
    await come(kept, 'emil');
    await kept.delete('/api/sso/pending');
    expect(await code(kept.post('/api/sso/pending/switch'))).toBe('connections.link-ended');
    expect((await kept.get('/api/user')).body.id).toBe(kept.userId);
  });

  it('SSO-05 a changed address at the provider changes nothing but a note', async () => {
    const person = await newcomer('fina');
    expect((await come(portal.visitor(), 'fina', { email: `married@${company.domain}` })).headers.location).toBe('/');
    expect((await person.get('/api/user')).body.email).toBe(`fina@${company.domain}`);
    const [entry] = await rows(
      `select before, after from audit_log where action = 'change-provider-address' and member_user_id = $1`,
      [person.userId],
    );
    expect(entry).toEqual({
      before: { email: `fina@${company.domain}` },
      after: { email: `married@${company.domain}` },
    });
  });
});

it('SSO-07 whom the mail about a link alarms unlinks it by a new password, as the mail says', async () => {
  const member = await memberAt('frieda');
  const browser = portal.visitor();
  await come(browser, 'frieda');
  expect((await browser.post('/api/sso/pending/password', { password })).body).toEqual({ next: '/' });
  await portal.runJobs();
  const mail = portal.sentMails.findLast(({ to, subject }) => to === member.email && subject.includes('now opens'));
  expect(mail?.text).toContain('choose a new password');
  expect(mail?.text).not.toContain('remove it under Settings');
  await portal.visitor().post('/api/forgot-password', { email: member.email });
  await portal.runJobs();
  const reset = { token: linkIn(member.email), password: 'another-password-7' };
  expect((await portal.visitor().post('/api/reset-password', reset)).status).toBe(200);
  expect(await identities(member.userId)).toEqual([]);
  expect(await isSignedIn(browser)).toBe(false);
});

describe('leaving', () => {
  it('SSO-08 SSO-05 a removed person is outside at once, and refused until invited again', async () => {
    const person = await newcomer('gero');
    expect((await company.owner.delete(`${company.path}/people/${person.userId}`)).status).toBe(200);
    expect(await isSignedIn(person)).toBe(false);
    expect(await identities(person.userId)).toEqual([]);
    const browser = portal.visitor();
    expect(outcome(await come(browser, 'gero'))).toBe('membership-ended');
    expect(await isSignedIn(browser)).toBe(false);
    expect(await code(browser.get('/api/sso/pending'))).toBe('connections.link-ended');
    await company.owner.post(`${company.path}/invitations`, { emails: [person.email], role: 'manager' });
    expect((await come(browser, 'gero')).headers.location).toBe('/auth?view=link');
    await browser.post('/api/sso/pending/mail');
    await portal.runJobs();
    const linked = await browser.post('/api/sso/pending/link', { token: linkIn(person.email, 'view=link&') });
    expect(linked.body).toEqual({ next: '/' });
    expect((await browser.get('/api/user/organisation')).body).toMatchObject({ id: company.id, role: 'manager' });
    await expectInvariants(portal.database);
  });

  it('SSO-08 ORG-03 an invitation from before the removal, to an address that the person moves to, does not lead back', async () => {
    const person = await newcomer('gisela');
    const email = `gisela-new@${company.domain}`;
    const invite = () => company.owner.post(`${company.path}/invitations`, { emails: [email], role: 'owner' });
    expect((await invite()).status).toBe(201);
    expect((await company.owner.delete(`${company.path}/people/${person.userId}`)).status).toBe(200);
    await rows('update users set email = $2 where id = $1', [person.userId, email]);
    expect(outcome(await come(portal.visitor(), 'gisela', { email }))).toBe('membership-ended');
    expect(await rows('select from organisation_people where user_id = $1', [person.userId])).toEqual([]);
    await rows('delete from organisation_invitations where email = $1', [email]);
    expect((await invite()).status).toBe(201);
    expect((await come(portal.visitor(), 'gisela', { email })).headers.location).toBe('/auth?view=link');
  });

  it('SSO-08 a person who was removed stays outside by another account with the former address, until the removed one is deleted', async () => {
    const person = await newcomer('greta');
    expect((await company.owner.delete(`${company.path}/people/${person.userId}`)).status).toBe(200);
    await rows(`update users set email = 'greta@home.example' where id = $1`, [person.userId]);
    expect(outcome(await come(portal.visitor(), 'greta'))).toBe('membership-ended');
    expect(await rows('select from users where email = $1', [person.email])).toEqual([]);
    const administrator = await portal.administrator();
    expect((await administrator.delete(`/api/users/${person.userId}`)).status).toBe(200);
    expect((await come(portal.visitor(), 'greta')).headers.location).toBe('/');
  });

  it('SSO-05 SSO-08 a removed person does not come back under another address of the same identity', async () => {
    const { sub } = company.person('gunda');
    const person = await newcomer('gunda');
    const email = `gunda+x@${company.domain}`;
    const invite = () => company.owner.post(`${company.path}/invitations`, { emails: [email], role: 'learner' });
    expect((await invite()).status).toBe(201);
    expect((await company.owner.delete(`${company.path}/people/${person.userId}`)).status).toBe(200);
    const back = (browser: Client) => come(browser, 'gunda', { sub, email });
    // Neither a new account nor a member with the other address gets in, and an earlier invitation does not help.
    expect(outcome(await back(portal.visitor()))).toBe('membership-ended');
    expect(await rows('select from users where email = $1', [email])).toEqual([]);
    const member = await memberAt('gunda+x');
    expect(outcome(await back(portal.visitor()))).toBe('membership-ended');
    expect(await identities(member.userId)).toEqual([]);
    expect(await rows('select from organisation_people where user_id = $1', [member.userId])).toEqual([]);
    // Another person of the company is not concerned.
    await newcomer('gunda-other');
    await rows('update users set email = $2 where id = $1', [member.userId, 'gunda@home.example']);
    await rows('delete from organisation_invitations where email = $1', [email]);
    expect((await invite()).status).toBe(201);
    const browser = portal.visitor();
    expect((await back(browser)).headers.location).toBe('/');
    expect((await browser.get('/api/user/organisation')).body).toMatchObject({ id: company.id, role: 'learner' });
    await expectInvariants(portal.database);
  });

  it('SSO-08 a person who left reads that, and one in another organisation leaves it first', async () => {
    const person = await newcomer('hanno');
    expect((await person.delete(`${company.path}/people/${person.userId}`)).status).toBe(200);
    expect(await isSignedIn(person)).toBe(false);
    await rows(
      `insert into connection_identities (connection_id, user_id, issuer, subject, email)
      select $1, $2, issuer, $3, $4 from connections where id = $1`,
      [company.connectionId, person.userId, company.person('hanno').sub, person.email],
    );
    expect(outcome(await come(portal.visitor(), 'hanno'))).toBe('left');
    await rows('delete from connection_identities where user_id = $1', [person.userId]);
    const member = await memberAt('ilse');
    await member.post('/api/organisations', { name: 'Another' });
    expect(outcome(await come(portal.visitor(), 'ilse'))).toBe('in-another');
    expect(await identities(member.userId)).toEqual([]);
  });

  it('SSO-05 a person without a way in gets a link to the private address that was confirmed before, and keeps the account', async () => {
    const person = await newcomer('jonas');
    expect(await code(person.put('/api/user/private-address', { email: `mine@${company.domain}` }))).toBe(
      'connections.private-domain',
    );
    await person.put('/api/user/private-address', { email: 'jonas@home.example' });
    await portal.runJobs();
    const mailed = /[A-Z0-9]{5}-[A-Z0-9]{5}/.exec(
      portal.sentMails.findLast(({ to }) => to === 'jonas@home.example')?.text ?? '',
    )?.[0];
    expect(await code(person.post('/api/user/private-address/confirm', { code: 'AAAAA-AAAAA' }))).toBe(
      'connections.private-code',
    );
    expect((await person.post('/api/user/private-address/confirm', { code: mailed })).body).toMatchObject({
      privateAddress: 'jonas@home.example',
      unconfirmedAddress: null,
      connections: [{ connectionId: company.connectionId, organisation: 'Northmere Council', isRequired: false }],
    });
    await company.owner.delete(`${company.path}/people/${person.userId}`);
    await portal.runJobs();
    const token = linkIn('jonas@home.example');
    expect((await portal.visitor().post('/api/reset-password', { token, password: 'quiet-harbour-9' })).status).toBe(
      200,
    );
    const signedIn = await portal
      .visitor()
      .post('/api/login', { email: 'jonas@home.example', password: 'quiet-harbour-9' });
    expect(signedIn.body).toMatchObject({ id: person.userId, email: 'jonas@home.example' });
    expect(
      (await portal.visitor().post('/api/login', { email: person.email, password: 'quiet-harbour-9' })).status,
    ).toBe(401);
  });
});

describe('sessions', () => {
  it('SSO-11 a fresh sign-in is one at the provider after the portal asked; without auth_time a mailed code confirms', async () => {
    const person = await newcomer('karla');
    const old = () =>
      rows(`update sign_in_sessions set signed_in_at = now() - interval '13 hours' where user_id = $1`, [
        person.userId,
      ]);
    const isFresh = async () =>
      (await person.put('/api/user/private-address', { email: 'k@home.example' })).status === 200;
    await old();
    expect(await isFresh()).toBe(false);
    const begun = await person.get(`/api/sso/${company.connectionId}/start?purpose=confirm`);
    const address = new URL(String(begun.headers.location));
    expect([address.searchParams.get('prompt'), address.searchParams.get('max_age')]).toEqual(['login', '0']);
    const back = await person.get(await counterpart.answerFor(address.href, company.person('karla')), html);
    expect(back.headers.location).toBe('/confirmed');
    expect(await isFresh()).toBe(true);
    await old();
    const begin = async () =>
      String((await person.get(`/api/sso/${company.connectionId}/start?purpose=confirm`)).headers.location);
    const other = await person.get(await counterpart.answerFor(await begin(), company.person('lars')), html);
    expect(other.headers.location).toContain('/confirmed?outcome=refused');
    for (const [auth_time, said] of [
      [Math.floor(Date.now() / 1000) - 3600, 'not-fresh'],
      [undefined, 'cannot-confirm'],
    ] as const) {
      const path = await counterpart.answerFor(await begin(), company.person('karla'));
      counterpart.faults.tokens = async (body) => {
        const claims = JSON.parse(Buffer.from(String(body.id_token).split('.')[1] ?? '', 'base64url').toString());
        return { ...body, id_token: await counterpart.sign({ ...claims, auth_time }) };
      };
      expect(outcome(await person.get(path, html))).toBe(said);
      delete counterpart.faults.tokens;
    }
    expect(await isFresh()).toBe(false);
    await person.post('/api/user/confirm/mail');
    await portal.runJobs();
    const mailed = /[A-Z0-9]{5}-[A-Z0-9]{5}/.exec(
      portal.sentMails.findLast(({ to }) => to === person.email)?.text ?? '',
    )?.[0];
    expect(await code(person.post('/api/user/confirm', { mailedCode: 'AAAAA-AAAAA' }))).toBe('accounts.wrong-code');
    expect((await person.post('/api/user/confirm', { mailedCode: mailed })).status).toBe(200);
    expect(await isFresh()).toBe(true);
    expect(await code(person.post('/api/user/confirm', { mailedCode: mailed }))).toBe('accounts.wrong-code');
    await rows('update users set password_hash = (select password_hash from users where id = $2) where id = $1', [
      person.userId,
      (await portal.member()).userId,
    ]);
    expect((await person.post('/api/user/confirm/mail')).status).toBe(200);
    await rows('update users set two_factor_enabled_at = now() where id = $1', [person.userId]);
    expect(await code(person.post('/api/user/confirm/mail'))).toBe('connections.no-code-by-mail');
    await rows('update users set two_factor_enabled_at = null where id = $1', [person.userId]);
    expect(await code((await portal.member()).post('/api/user/confirm/mail'))).toBe('connections.no-code-by-mail');
  });

  it('SSO-11 two factors at the provider, or the owner’s switch, spare the second factor of that connection’s sessions alone', async () => {
    const member = await memberAt('petra');
    await rows(`insert into organisation_people (user_id, organisation_id, role) values ($1, $2, 'learner')`, [
      member.userId,
      company.id,
    ]);
    await rows(
      `insert into connection_identities (connection_id, user_id, issuer, subject, email)
       select $1, $2, issuer, $3, $4 from connections where id = $1`,
      [company.connectionId, member.userId, company.person('petra').sub, member.email],
    );
    await rows('update users set two_factor_enabled_at = now() where id = $1', [member.userId]);
    const confirm = async (browser: Client, claims = {}) => {
      const begun = await browser.get(`/api/sso/${company.connectionId}/start?purpose=confirm`);
      const person = company.person('petra', claims);
      return (await browser.get(await counterpart.answerFor(String(begun.headers.location), person), html)).headers
        .location;
    };
    const through = portal.visitor();
    expect((await come(through, 'petra')).headers.location).toBe('/auth?view=code');
    expect((await come(through, 'petra', { amr: ['pwd'] })).headers.location).toBe('/auth?view=code');
    expect((await come(through, 'petra', { amr: ['mfa'] })).headers.location).toBe('/');
    expect(await confirm(through)).toContain('/confirmed?outcome=second-factor-required');
    expect(await confirm(through, { amr: ['mfa'] })).toBe('/confirmed');
    expect(await confirm(member, { amr: ['mfa'] })).toContain('/confirmed?outcome=second-factor-required');

    const change = (sparesSecondFactor: boolean) => company.owner.patch(company.connectionPath, { sparesSecondFactor });
    expect((await change(true)).body).toMatchObject({ sparesSecondFactor: true });
    const spared = portal.visitor();
    expect((await come(spared, 'petra')).headers.location).toBe('/');
    expect(await confirm(spared)).toBe('/confirmed');
    expect(await confirm(member)).toContain('/confirmed?outcome=second-factor-required');
    await change(false);
    expect((await come(portal.visitor(), 'petra')).headers.location).toBe('/auth?view=code');
  });

  it('SSO-12 a session through a connection ends after its hours, and signing out leads to the provider', async () => {
    const person = await newcomer('mona');
    const [row] = await rows(
      'select extract(epoch from w.ends_at - s.created_at)::int as seconds from connection_sessions w join sign_in_sessions s on s.id = w.session_id where s.user_id = $1',
      [person.userId],
    );
    expect(row).toEqual({ seconds: 12 * 3600 });
    expect((await company.owner.patch(company.connectionPath, { sessionHours: 25 })).status).toBe(400);
    expect((await company.owner.patch(company.connectionPath, { sessionHours: 2 })).status).toBe(200);
    await rows(
      `update connection_sessions w set ends_at = w.ends_at - interval '2 hours' from sign_in_sessions s where s.id = w.session_id and s.user_id = $1`,
      [person.userId],
    );
    expect(await isSignedIn(person)).toBe(false);
    await come(person, 'mona');
    expect(await isSignedIn(person)).toBe(true);
    const out = await person.post('/api/logout');
    expect(String(out.body.providerAddress)).toMatch(
      /\/session\/end\?client_id=rapp-learning&post_logout_redirect_uri=/,
    );
    expect((await (await portal.member()).post('/api/logout')).body.providerAddress).toBeNull();
  });

  it('SSO-12 a logout token ends the sessions it names, once; every other token ends none', async () => {
    const [one, two] = [await newcomer('nora'), await newcomer('otto')];
    const [session] = await rows(
      'select w.subject, w.provider_sid from connection_sessions w join sign_in_sessions s on s.id = w.session_id where s.user_id = $1',
      [one.userId],
    );
    const now = Math.floor(Date.now() / 1000);
    const right = {
      iss: counterpart.issuer,
      aud: counterpart.clientId,
      iat: now,
      jti: 'logout-1',
      sub: session.subject,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    };
    const send = async (claims: Record<string, unknown>, header = {}) => {
      const logout_token = await counterpart.sign(claims, header);
      return portal.app.inject({
        method: 'POST',
        url: `/api/sso/${company.connectionId}/logout`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://login.example',
          'sec-fetch-site': 'cross-site',
        },
        payload: new URLSearchParams({ logout_token }).toString(),
      });
    };
    const { jti: _jti, ...withoutId } = right;
    const { sub: _sub, ...withoutPerson } = right;
    const wrong = [
      { ...right, aud: 'another' },
      { ...right, iss: 'https://evil.example' },
      { ...right, iat: now - 150 },
      { ...right, exp: now - 300 },
      { ...right, nonce: 'x' },
      { ...right, events: {} },
      withoutId,
      withoutPerson,
      { ...right, sub: 7 },
    ];
    for (const claims of wrong) {
      const rejected = await send(claims);
      expect([rejected.statusCode, rejected.headers['cache-control']], JSON.stringify(claims)).toEqual([
        400,
        'no-store',
      ]);
    }
    expect((await send(right, { kid: 'unknown' })).statusCode).toBe(400);
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([true, true]);
    const ended = await send(right);
    expect([ended.statusCode, ended.headers['cache-control']]).toEqual([200, 'no-store']);
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true]);
    expect((await send(right)).statusCode).toBe(400);
    const [other] = await rows(
      'select w.provider_sid from connection_sessions w join sign_in_sessions s on s.id = w.session_id where s.user_id = $1',
      [two.userId],
    );
    expect(other.provider_sid).toEqual(expect.any(String));
    expect((await send({ ...withoutPerson, jti: 'logout-2', sid: other.provider_sid })).statusCode).toBe(200);
    expect(await isSignedIn(two)).toBe(false);
  });
});
