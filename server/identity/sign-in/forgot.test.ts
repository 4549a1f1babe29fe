import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ PUBLIC_URL: 'https://learn.example.org' });
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.runJobs();
  portal.sentMails.length = 0;
});

const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const ask = (email: unknown, headers = {}) => portal.visitor().post('/api/forgot-password', { email }, headers);
const newMember = async () => {
  const member = await portal.member();
  const { email } = (await member.get('/api/user')).body as { email: string };
  await portal.runJobs();
  portal.sentMails.length = 0;
  return { member, email };
};
const tokenIn = (text = '') => new URL(/https:\S+token=\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? '';

describe('a forgotten password', () => {
  it('RESET-03 refuses anything but one address, and sends nothing', async () => {
    const { email } = await newMember();
    for (const wrong of [
      undefined,
      '',
      'no-at-sign',
      [email],
      { email },
      `${email},evil@example.org`,
      `${email}\r\nBcc: a@b.c`,
      `${email}\u0000`,
      `${email}\ud800`,
    ]) {
      expect((await ask(wrong)).body).toEqual({ code: 'request.invalid', message: 'Invalid email address' });
    }
    await portal.runJobs();
    expect(portal.sentMails).toEqual([]);
  });

  it('RESET-04 API-04 answers an unknown address as a known one, does the same for it, and sends no mail', async () => {
    const { email } = await newMember();
    const known = await ask(email.toUpperCase());
    const unknown = await ask('never-seen@example.org');
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(await query(`select task_identifier from graphile_worker.jobs`)).toEqual([
      { task_identifier: 'send-reset-link' },
      { task_identifier: 'send-reset-link' },
    ]);
    await portal.runJobs();
    expect(portal.sentMails.map((mail) => mail.to)).toEqual([email]);
  });

  it('RESET-03 RESET-12 RESET-17 mails a link on PUBLIC_URL, whatever host asked, good for one hour', async () => {
    const { email } = await newMember();
    await ask(email, { host: 'evil.test', 'x-forwarded-host': 'evil.test' });
    await portal.runJobs();
    const [mail] = portal.sentMails;
    expect(mail?.text).toMatch(/^https:\/\/learn\.example\.org\/reset-password\?token=[\w-]{43}$/m);
    expect(mail?.text).not.toContain('evil.test');
    expect(mail?.html).toContain('https://learn.example.org/reset-password?token=');
    const token = tokenIn(mail?.text);
    const [link] = await query(
      `select extract(epoch from expires_at - created_at)::int as seconds from account_links where purpose = 'set_password'
       order by id desc limit 1`,
    );
    expect(link).toEqual({ seconds: 3600 });
    expect((await portal.visitor().post('/api/validate-reset-token', { token })).status).toBe(200);
    await query(`update account_links set expires_at = now() where purpose = 'set_password'`);
    expect((await portal.visitor().post('/api/validate-reset-token', { token })).status).toBe(400);
    expect((await portal.visitor().post('/api/reset-password', { token, password: 'brand new one' })).status).toBe(400);
  });

  it('RESET-09 RESET-13 RESET-16 resets once, ends the other links and every session, and does not sign in', async () => {
    const { member, email } = await newMember();
    await ask(email);
    await ask(email);
    await portal.runJobs();
    const [first = '', second = ''] = portal.sentMails.map((mail) => tokenIn(mail.text));
    const browser = portal.visitor();
    expect((await browser.post('/api/reset-password', { token: first, password: 'brand new one' })).status).toBe(200);
    expect(browser.cookies).toEqual({});
    expect((await member.get('/api/user')).status).toBe(401);
    for (const token of [first, second]) {
      expect((await browser.post('/api/validate-reset-token', { token })).status).toBe(400);
      expect((await browser.post('/api/reset-password', { token, password: 'another one' })).status).toBe(400);
    }
    expect((await browser.post('/api/login', { email, password: 'portal-demo' })).status).toBe(401);
    expect((await browser.post('/api/login', { email, password: 'brand new one' })).status).toBe(200);
    await portal.runJobs();
    expect(portal.sentMails.map((mail) => mail.subject)).toContain('Your RAPP Learning password was changed');
  });
});

describe('asking again and again', () => {
  it('asking again is stopped per address, whether it has an account or not, and per network', async () => {
    const strict = await createTestPortal(production);
    const again = (email: string) => strict.visitor().post('/api/forgot-password', { email });
    for (const email of ['known@example.org', 'unknown@example.org']) {
      expect((await again(email)).status).toBe(200);
      // If a minute ends between two calls, the second call still succeeds and the third is rejected.
      const rejected = await vi.waitFor(async () => {
        const reply = await again(email.toUpperCase());
        expect(reply.status).toBe(429);
        return reply;
      });
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    }
    for (let calls = 4; calls < 10; calls += 1) expect((await again(`person-${calls}@example.org`)).status).toBe(200);
    expect((await again('last@example.org')).status).toBe(429);
    await strict.close();
  });
});
