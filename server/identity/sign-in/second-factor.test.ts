import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { portalOf } from '#server/identity/settings/actions.ts';
import { createSealer } from '#server/platform/security/sealing.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { isOwnSecret, switchOffSecondFactor } from './second-factor-actions.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.runJobs();
  portal.sentMails.length = 0;
});

const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: Date.now() + steps * 30_000 });
const password = 'portal-demo';

/** A member whose second factor is on. */
async function guarded() {
  const member = await portal.member();
  const { email } = (await member.get('/api/user')).body as { email: string };
  const { secret } = (await member.post('/api/user/two-factor/setup')).body as { secret: string };
  const answer = await member.post<{ recoveryCodes: string[] }>('/api/user/two-factor/enable', {
    code: codeOf(secret),
  });
  return { member, email, secret, recoveryCodes: answer.body.recoveryCodes };
}

const signIn = (email: string, code?: string, client: Client = portal.visitor()) =>
  client.post('/api/login', { email, password, code });

describe('setting the second factor up', () => {
  it('SET-11 refuses without a set-up or with a wrong code, and asks for no code until one has confirmed it', async () => {
    const member = await portal.member();
    const { email } = (await member.get('/api/user')).body as { email: string };
    const early = await member.post('/api/user/two-factor/enable', { code: '123456' });
    expect([early.status, early.body.code]).toEqual([409, 'accounts.two-factor-not-set-up']);
    const { secret } = (await member.post('/api/user/two-factor/setup')).body as { secret: string };
    const wrong = await member.post('/api/user/two-factor/enable', { code: codeOf(secret, 20) });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'accounts.wrong-code']);
    expect((await member.get('/api/user')).body.twoFactorEnabled).toBe(false);
    expect((await signIn(email)).status).toBe(200);
  });

  it('PERM-05 needs a fresh sign-in', async () => {
    const member = await portal.member();
    await query(`update sign_in_sessions set signed_in_at = now() - interval '13 hours' where user_id = $1`, [
      member.userId,
    ]);
    for (const step of ['setup', 'enable']) {
      const answer = await member.post(`/api/user/two-factor/${step}`, { code: '123456' });
      expect([answer.status, answer.body.code]).toEqual([403, 'accounts.confirm-sign-in']);
    }
    expect(await query('select 1 from second_factors where user_id = $1', [member.userId])).toEqual([]);
  });

  it('SET-11 SET-18 the second factor is confirmed by a code and answers ten recovery codes; the session is a new one, others end', async () => {
    const member = await portal.member();
    const { email } = (await member.get('/api/user')).body as { email: string };
    const elsewhere = portal.visitor();
    await signIn(email, undefined, elsewhere);
    const setup = (await member.post('/api/user/two-factor/setup')).body as { secret: string; otpauthUrl: string };
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(setup.otpauthUrl).toContain(`secret=${setup.secret}`);
    const old = portal.visitor();
    old.cookies = { ...member.cookies };
    const answer = await member.post<{ recoveryCodes: string[] }>('/api/user/two-factor/enable', {
      code: codeOf(setup.secret).replace(/^.../, '$& '),
    });
    expect(answer.status).toBe(200);
    expect(new Set(answer.body.recoveryCodes).size).toBe(10);
    expect((await member.get('/api/user')).body.twoFactorEnabled).toBe(true);
    for (const ended of [old, elsewhere]) expect((await ended.get('/api/user')).status).toBe(401);
    for (const step of ['setup', 'enable']) {
      const again = await member.post(`/api/user/two-factor/${step}`, { code: codeOf(setup.secret) });
      expect([again.status, again.body.code]).toEqual([409, 'accounts.two-factor-on']);
    }
  });

  it('keeps neither the secret nor a recovery code readable in the database', async () => {
    const { member, secret, recoveryCodes } = await guarded();
    const rows = await query(
      `select encode(sealed_secret, 'escape') as sealed from second_factors where user_id = $1
       union all select encode(code_hash, 'hex') from recovery_codes where user_id = $1`,
      [member.userId],
    );
    expect(rows).toHaveLength(11);
    const text = JSON.stringify(rows);
    for (const one of [secret, ...recoveryCodes]) expect(text).not.toContain(one);
  });
});

describe('signing in with the second factor on', () => {
  it('SET-12 refuses without a code or with a wrong one, says that one is needed, and does not sign in', async () => {
    const { email, secret } = await guarded();
    const before = await query('select count(*) from sign_in_sessions');
    const browser = portal.visitor();
    const without = await signIn(email, undefined, browser);
    expect([without.status, without.body]).toEqual([
      401,
      { code: 'accounts.code-required', message: expect.any(String), twoFactorRequired: true },
    ]);
    for (const code of ['000000', codeOf(secret, 20), codeOf(secret, -20), 'ABCDE-FGHJK']) {
      const rejected = await signIn(email, code, browser);
      expect([rejected.status, rejected.body.code]).toEqual([401, 'accounts.code-refused']);
    }
    expect(browser.cookies).toEqual({});
    expect(await query('select count(*) from sign_in_sessions')).toEqual(before);
  });

  it('AUTH-11 says nothing about the second factor to a wrong password', async () => {
    const { email, secret } = await guarded();
    const answer = await portal.visitor().post('/api/login', { email, password: 'a guess', code: codeOf(secret) });
    expect(answer.body).toEqual({ code: 'accounts.wrong-credentials', message: 'Wrong email or password.' });
  });

  it('SET-12 signs in with a right code, once: of five tries at once exactly one gets in', async () => {
    const { email, secret } = await guarded();
    const code = codeOf(secret, 1);
    const tries = await Promise.all(Array.from({ length: 5 }, () => signIn(email, code)));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await signIn(email, code)).body.code).toBe('accounts.code-refused');
    // A code older than one that was used is no longer taken either.
    expect((await signIn(email, codeOf(secret, 0))).body.code).toBe('accounts.code-refused');
  });

  it('SET-18 takes each recovery code once, however it is typed, and none of another member', async () => {
    const { email, recoveryCodes } = await guarded();
    const stranger = await guarded();
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(stranger.email, first)).status).toBe(401);
    expect((await signIn(email, first)).status).toBe(200);
    expect((await signIn(email, first)).status).toBe(401);
    expect((await signIn(email, ` ${second.toLowerCase().replace('-', '')} `)).status).toBe(200);
  });

  it('GEN-17 makes the address wait after ten wrong codes, and a missing one does not count', async () => {
    const { email, recoveryCodes } = await guarded();
    for (let tries = 0; tries < 12; tries += 1) expect((await signIn(email)).status).toBe(401);
    for (let tries = 0; tries < 10; tries += 1) expect((await signIn(email, '000000')).status).toBe(401);
    expect((await signIn(email, recoveryCodes[0])).status).toBe(429);
  });

  it.each([
    ['POST', '/api/user/confirm', {}],
    ['POST', '/api/user/two-factor/disable', {}],
    [
      'POST',
      '/api/user/change-password',
      { currentPassword: password, newPassword: 'another pass phrase', confirmPassword: 'another pass phrase' },
    ],
    ['DELETE', '/api/user', {}],
  ] as const)(
    'PERM-05 SET-11 %s %s asks for the password and a code, each wrong or missing one is refused',
    async (method, url, extra) => {
      const { member, email, recoveryCodes } = await guarded();
      const send = (proof: object) => member.send({ method, url, payload: { password, ...extra, ...proof } });
      const codes = async (...proofs: object[]) => {
        const answers = [];
        for (const proof of proofs) answers.push((await send(proof)).body.code);
        return answers;
      };
      const { cookies } = member;
      expect(await codes({}, { code: '000000' }, { code: 'ABCDE-FGHJK' })).toEqual([
        'accounts.second-factor-required',
        'accounts.wrong-code',
        'accounts.wrong-code',
      ]);
      const [first, second] = recoveryCodes;
      const wrong = { password: 'a guess', currentPassword: 'a guess', code: first };
      expect(await codes(wrong)).toEqual(['accounts.wrong-password']);
      expect(member.cookies).toEqual(cookies);
      expect((await member.get('/api/user')).body.twoFactorEnabled).toBe(true);
      // A refused password uses no recovery code up; an accepted one does.
      expect((await send({ code: first })).status).toBe(200);
      if (url === '/api/user/confirm') expect(await codes({ code: first })).toEqual(['accounts.wrong-code']);
      if (url === '/api/user/change-password') {
        expect((await member.post('/api/user/confirm', { password: 'another pass phrase', code: second })).status).toBe(
          200,
        );
      }
      if (method === 'DELETE') expect((await signIn(email, second)).status).toBe(401);
    },
  );

  it('PERM-05 no code replaces the password of an account that has one', async () => {
    const { member, secret } = await guarded();
    const answer = await member.post('/api/user/confirm', { code: codeOf(secret, 1) });
    expect([answer.status, answer.body.message]).toEqual([400, 'Password is required']);
  });

  it('RESET-16 SET-18 a reset does not switch it off once the address is verified', async () => {
    const { member, email, secret } = await guarded();
    await query('update users set email_verified_at = now() where id = $1', [member.userId]);
    await portal.visitor().post('/api/forgot-password', { email });
    await portal.runJobs();
    const mail = portal.sentMails.find(({ subject }) => subject.startsWith('Reset'));
    const token = /token=(\S+)/.exec(mail?.text ?? '')?.[1];
    await portal.visitor().post('/api/reset-password', { token, password });
    expect((await signIn(email)).body.twoFactorRequired).toBe(true);
    expect((await signIn(email, codeOf(secret, 1))).status).toBe(200);
  });
});

describe('switching the second factor off', () => {
  it('SET-11 needs the password and a code, replaces the session and informs by mail', async () => {
    const { member, email, secret } = await guarded();
    for (const [body, status] of [
      [{}, 400],
      [{ password: 'a guess' }, 403],
      [{ password }, 403],
    ] as const) {
      expect((await member.post('/api/user/two-factor/disable', body)).status).toBe(status);
    }
    expect((await signIn(email)).body.twoFactorRequired).toBe(true);
    const old = { ...member.cookies };
    expect((await member.post('/api/user/two-factor/disable', { password, code: codeOf(secret, 1) })).status).toBe(200);
    expect(member.cookies.session).not.toBe(old.session);
    expect((await member.get('/api/user')).body.twoFactorEnabled).toBe(false);
    expect((await signIn(email)).status).toBe(200);
    await portal.runJobs();
    const mails = portal.sentMails.filter(({ subject }) => /turned off/.test(subject));
    expect(mails.map(({ to }) => to)).toEqual([email]);
    expect(await query('select 1 from second_factors where user_id = $1', [member.userId])).toEqual([]);
  });

  it('SET-18 the second factor is switched off by an administrator with a line in the audit log and a mail to the member', async () => {
    const { member, email } = await guarded();
    const administrator = await portal.administrator();
    const act = () =>
      portal.database.transaction((db) => {
        const actor = {
          userId: administrator.userId,
          role: 'administrator',
          signInId: 1,
          signedInSecondsAgo: 0,
          connectionId: null,
          isFresh: true,
          allowsCounting: false,
          timeZone: 'UTC',
        } as const;
        const ctx = { db, now: new Date(), actor, origin: { ip: '', requestId: `test-${member.userId}` } };
        return switchOffSecondFactor(ctx, member.userId, portalOf(portal.env));
      });
    await act();
    await act();
    expect((await signIn(email)).status).toBe(200);
    expect(
      await query(`select actor_user_id, object_id from audit_log where action = 'switch-off-second-factor'`),
    ).toEqual([{ actor_user_id: administrator.userId, object_id: String(member.userId) }]);
    await portal.runJobs();
    const mails = portal.sentMails.filter(({ subject }) => /turned off/.test(subject));
    expect(mails.map(({ to, text }) => [to, text.includes('An administrator has')])).toEqual([[email, true]]);
  });
});

describe("the installation's secret", () => {
  it("the installation's secret is known again; another one is refused while anything is sealed with the first", async () => {
    const { db } = portal.database;
    await guarded();
    await query('update installation set secret_check = null');
    expect(await isOwnSecret(db, createSealer('the secret of a portal under test'))).toBe(true);
    expect(await isOwnSecret(db, createSealer('another'))).toBe(false);
    await query('update users set two_factor_enabled_at = null');
    await query('delete from second_factors');
    expect(await isOwnSecret(db, createSealer('another'))).toBe(true);
  });
});
