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
  it('forgets the failed tries of its own device, and ends the session that the browser held', async () => {
    const [member, other] = [await portal.member(), await portal.member()];
    const [email, otherEmail] = [await addressOf(member), await addressOf(other)];
    const known = async () => (await rows('select count(*)::int as n from sign_in_failures'))[0].n;
    for (const address of [email, otherEmail]) {
      await portal.visitor().post('/api/login', { email: address, password: 'not this' });
    }
    await member.post('/api/login', { email, password: 'not this' });
    expect(await known()).toBe(3);
    const copy = portal.visitor();
    copy.cookies = { ...member.cookies };
    expect((await member.post('/api/login', { email: email.toUpperCase(), password })).status).toBe(200);
    expect([await known(), await failuresOf(email), await failuresOf(otherEmail)]).toEqual([2, 1, 1]);
    expect((await copy.get('/api/user')).status).toBe(401);
    expect([(await member.get('/api/user')).status, (await other.get('/api/user')).status]).toEqual([200, 200]);
    expect((await portal.visitor().post('/api/login', { email, password })).status).toBe(200);
    expect([await failuresOf(email), await failuresOf(otherEmail)]).toEqual([undefined, 1]);
  });

  it('asks the database for the domain and the attempts before the password is tried, and once after, and opens no transaction', async () => {
    const member = await portal.member();
    const email = await addressOf(member);
    const { session: _, ...marked } = member.cookies;
    member.cookies = marked;
    const { pool } = portal.database;
    const [query, connect] = [vi.spyOn(pool, 'query'), vi.spyOn(pool, 'connect')];
    expect((await member.post('/api/login', { email, password })).status).toBe(200);
    const names = query.mock.calls.map(([asked]) => (asked as unknown as { name: string }).name);
    // A pool's query calls `connect` as a transaction does.
    const connected = connect.mock.calls.length;
    query.mockRestore();
    connect.mockRestore();
    expect(names).toEqual(['connections.find_by_domain', 'accounts.count_attempt', 'accounts.insert_sign_in']);
    expect(connected).toBe(3);
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
  it('GEN-17 ACCT-04 after thirty failed tries of a network its unknown devices wait, with a right password too, and known devices never do', async () => {
    const member = await portal.member();
    const email = await addressOf(member);
    await rows('delete from limit_counters');
    for (let tries = 0; tries < 30; tries += 1) {
      const answer = await portal.visitor().post('/api/login', { email: `no-account-${tries}@example.org`, password });
      expect(answer.status).toBe(401);
    }
    const before = await rows('select * from sign_in_sessions order by id');
    const rejected = await portal.visitor().post('/api/login', { email, password });
    expect(rejected.status).toBe(429);
    const seconds = Number(rejected.headers['retry-after']);
    expect([seconds > 0, seconds <= 900]).toEqual([true, true]);
    expect(await rows('select * from sign_in_sessions order by id')).toEqual(before);
    expect(await failuresOf(email)).toBe(0);
    expect((await member.post('/api/login', { email, password })).status).toBe(200);
    await rows('delete from limit_counters');
    expect((await portal.visitor().post('/api/login', { email, password })).status).toBe(200);
  });

  it('ACCT-04 no more than thirty of a burst of wrong passwords from one network are compared', async () => {
    await rows('delete from limit_counters');
    const tries = Array.from({ length: 50 }, (_, index) =>
      portal.visitor().post('/api/login', { email: `nowhere-${index}@example.org`, password }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });
});

describe('a member whose address a stranger tries passwords for', () => {
  const attack = async (email: string, tries: number) => {
    for (let count = 0; count < tries; count += 1) {
      await rows('delete from limit_counters');
      await rows('update sign_in_failures set blocked_until = now()');
      const answer = await portal.visitor().post('/api/login', { email, password: 'a guess' });
      expect(answer.status).toBe(401);
    }
  };
  const resetTokenOf = async (email: string) => {
    await rows('delete from limit_counters');
    await portal.visitor().post('/api/forgot-password', { email });
    await portal.runJobs();
    const mail = portal.sentMails.findLast(({ to, subject }) => to === email && subject.startsWith('Reset'));
    return /token=(\S+)/.exec(mail?.text ?? '')?.[1];
  };

  it('ACCT-04 a member signs in on a known device whatever a stranger tried; its own wrong passwords count apart', async () => {
    const member = await portal.member();
    const email = await addressOf(member);
    await attack(email, 10);
    expect((await portal.visitor().post('/api/login', { email, password })).status).toBe(429);
    expect((await member.post('/api/login', { email, password })).status).toBe(200);
    expect(await failuresOf(email)).toBe(10);
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await member.post('/api/login', { email, password: 'not this' })).status).toBe(401);
    }
    expect((await member.post('/api/login', { email, password })).status).toBe(429);
    expect(await failuresOf(email)).toBe(10);
  });

  it('ACCT-04 a reset lets the member sign in on an unknown device and forgets the tries of every device', async () => {
    const member = await portal.member();
    const email = await addressOf(member);
    for (let tries = 0; tries < 11; tries += 1) await member.post('/api/login', { email, password: 'not this' });
    await attack(email, 12);
    const token = await resetTokenOf(email);
    expect((await portal.visitor().post('/api/login', { email, password })).status).toBe(429);
    expect((await portal.visitor().post('/api/reset-password', { token, password: 'a new one' })).status).toBe(200);
    expect(await failuresOf(email)).toBeUndefined();
    for (const device of [portal.visitor(), member]) {
      expect((await device.post('/api/login', { email, password: 'a new one' })).status).toBe(200);
    }
  });

  it('ACCT-04 after 100 wrong passwords an unknown device is offered a mailed link that leads in, for known and unknown addresses', async () => {
    const member = await portal.member();
    const email = await addressOf(member);
    const locked = { status: 429, body: { code: 'accounts.sign-in-locked' } };
    for (const address of [email, 'locked-and-unknown@example.org']) {
      await attack(address, 1);
      await rows(`update sign_in_failures set failures = 99 where email_hash = sha256(convert_to($1, 'UTF8'))`, [
        address,
      ]);
      await attack(address, 1);
      const rejected = await portal.visitor().post('/api/login', { email: address, password });
      expect(rejected).toMatchObject(locked);
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    }
    expect((await member.post('/api/login', { email, password })).status).toBe(200);
    const token = await resetTokenOf(email);
    await portal.visitor().post('/api/reset-password', { token, password: 'a new one' });
    expect((await portal.visitor().post('/api/login', { email, password: 'a new one' })).status).toBe(200);
  });

  it('ACCT-04 no more than ten of a burst of wrong passwords for one address are compared', async () => {
    const email = await addressOf(await portal.member());
    await rows('delete from limit_counters');
    const burst = Array.from({ length: 25 }, () => portal.visitor().post('/api/login', { email, password: 'a guess' }));
    const statuses = (await Promise.all(burst)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    expect(await failuresOf(email)).toBe(10);
  });

  it('ACCT-04 two sign-ins at the same moment on unknown devices both lead in', async () => {
    const email = await addressOf(await portal.member());
    await portal.visitor().post('/api/login', { email, password: 'not this' });
    const first = await portal.database.owner.connect();
    await first.query('begin');
    await first.query(`select from sign_in_failures where email_hash = sha256(convert_to($1, 'UTF8')) for update`, [
      email,
    ]);
    const second = portal.visitor().post('/api/login', { email, password });
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await rows(isWaiting)).length).toBe(1);
    // A correct password whose attempt began later leaves this state.
    await first.query(
      `update sign_in_failures set blocked_until = clock_timestamp() where email_hash = sha256(convert_to($1, 'UTF8'))`,
      [email],
    );
    await first.query('commit');
    first.release();
    expect((await second).status).toBe(200);
  });

  it('ACCT-04 LOCKOUT_FAILURES says after how many wrong passwords a mailed link is needed', async () => {
    const strict = await createTestPortal({ LOCKOUT_FAILURES: '3' });
    const login = () => strict.visitor().post('/api/login', { email: 'any@example.org', password: 'a guess' });
    for (const code of ['wrong-credentials', 'wrong-credentials', 'wrong-credentials', 'sign-in-locked']) {
      expect((await login()).body.code).toBe(`accounts.${code}`);
    }
    await strict.close();
  });
});
