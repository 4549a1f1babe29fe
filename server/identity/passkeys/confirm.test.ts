import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errors } from '#contract/errors.ts';
import type { Passkeys } from '#contract/identity/passkeys.ts';
import { makeKey, Program } from '#tests/support/keys.ts';
import { Assistant } from '#tests/support/mcp.ts';
import { Authenticator, addPasskey, confirmWith, signInWith } from '#tests/support/passkeys.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';

const origin = 'http://portal.localhost';
let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ ...production, ADMIN_PASSKEY: 'required' });
});
afterAll(() => portal.close());

const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const outcome = ({ status, body }: { status: number; body: { code?: unknown } }) => [status, body.code];
const age = (userId: number) =>
  query(`update sign_in_sessions set signed_in_at = now() - interval '1 hour' where user_id = $1`, [userId]);
const notFresh = [403, 'accounts.confirm-sign-in'];

it("PASS-03 an administrator's keys of the portal do what the administrator may do, who needs a passkey", async () => {
  const administrator = await portal.administrator();
  const passkey = await addPasskey(administrator, origin);
  const { token } = await makeKey(administrator, '/api/admin/keys', ['admin:members:read']);
  const program = new Program(portal.app, token);
  expect((await program.get('/api/users')).status).toBe(200);
  expect((await administrator.put('/api/admin/portal-settings', { assistantsMayConnect: true })).status).toBe(200);
  expect((await administrator.delete(`/api/user/passkeys/${passkey.passkeyId}`)).status).toBe(200);
  for (const one of [administrator, program]) {
    expect(outcome(await one.get('/api/users'))).toEqual([403, 'accounts.passkey-required']);
  }
  const assistant = new Assistant(portal.app, token, { publicUrl: origin });
  expect(await assistant.refused('find_member', { search: 'a' })).toBe(errors['accounts.passkey-required'].message);
});

describe('confirming by a passkey', () => {
  it("PASS-03 refuses another member's passkey and a forged answer, keeps the session as it is and counts them", async () => {
    const member = await portal.member();
    const other = await portal.member();
    expect(outcome(await confirmWith(member, new Authenticator(origin)))).toEqual([404, 'accounts.no-passkey']);
    const own = await addPasskey(member, origin);
    const foreign = await addPasskey(other, origin);
    await age(member.userId);
    const before = { ...member.cookies };
    const rejected = [400, 'accounts.passkey-refused'];
    expect(outcome(await confirmWith(member, foreign))).toEqual(rejected);
    expect(outcome(await confirmWith(member, own, { isVerified: false }))).toEqual(rejected);
    expect(outcome(await confirmWith(member, own, { origin: 'http://localhost' }))).toEqual(rejected);
    expect(member.cookies.session).toBe(before.session);
    expect(outcome(await member.post('/api/user/passkeys/options'))).toEqual(notFresh);
    for (let count = 0; count < 2; count += 1) await confirmWith(member, own, { isVerified: false });
    expect((await confirmWith(member, own)).status).toBe(429);
    expect((await confirmWith(other, foreign)).status).toBe(200);
  });

  it('PASS-03 PERM-05 makes the sign-in fresh under a new secret, in place of password and code', async () => {
    const member = await portal.member();
    const passkey = await addPasskey(member, origin);
    const { secret } = (await member.post('/api/user/two-factor/setup')).body as { secret: string };
    const code = TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: Date.now() });
    await member.post('/api/user/two-factor/enable', { code });
    await age(member.userId);
    const old = portal.visitor();
    old.cookies = { ...member.cookies };
    expect(outcome(await member.post('/api/user/passkeys/options'))).toEqual(notFresh);
    expect((await confirmWith(member, passkey)).status).toBe(200);
    expect((await old.get('/api/user')).status).toBe(401);
    expect((await member.post('/api/user/passkeys/options')).status).toBe(200);
  });

  it('PASS-03 SET-19 an account with a passkey alone sets a password after it has confirmed', async () => {
    const member = await portal.member();
    const passkey = await addPasskey(member, origin);
    await query('update users set password_hash = null where id = $1', [member.userId]);
    await age(member.userId);
    const form = { newPassword: 'a chosen pass phrase', confirmPassword: 'a chosen pass phrase' };
    expect(outcome(await member.post('/api/user/change-password', form))).toEqual(notFresh);
    expect((await confirmWith(member, passkey)).status).toBe(200);
    expect((await member.post('/api/user/change-password', form)).status).toBe(200);
    // A first password ends no passkey.
    expect((await signInWith(portal.visitor(), passkey)).status).toBe(200);
  });
});

describe('administrators who must have a passkey', () => {
  it('PASS-03 refuses them all of administration until they have one that works here', async () => {
    const administrator = await portal.administrator();
    const member = await portal.member();
    const form = { firstName: 'A', lastName: 'B', email: 'changed@example.org' };
    const calls = () =>
      Promise.all([
        administrator.get('/api/users'),
        administrator.put(`/api/users/${member.userId}`, form),
        administrator.patch(`/api/users/${member.userId}/role`, { role: 'administrator' }),
      ]);
    const missing = [403, 'accounts.passkey-required'];
    expect((await calls()).map(outcome)).toEqual([missing, missing, missing]);
    expect(outcome(await member.get('/api/users'))).toEqual([403, 'accounts.administrator-required']);
    const isMissing = async () => (await administrator.get<Passkeys>('/api/user/passkeys')).body.isMissing;
    expect(await isMissing()).toBe(true);
    // The rest of the account is open.
    expect((await administrator.get('/api/user')).body.role).toBe('administrator');
    const { passkeyId } = await addPasskey(administrator, origin);
    expect(await isMissing()).toBe(false);
    expect((await administrator.get('/api/users')).status).toBe(200);
    await query(`update passkeys set host = 'former.example.org' where id = $1`, [passkeyId]);
    expect(outcome(await administrator.get('/api/users'))).toEqual(missing);
    const { passkeys } = (await administrator.get<Passkeys>('/api/user/passkeys')).body;
    expect(passkeys.map(({ otherHost }) => otherHost)).toEqual(['former.example.org']);
    await query(`update passkeys set host = 'portal.localhost' where id = $1`, [passkeyId]);
    expect((await administrator.put(`/api/users/${member.userId}`, form)).status).toBe(200);
    expect((await administrator.delete(`/api/user/passkeys/${passkeyId}`)).status).toBe(200);
    const actions = await query(
      `select action from audit_log where object = 'user' and actor_user_id = $1 order by id`,
      [administrator.userId],
    );
    expect(actions.map(({ action }) => action)).toEqual(['add-passkey', 'update', 'remove-passkey']);
  });
});

describe('a portal that offers no passkeys', () => {
  it('PASS-04 refuses all calls but lists and removals, says why, and lets members sign in by password', async () => {
    const off = await createTestPortal({ ...production, PUBLIC_URL: 'http://127.0.0.1:9' });
    const member = await off.member();
    const missing = [404, 'accounts.passkeys-off'];
    for (const path of ['login/passkey/options', 'user/passkeys/options', 'user/confirm/passkey/options']) {
      expect(outcome(await member.post(`/api/${path}`)), path).toEqual(missing);
    }
    expect((await member.get('/api/config')).body.passkeys).toBe(false);
    const { body } = await member.get<Passkeys>('/api/user/passkeys');
    expect(body).toEqual({
      passkeys: [],
      isMissing: false,
      problem:
        'Passkeys are off: the address of this portal is http://127.0.0.1:9, and passkeys need a host name instead of an IP address.',
    });
    expect((await portal.visitor().get('/api/config')).body).toMatchObject({ passkeys: true, adminPasskey: true });
    await off.close();
  });
});
