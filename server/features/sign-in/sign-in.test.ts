import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';

const password = 'portal-demo';
let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal(production);
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const failuresOf = async (email: string) =>
  (await rows(`select failures from sign_in_failures where email_hash = sha256(convert_to($1, 'UTF8'))`, [email]))[0]
    ?.failures;
const addressOf = async (client: { get: (path: string) => Promise<{ body: { email: string } }> }) =>
  (await client.get('/api/user')).body.email;

describe('a sign-in on a known device', () => {
  it('forgets the failed tries of its own address only, and the session that the browser held', async () => {
    const [member, other] = [await portal.member(), await portal.member()];
    const [email, otherEmail] = [await addressOf(member), await addressOf(other)];
    for (const address of [email, otherEmail]) {
      await portal.visitor().post('/api/login', { email: address, password: 'not this' });
    }
    const copy = portal.visitor();
    copy.cookies = { ...member.cookies };
    expect((await member.post('/api/login', { email: email.toUpperCase(), password })).status).toBe(200);
    expect([await failuresOf(email), await failuresOf(otherEmail)]).toEqual([undefined, 1]);
    expect((await copy.get('/api/user')).status).toBe(401);
    expect([(await member.get('/api/user')).status, (await other.get('/api/user')).status]).toEqual([200, 200]);
  });

  it('asks the database once before the password is tried and once after, and opens no transaction', async () => {
    const member = await portal.member();
    const email = await addressOf(member);
    const { session: _, ...marked } = member.cookies;
    member.cookies = marked;
    const { pool } = portal.database;
    const [query, connect] = [vi.spyOn(pool, 'query'), vi.spyOn(pool, 'connect')];
    expect((await member.post('/api/login', { email, password })).status).toBe(200);
    const names = query.mock.calls.map(([asked]) => (asked as unknown as { name: string }).name);
    // A pool's query takes one of its connections by the same way as a transaction.
    const connected = connect.mock.calls.length;
    query.mockRestore();
    connect.mockRestore();
    expect(names).toEqual(['accounts.find_entry', 'accounts.insert_sign_in']);
    expect(connected).toBe(2);
  });

  it('opens nothing when it cannot be noted, and leaves the session that the browser held', async () => {
    const member = await portal.member();
    const email = await addressOf(member);
    await portal.visitor().post('/api/login', { email, password: 'not this' });
    await portal.database.owner.query(
      'alter table sign_in_sessions add constraint refused check (user_id <> $1) not valid'.replace(
        '$1',
        String(member.userId),
      ),
    );
    const answer = await member.post('/api/login', { email, password });
    await portal.database.owner.query('alter table sign_in_sessions drop constraint refused');
    expect(answer.status).toBe(500);
    expect(await failuresOf(email)).toBe(1);
    expect((await member.get('/api/user')).status).toBe(200);
  });
});

describe('failed tries of one network', () => {
  it('GEN-17 after thirty failed tries a network has to wait, with a right password too, before the password is tried', async () => {
    const member = await portal.member();
    const email = await addressOf(member);
    await rows('delete from limit_counters');
    for (let tries = 0; tries < 30; tries += 1) {
      const answer = await portal.visitor().post('/api/login', { email: `no-account-${tries}@example.org`, password });
      expect(answer.status).toBe(401);
    }
    const before = await rows('select * from sign_in_sessions order by id');
    const refused = await member.post('/api/login', { email, password });
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers['retry-after']);
    expect([seconds > 0, seconds <= 900]).toEqual([true, true]);
    expect(await rows('select * from sign_in_sessions order by id')).toEqual(before);
    await rows(`update limit_counters set expires_at = now() - interval '1 second'`);
    expect((await member.post('/api/login', { email, password })).status).toBe(200);
  });
});
