import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '#server/app/env.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';
import { findActor } from './session-actions.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal(production);
});
afterAll(() => portal.close());

const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const age = (userId: number) =>
  query(`update sign_in_sessions set signed_in_at = now() - interval '1 hour' where user_id = $1`, [userId]);
const minutes = 60;
const actor = (secret = '') => findActor(portal.database.db, secret, 15 * minutes);

describe('proving again who is signed in', () => {
  it('PERM-05 refuses a wrong or missing password, keeps the session as it is and counts only wrong ones', async () => {
    const member = await portal.member();
    await age(member.userId);
    const before = { ...member.cookies };
    expect((await member.post('/api/user/confirm', {})).body.message).toBe('Password is required');
    const wrong = await member.post('/api/user/confirm', { password: 'not this one' });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'accounts.wrong-password']);
    expect(member.cookies).toEqual(before);
    expect((await actor(before.session))?.isFresh).toBe(false);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await member.post('/api/user/confirm', { password: 'portal-demo' })).status).toBe(200);
    }
  });

  it('PERM-05 makes the sign-in fresh under a new secret; the old one is dead', async () => {
    const member = await portal.member();
    await age(member.userId);
    const old = portal.visitor();
    old.cookies = { ...member.cookies };
    expect((await member.post('/api/user/confirm', { password: 'portal-demo' })).status).toBe(200);
    expect((await actor(member.cookies.session))?.isFresh).toBe(true);
    expect((await old.get('/api/user')).status).toBe(401);
    expect((await member.get('/api/user')).status).toBe(200);
  });

  it('GEN-17 stops guessing after five wrong ones, also for the right one, and leaves other members alone', async () => {
    const member = await portal.member();
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await member.post('/api/user/confirm', { password: 'a guess' })).status).toBe(403);
    }
    const rejected = await member.post('/api/user/confirm', { password: 'portal-demo' });
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect((await member.get('/api/user')).status).toBe(200);
    expect((await (await portal.member()).post('/api/user/confirm', { password: 'portal-demo' })).status).toBe(200);
  });

  it("PERM-05 ACCT-03 recognises a fresh sign-in by the database's clock, for FRESH_SIGN_IN_MINUTES: 15, in demo mode 720", async () => {
    const member = await portal.member();
    const { session = '' } = member.cookies;
    await age(member.userId);
    expect((await findActor(portal.database.db, session, 15 * minutes))?.isFresh).toBe(false);
    expect((await findActor(portal.database.db, session, 12 * 60 * minutes))?.isFresh).toBe(true);
    expect([portal.env.freshSignInMinutes, readEnv({ DEMO: '1' }).freshSignInMinutes]).toEqual([15, 720]);
    const short = await createTestPortal({ FRESH_SIGN_IN_MINUTES: '5' });
    const administrator = await short.administrator();
    const role = () => administrator.patch('/api/users/999999/role', { role: 'user' });
    expect((await role()).status).toBe(404);
    await short.database.pool.query(`update sign_in_sessions set signed_in_at = now() - interval '6 minutes'`);
    expect((await role()).body.code).toBe('accounts.confirm-sign-in');
    await short.close();
  });
});
