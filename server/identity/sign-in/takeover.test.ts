import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#server/platform/database/db.ts';
import type { Client } from '#tests/support/client.ts';
import { asAnotherCaller } from '#tests/support/database.ts';
import { startTestIdentity, type TestIdentity } from '#tests/support/identity.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { appointAdministrator } from './admin-actions.ts';
import { deleteIdentities } from './credential-store.ts';
import { revokeSignIns } from './session-store.ts';

// An attacker registers another person's address, stays signed in and waits until that person proves the address.

let portal: TestPortal;
let identity: TestIdentity;
beforeAll(async () => {
  identity = await startTestIdentity('http://portal.test');
  portal = await createTestPortal({}, { identityProvider: identity.provider });
});
afterAll(async () => {
  await portal.close();
  await identity.close();
});
beforeEach(async () => {
  await portal.runJobs();
  portal.sentMails.length = 0;
});

const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const emailOf = async (client: Client) => String((await client.get('/api/user')).body.email);
const accountOf = async (userId: number) =>
  (
    await query(
      `select email_verified_at is not null as verified, password_hash is not null as password, role,
         two_factor_enabled_at is not null as code, (select count(*)::int from identities where user_id = u.id) as identities
       from users u where id = $1`,
      [userId],
    )
  )[0];
const login = (email: string, password = 'portal-demo') => portal.visitor().post('/api/login', { email, password });
const press = (client: Client, token: string, headers = {}) => client.post('/api/verify-email', { token }, headers);

/** A registered member, the address and the secret of the verification mail. */
async function registered() {
  const member = await portal.member();
  const email = await emailOf(member);
  await portal.runJobs();
  const mail = portal.sentMails.findLast(({ to }) => to === email);
  const token = /http:\/\/portal\.test\/verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  return { member, email, token };
}

/** Registers a member who adds a second factor and a provider identity to the account, as an attacker would. */
async function lyingInWait() {
  const { member: attacker, email, token } = await registered();
  const { secret } = (await attacker.post('/api/user/two-factor/setup')).body as { secret: string };
  await attacker.post('/api/user/two-factor/enable', { code: new TOTP({ secret }).generate() });
  const identityOf = { issuer: 'http://another.test', subject: email, email };
  await query('insert into identities (user_id, issuer, subject, email) values ($1, $2, $3, $4)', [
    attacker.userId,
    ...Object.values(identityOf),
  ]);
  return { attacker, email, token };
}

describe('a verification link', () => {
  it('ACCT-02 verifies nothing when a mail scanner opens it by GET and HEAD; the owner then gets the account by Google alone', async () => {
    const { attacker, email, token } = await lyingInWait();
    for (const url of [`/verify-email?token=${token}`, `/api/verify-email?token=${token}`]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { status } = await portal.visitor().send({ method, url, headers: { accept: 'text/html' } });
        expect(status).toBeLessThan(500);
      }
    }
    expect(await accountOf(attacker.userId)).toMatchObject({ verified: false, password: true, code: true });
    const owner = portal.visitor();
    await identity.come(owner, { email });
    expect((await owner.get('/api/user')).body).toMatchObject({ id: attacker.userId, emailVerified: true });
    expect((await attacker.get('/api/user')).status).toBe(401);
    expect((await login(email)).status).toBe(401);
    // ACCT-05: the attacker's identity is gone; the owner's is there.
    expect(await accountOf(attacker.userId)).toMatchObject({ password: false, code: false, identities: 1 });
  });

  it('ACCT-02 verification links of earlier mails lead to the page, which has the button', async () => {
    const answer = await portal.visitor().get('/api/verify-email?token=a-secret');
    expect([answer.status, answer.headers.location]).toEqual([302, '/verify-email?token=a-secret']);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
  });

  it('ACCT-02 a verification link is refused when it is missing, unknown, changed, expired, used or pressed by another site', async () => {
    const { member, token } = await registered();
    for (const wrong of [undefined, '', 'unknown', `${token}x`, [token]]) {
      for (const path of ['/api/verify-email', '/api/verify-email/check']) {
        expect((await member.post(path, { token: wrong })).status).toBe(400);
      }
    }
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    expect((await press(member, token, foreign)).body.code).toBe('request.foreign-origin');
    await query('update account_links set expires_at = now() where user_id = $1', [member.userId]);
    expect((await press(member, token)).body.code).toBe('accounts.verification-invalid');
    expect(await accountOf(member.userId)).toMatchObject({ verified: false, password: true });
    expect((await member.get('/api/user')).status).toBe(200);
  });

  it('ACCT-02 AUTH-22 verifies by a press in a session of the account, once, and leaves everything as it is', async () => {
    const { member, email, token } = await registered();
    const asked = await member.post('/api/verify-email/check', { token });
    expect(asked).toMatchObject({ status: 200, body: { email, isOwnSession: true } });
    const other = portal.visitor();
    await other.post('/api/login', { email, password: 'portal-demo' });
    expect((await press(member, token)).body).toMatchObject({ token: null });
    expect((await member.get('/api/user')).body).toMatchObject({ emailVerified: true, hasPassword: true });
    expect((await other.get('/api/user')).status).toBe(200);
    expect((await press(member, token)).body.code).toBe('accounts.verification-invalid');
  });

  it('ACCT-02 pressed without a session of the account ends its sessions, password, second factor and identities', async () => {
    const { attacker, email, token } = await lyingInWait();
    const owner = await portal.member();
    const asked = await owner.post('/api/verify-email/check', { token });
    expect(asked.body).toEqual({ email, isOwnSession: false });
    expect((await attacker.get('/api/user')).status).toBe(200);
    const { status, body } = await press(owner, token);
    expect(status).toBe(200);
    expect((await attacker.get('/api/user')).status).toBe(401);
    expect(await accountOf(attacker.userId)).toMatchObject({
      verified: true,
      password: false,
      code: false,
      identities: 0,
    });
    expect((await login(email)).status).toBe(401);
    expect((await owner.get('/api/user')).status).toBe(200);
    const password = 'only the owner knows';
    expect((await portal.visitor().post('/api/reset-password', { token: body.token, password })).status).toBe(200);
    expect((await login(email, password)).body).toMatchObject({ id: attacker.userId, emailVerified: true });
  });

  it('ACCT-02 one of two verification links of one account, pressed at once by the owner, verifies and neither empties what follows', async () => {
    const { member, email, token } = await registered();
    await member.post('/api/user/verification-mail');
    await portal.runJobs();
    const mail = portal.sentMails.findLast(({ to }) => to === email);
    const second = /verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(second).not.toBe(token);
    const answers = await Promise.all([token, second].map((one) => press(portal.visitor(), one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const passwordToken = answers.find(({ status }) => status === 200)?.body.token;
    const reset = await portal.visitor().post('/api/reset-password', { token: passwordToken, password: 'a new one' });
    expect(reset.status).toBe(200);
    for (const one of [token, second]) expect((await press(portal.visitor(), one)).status).toBe(400);
    expect((await login(email, 'a new one')).status).toBe(200);
  });
});

describe('the role of an administrator', () => {
  const appoint = (email: string) => {
    const origin = { ip: 'console', requestId: 'test' };
    return portal.database.transaction((db) =>
      appointAdministrator({ db, now: new Date(), actor: null, origin }, email, portal.env.publicUrl),
    );
  };

  it('ACCT-01 given by the command to an unverified address ends every way in of the member that registered it', async () => {
    const { attacker, email } = await lyingInWait();
    const link = await appoint(email);
    expect((await attacker.get('/api/user')).status).toBe(401);
    expect((await login(email)).status).toBe(401);
    expect(await accountOf(attacker.userId)).toMatchObject({
      role: 'administrator',
      password: false,
      code: false,
      identities: 0,
    });
    const token = new URL(link).searchParams.get('token');
    const password = 'only the operator knows';
    expect((await portal.visitor().post('/api/reset-password', { token, password })).status).toBe(200);
    expect((await login(email, password)).body).toMatchObject({ role: 'administrator', emailVerified: true });
  });

  it('ACCT-01 given by the command to a verified address keeps the password and the sessions of the member', async () => {
    const { member, email, token } = await registered();
    await press(member, token);
    await appoint(email);
    expect((await member.get('/api/user')).body).toMatchObject({ role: 'administrator', hasPassword: true });
  });

  describe('in production', () => {
    let real: TestPortal;
    beforeAll(async () => {
      real = await createTestPortal({ DEMO: '0' }, { identityProvider: identity.provider });
    });
    afterAll(() => real.close());

    const role = { role: 'administrator' };
    const rejection = { status: 409, body: { message: 'This address is not verified yet.' } };
    const roleOf = async (id: number) =>
      (await real.database.pool.query('select role from users where id = $1', [id])).rows[0].role;
    const created = async (administrator: Client, email: string) => {
      const form = { firstName: 'Nadia', lastName: 'Okonkwo-Hale', password: 'typed by us', role: 'user' };
      return (await administrator.post('/api/users', { ...form, email })).body.id as number;
    };

    it('ACCT-01 an address registered by its member cannot become an administrator unverified, alone or among others, and nothing changes', async () => {
      const administrator = await real.administrator();
      const verified = await real.member();
      await real.database.pool.query('update users set email_verified_at = now() where id = $1', [verified.userId]);
      const unverified = await real.member();
      expect(await administrator.patch(`/api/users/${unverified.userId}/role`, role)).toMatchObject(rejection);
      const userIds = [verified.userId, unverified.userId];
      expect(await administrator.put('/api/users/bulk', { userIds, updates: role })).toMatchObject(rejection);
      for (const id of userIds) expect(await roleOf(id)).toBe('user');
      expect((await administrator.patch(`/api/users/${verified.userId}/role`, role)).status).toBe(200);
    });

    it('ACCT-01 an address whose account Google opened without vouching for it cannot become an administrator unverified', async () => {
      const administrator = await real.administrator();
      const browser = real.visitor();
      await identity.come(browser, { email: 'personal@corp.example', isWorkspace: 'false' });
      const { id, emailVerified } = (await browser.get('/api/user')).body as { id: number; emailVerified: boolean };
      expect(emailVerified).toBe(false);
      expect(await administrator.patch(`/api/users/${id}/role`, role)).toMatchObject(rejection);
      expect(await administrator.put('/api/users/bulk', { userIds: [id], updates: role })).toMatchObject(rejection);
      expect(await roleOf(id)).toBe('user');
    });

    it('ACCT-01 a created user who connected a sign-in provider is refused unverified', async () => {
      const administrator = await real.administrator();
      const email = 'nadia.connected@example.org';
      const id = await created(administrator, email);
      const user = real.visitor();
      await user.post('/api/login', { email, password: 'typed by us' });
      expect((await identity.connect(user, { email: 'anybody@gmail.com' })).status).toBe(302);
      expect(await administrator.patch(`/api/users/${id}/role`, role)).toMatchObject(rejection);
      expect(await roleOf(id)).toBe('user');
    });

    it('ACCT-01 a user that an administrator created becomes an administrator unverified, alone or among others', async () => {
      const administrator = await real.administrator();
      const alone = await created(administrator, 'nadia.alone@example.org');
      expect(await administrator.patch(`/api/users/${alone}/role`, role)).toMatchObject({ status: 200, body: role });
      const userIds = [
        await created(administrator, 'nadia.first@example.org'),
        await created(administrator, 'nadia.second@example.org'),
      ];
      expect((await administrator.put('/api/users/bulk', { userIds, updates: role })).status).toBe(200);
      for (const id of userIds) expect(await roleOf(id)).toBe('administrator');
    });

    it('ACCT-01 a created user whose password another person changed is refused unverified, until an administrator moves the address', async () => {
      const administrator = await real.administrator();
      const email = 'nadia.changed@example.org';
      const id = await created(administrator, email);
      const user = real.visitor();
      await user.post('/api/login', { email, password: 'typed by us' });
      const password = 'chosen by the reader';
      const change = { currentPassword: 'typed by us', newPassword: password, confirmPassword: password };
      expect((await user.post('/api/user/change-password', change)).status).toBe(200);
      expect(await administrator.patch(`/api/users/${id}/role`, role)).toMatchObject(rejection);
      const moved = { firstName: 'Nadia', lastName: 'Okonkwo-Hale', email: 'nadia.moved@example.org' };
      expect((await administrator.put(`/api/users/${id}`, moved)).status).toBe(200);
      expect((await administrator.patch(`/api/users/${id}/role`, role)).status).toBe(200);
      expect((await real.visitor().post('/api/login', { email: moved.email, password })).status).toBe(401);
    });
  });

  it('ACCT-01 in demo mode, whose mailbox is public, an unverified address becomes an administrator', async () => {
    const administrator = await portal.administrator();
    const { userId } = await portal.member();
    const answer = await administrator.patch(`/api/users/${userId}/role`, { role: 'administrator' });
    expect(answer).toMatchObject({ status: 200, body: { role: 'administrator', emailVerified: false } });
  });
});

describe('a sign-in that is under way', () => {
  const openSessions = (userId: number) =>
    query('select id from sign_in_sessions where user_id = $1 and revoked_at is null', [userId]);

  /** Begins a call after a change that is not committed, and commits once the call waits for it. */
  async function race<Answer>(change: (db: Db) => Promise<unknown>, call: () => Promise<Answer>): Promise<Answer> {
    const { begun } = await portal.database.transaction(async (db) => {
      await change(db);
      const answer = asAnotherCaller(call);
      const isWaiting = () =>
        query(`select 1 from pg_locks where not granted and pid <> pg_backend_pid()
          and pid in (select pid from pg_stat_activity where datname = current_database())`);
      await expect.poll(() => asAnotherCaller(isWaiting)).not.toEqual([]);
      return { begun: answer };
    });
    return begun;
  }

  it('ACCT-01 a sign-in by a password that was compared before the account was emptied is refused and opens nothing', async () => {
    const { member, email } = await registered();
    const origin = { ip: 'console', requestId: 'test' };
    const answer = await race(
      (db) => appointAdministrator({ db, now: new Date(), actor: null, origin }, email, portal.env.publicUrl),
      () => login(email),
    );
    expect([answer.status, answer.body.code]).toEqual([401, 'accounts.wrong-credentials']);
    expect(await openSessions(member.userId)).toEqual([]);
  });

  it('ACCT-01 a sign-in without a code is refused when the second factor was switched on after the password was compared', async () => {
    const { member, email } = await registered();
    const before = await openSessions(member.userId);
    const answer = await race(
      (db) => db.prepared('test.on', 'update users set two_factor_enabled_at = now() where id = $1', [member.userId]),
      () => login(email),
    );
    expect(answer.status).toBe(401);
    expect(await openSessions(member.userId)).toEqual(before);
  });

  it('ACCT-01 a sign-in by a provider whose identity is removed at the same time opens nothing in that account', async () => {
    const owner = portal.visitor();
    const email = 'identity.of.a.moved.address@example.org';
    await identity.come(owner, { email });
    const { id } = (await owner.get('/api/user')).body as { id: number };
    const late = portal.visitor();
    await race(
      async (db) => {
        await db.prepared('test.move', `update users set email = 'moved.on@example.org' where id = $1`, [id]);
        await deleteIdentities(db, id);
        await revokeSignIns(db, id);
      },
      () => identity.come(late, { email }),
    );
    expect(await openSessions(id)).toEqual([]);
    expect((await late.get('/api/user')).body.id).not.toBe(id);
  });
});
