import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestIdentity, type TestIdentity } from '#tests/support/identity.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

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

let people = 0;
const newEmail = () => `person-${++people}@example.org`;
const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

describe('an account without a password', () => {
  const byProvider = async () => {
    const email = newEmail();
    const member = portal.visitor();
    await identity.come(member, { email });
    const { id } = (await member.get('/api/user')).body;
    const age = () =>
      query(`update sign_in_sessions set signed_in_at = now() - interval '16 minutes' where user_id = $1`, [id]);
    return { email, member, age };
  };
  const form = { newPassword: 'a first password', confirmPassword: 'a first password' };

  it('SET-19 confirms by a sign-in of its provider under 15 minutes old, and by no other account', async () => {
    const { email, member, age } = await byProvider();
    await age();
    for (const path of ['change-password', 'two-factor/disable']) {
      expect((await member.post(`/api/user/${path}`, form)).body.code).toBe('accounts.confirm-sign-in');
    }
    const other = await identity.come(member, { email: newEmail() }, '?purpose=confirm');
    expect(other.body.code).toBe('accounts.provider-refused');
    expect((await member.post('/api/user/change-password', form)).status).toBe(403);
    const old = { ...member.cookies };
    const confirmed = await identity.come(member, { email }, '?purpose=confirm');
    expect(confirmed.headers.location).toBe('/confirmed');
    expect(member.cookies.session).not.toBe(old.session);
    expect((await member.post('/api/user/change-password', form)).status).toBe(200);
    expect((await portal.visitor().post('/api/login', { email, password: form.newPassword })).status).toBe(200);
    expect((await member.get('/api/user')).body.hasPassword).toBe(true);
  });

  it('PERM-05 confirms nothing for a visitor', async () => {
    const visitor = portal.visitor();
    const answer = await identity.come(visitor, { email: newEmail() }, '?purpose=confirm');
    expect(answer.status).toBe(401);
    expect((await visitor.get('/api/user')).status).toBe(401);
  });
});
