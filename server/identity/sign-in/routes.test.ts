import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

const form = { email: 'Ada@Example.org', password: 'correct horse', firstName: 'Ada', lastName: 'Byron' };
const count = async (table: string) =>
  (await portal.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

describe('registering', () => {
  it('AUTH-06 AUTH-07 AUTH-08 refuses what is wrong in the specified words and stores nothing', async () => {
    const cases: [object, string][] = [
      [{ ...form, email: 'no-at-sign' }, 'Invalid email address'],
      [{ ...form, email: ['a@example.org', 'b@example.org'] }, 'Invalid email address'],
      [{ ...form, password: '12345' }, 'Password must be at least 6 characters'],
      [{ ...form, firstName: '  ' }, 'First name is required'],
      [{ ...form, firstName: undefined }, 'First name is required'],
      [{ ...form, firstName: 'A\u0000da' }, 'First name contains characters that cannot be stored'],
      [{}, 'Invalid email address'],
    ];
    for (const [body, message] of cases) {
      const answer = await portal.visitor().post('/api/register', body);
      expect(answer.body).toEqual({ code: 'request.invalid', message });
      expect(answer.status).toBe(400);
    }
    expect(await count('users')).toBe(0);
    expect(await count('mails')).toBe(0);
  });

  it('AUTH-09 refuses an empty last name', async () => {
    const answer = await portal.visitor().post('/api/register', { ...form, lastName: '' });
    expect([answer.status, answer.body.message]).toEqual([400, 'Last name is required']);
  });

  it('AUTH-14 AUTH-19 GEN-16 opens an account with the defaults, whatever else the body says', async () => {
    const browser = portal.visitor();
    const answer = await browser.post('/api/register', { ...form, role: 'administrator', emailVerified: true, id: 99 });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      email: 'Ada@Example.org',
      firstName: 'Ada',
      organization: null,
      role: 'user',
      emailVerified: false,
      emailUpdates: true,
      resourceAlerts: true,
      securityAlerts: true,
      marketingEmails: false,
      profileVisible: true,
      activityTracking: true,
      dataCollection: false,
    });
    expect((await browser.get('/api/user')).body).toEqual(answer.body);
  });

  it('AUTH-12 API-02 refuses an address that is in use, without regard to case, and informs its owner by mail', async () => {
    const answer = await portal.visitor().post('/api/register', { ...form, email: 'ADA@example.ORG' });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('An account with this email already exists.');
    expect(await count('users')).toBe(1);
    await portal.runJobs();
    expect(portal.sentMails.map((mail) => mail.to)).toEqual(['Ada@Example.org', 'Ada@Example.org']);
  });
});

describe('signing in', () => {
  it('AUTH-11 refuses an unknown address and a wrong password with the same answer and opens nothing', async () => {
    const before = await count('sign_in_sessions');
    const unknown = await portal
      .visitor()
      .post('/api/login', { email: 'no-account@example.org', password: 'correct horse' });
    const wrong = await portal.visitor().post('/api/login', { email: form.email, password: 'wrong horse' });
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.headers['set-cookie']).toBeUndefined();
    expect(await count('sign_in_sessions')).toBe(before);
  });

  it('GEN-01 AUTH-13 API-01 signs in without regard to the case of the address, by a cookie that scripts cannot read', async () => {
    const browser = portal.visitor();
    const answer = await browser.post('/api/login', { email: 'ada@EXAMPLE.org', password: form.password });
    expect(answer.status).toBe(200);
    const [session, device] = answer.headers['set-cookie'] as string[];
    expect(session).toMatch(/^session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(device).toMatch(/^device=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await browser.get('/api/user')).body.email).toBe('Ada@Example.org');
  });

  it('API-08 answers the account with its fields and the seven settings', async () => {
    const browser = portal.visitor();
    await browser.post('/api/login', form);
    const { body } = await browser.get('/api/user');
    const texts = ['email', 'firstName', 'lastName', 'role', 'createdAt', 'updatedAt'];
    const mails = ['emailUpdates', 'resourceAlerts', 'securityAlerts', 'marketingEmails'];
    const privacy = ['profileVisible', 'activityTracking', 'dataCollection'];
    for (const name of texts) expect([name, typeof body[name]]).toEqual([name, 'string']);
    for (const name of [...mails, ...privacy, 'emailVerified']) {
      expect([name, typeof body[name]]).toEqual([name, 'boolean']);
    }
    expect(body).toMatchObject({ id: expect.any(Number), profileImageUrl: null });
    expect(body).toHaveProperty('organization');
  });

  it('GEN-15 never answers a password or its hash', async () => {
    const browser = portal.visitor();
    const answer = await browser.post('/api/login', form);
    const text = JSON.stringify(answer.body) + JSON.stringify((await browser.get('/api/user')).body);
    expect(text.replaceAll('hasPassword', '')).not.toMatch(/password|argon2|\$m=/i);
  });

  it('gives a new session each time and ends the one that the browser held', async () => {
    const browser = portal.visitor();
    await browser.post('/api/login', form);
    const former = { ...browser.cookies };
    await browser.post('/api/login', form);
    expect(browser.cookies).not.toEqual(former);
    const old = portal.visitor();
    old.cookies = former;
    expect((await old.get('/api/user')).status).toBe(401);
  });

  it('AUTH-15 AUTH-16 API-07 ends the session on the server: the old cookie no longer works', async () => {
    const browser = portal.visitor();
    await browser.post('/api/login', form);
    const copy = portal.visitor();
    copy.cookies = { ...browser.cookies };
    expect((await browser.post('/api/logout')).status).toBe(200);
    expect((await copy.get('/api/user')).status).toBe(401);
    expect((await copy.get('/api/user')).body).toEqual({
      code: 'accounts.sign-in-required',
      message: 'Please sign in.',
    });
  });

  it('GEN-17 makes an address wait after ten failed tries in a row, known or not, and lets the others in', async () => {
    const { email } = (await (await portal.member()).get('/api/user')).body;
    for (const address of [email, 'never-seen@example.org']) {
      for (let tries = 0; tries < 10; tries += 1) {
        expect((await portal.visitor().post('/api/login', { email: address, password: 'not this' })).status).toBe(401);
      }
      const rejected = await portal.visitor().post('/api/login', { email: address, password: 'portal-demo' });
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await portal.visitor().post('/api/login', form)).status).toBe(200);
  });
});

describe('sessions', () => {
  it("end when idle too long or too old, by the database's clock, sooner for administrators", async () => {
    const age = async (client: { userId: number }, column: string, hours: number) =>
      portal.database.pool.query(
        `update sign_in_sessions set ${column} = now() - make_interval(hours => $2) where user_id = $1`,
        [client.userId, hours],
      );
    const member = await portal.member();
    await age(member, 'last_seen_at', 6 * 24);
    expect((await member.get('/api/user')).status).toBe(200);
    await age(member, 'last_seen_at', 8 * 24);
    expect((await member.get('/api/user')).status).toBe(401);
    const administrator = await portal.administrator();
    expect((await administrator.get('/api/user')).body.role).toBe('administrator');
    await age(administrator, 'last_seen_at', 2);
    expect((await administrator.get('/api/user')).status).toBe(401);
    const old = await portal.member();
    await age(old, 'created_at', 31 * 24);
    expect((await old.get('/api/user')).status).toBe(401);
  });
});
