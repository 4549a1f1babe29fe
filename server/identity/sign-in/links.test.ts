import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { appointAdministrator } from './admin-actions.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ PUBLIC_URL: 'https://learn.example.org', PASSWORD_MIN: '8' });
});
afterAll(() => portal.close());

const linkIn = (text: string) => new URL(/https:\S+token=\S+/.exec(text)?.[0] ?? '');
const verified = async () => {
  const member = await portal.member();
  await query('update users set email_verified_at = now() where id = $1', [member.userId]);
  return { member, email: String((await member.get('/api/user')).body.email) };
};
const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

describe('the verification link', () => {
  it('AUTH-22 the verification link is sent on registering, is on PUBLIC_URL, verifies once by a press and lasts 24 hours', async () => {
    const member = await portal.member();
    await portal.runJobs();
    const link = linkIn(portal.sentMails.at(-1)?.text ?? '');
    expect([link.origin, link.pathname]).toEqual(['https://learn.example.org', '/verify-email']);
    const token = link.searchParams.get('token') ?? '';
    const press = (secret: string) => member.post('/api/verify-email', { token: secret });
    expect((await press(token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')))).status).toBe(400);
    const lifetime = `select extract(epoch from expires_at - created_at)::int as seconds from account_links where user_id = $1`;
    expect(await query(lifetime, [member.userId])).toEqual([{ seconds: 24 * 3600 }]);
    expect((await member.get('/api/user')).body.emailVerified).toBe(false);
    expect((await press(token)).status).toBe(200);
    expect((await member.get('/api/user')).body.emailVerified).toBe(true);
    expect((await press(token)).body.code).toBe('accounts.verification-invalid');
  });
});

describe('the set-password link', () => {
  const appoint = async (email: string) => {
    const origin = { ip: 'console', requestId: 'test' };
    const link = await portal.database.transaction((db) =>
      appointAdministrator({ db, now: new Date(), actor: null, origin }, email, portal.env.publicUrl),
    );
    return new URL(link).searchParams.get('token') ?? '';
  };

  it('RESET-15 API-05 API-06 refuses a missing, unknown or changed token in both calls', async () => {
    const token = await appoint('first@example.org');
    for (const wrong of [undefined, '', 'unknown', `${token}x`, [token]]) {
      const visitor = portal.visitor();
      expect((await visitor.post('/api/validate-reset-token', { token: wrong })).status).toBe(400);
      expect((await visitor.post('/api/reset-password', { token: wrong, password: 'long enough' })).status).toBe(400);
    }
    expect(await query(`select password_hash from users where email = 'first@example.org'`)).toEqual([
      { password_hash: null },
    ]);
  });

  it('BOOT-13 RESET-13 makes an administrator who sets a password once, without signing in', async () => {
    const email = 'host@example.org';
    const token = await appoint(email);
    const browser = portal.visitor();
    expect((await browser.post('/api/validate-reset-token', { token })).status).toBe(200);
    const answer = await browser.post('/api/reset-password', { token, password: 'long enough' });
    expect(answer.status).toBe(200);
    expect(browser.cookies).toEqual({});
    expect((await browser.post('/api/reset-password', { token, password: 'another one' })).body.code).toBe(
      'accounts.invitation-used',
    );
    const signedIn = await browser.post('/api/login', { email, password: 'long enough' });
    expect(signedIn.body).toMatchObject({ role: 'administrator', emailVerified: true });
    expect(browser.cookies['__Host-session']).toBeDefined();
    expect(
      await query(`select action, object from audit_log where after = '"administrator"' order by id`),
    ).toContainEqual({
      action: 'set-role',
      object: 'user',
    });
  });

  it('RESET-16 the set-password link ends every session and every other open link of the account', async () => {
    const { member, email } = await verified();
    const [first, second] = [await appoint(email), await appoint(email)];
    expect(
      (await portal.visitor().post('/api/reset-password', { token: first, password: 'brand new one' })).status,
    ).toBe(200);
    expect((await member.get('/api/user')).status).toBe(401);
    expect((await portal.visitor().post('/api/validate-reset-token', { token: second })).status).toBe(400);
    expect((await portal.visitor().post('/api/login', { email, password: 'portal-demo' })).status).toBe(401);
    expect((await portal.visitor().post('/api/login', { email, password: 'brand new one' })).status).toBe(200);
  });

  it('says what is true of an invitation that is dead, and of a dead reset link what it always says', async () => {
    const { email } = await verified();
    const [used, ended, expired] = [await appoint(email), await appoint(email), await appoint('late@example.org')];
    await portal.visitor().post('/api/forgot-password', { email });
    await portal.runJobs();
    const reset = /reset-password\?token=([\w-]+)/.exec(portal.sentMails.at(-1)?.text ?? '')?.[1];
    const password = 'brand new one';
    expect((await portal.visitor().post('/api/reset-password', { token: used, password })).status).toBe(200);
    await query(
      `update account_links set created_at = created_at - interval '25 hours', expires_at = expires_at - interval '25 hours'
       where user_id = (select id from users where email = 'late@example.org') returning id`,
    );
    for (const [token, code] of [
      [used, 'accounts.invitation-used'],
      [ended, 'accounts.invitation-used'],
      [expired, 'accounts.invitation-expired'],
      [reset, 'accounts.link-invalid'],
    ]) {
      const visitor = portal.visitor();
      expect((await visitor.post('/api/validate-reset-token', { token })).body.code).toBe(code);
      expect((await visitor.post('/api/reset-password', { token, password })).body.code).toBe(code);
    }
  });

  it('exactly one of fifty uses of one set-password link at once sets the password', async () => {
    const token = await appoint('race@example.org');
    const tries = Array.from({ length: 50 }, (_, index) =>
      portal.visitor().post('/api/reset-password', { token, password: `password ${index}` }),
    );
    const statuses = (await Promise.all(tries)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 400, 429].includes(status))).toBe(true);
  });

  it('AUTH-21 asks for PASSWORD_MIN characters wherever a password is set, while signing in checks six', async () => {
    const token = await appoint('short@example.org');
    const sentence = 'Password must be at least 8 characters';
    const fields = { email: 'new@example.org', password: 'seven77', firstName: 'N', lastName: 'N' };
    expect((await portal.visitor().post('/api/reset-password', { token, password: 'seven77' })).body.message).toBe(
      sentence,
    );
    expect((await portal.visitor().post('/api/register', fields)).body.message).toBe(sentence);
    expect((await portal.visitor().post('/api/login', fields)).status).toBe(401);
    expect(await query(`select 1 from users where email = 'new@example.org'`)).toEqual([]);
  });
});
