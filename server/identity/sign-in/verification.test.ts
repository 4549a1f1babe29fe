import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  // Outside demo mode the limits are the narrow ones.
  portal = await createTestPortal(production);
});
afterAll(() => portal.close());

const resend = (client: Client) => client.post('/api/user/verification-mail');
const emailOf = async (client: Client) => String((await client.get('/api/user')).body.email);
const linksTo = async (email: string) => {
  await portal.runJobs();
  return portal.sentMails
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /http\S+\/verify-email\?token=(\S+)/.exec(text)?.[1] ?? []);
};
const forget = () => portal.database.pool.query('delete from limit_counters');

describe('another verification mail', () => {
  it('PERM-01 another verification mail is refused to visitors, and to members with a verified address', async () => {
    expect((await resend(portal.visitor())).status).toBe(401);
    const member = await portal.member();
    await portal.database.pool.query('update users set email_verified_at = now() where id = $1', [member.userId]);
    const email = await emailOf(member);
    const before = (await linksTo(email)).length;
    expect(await resend(member)).toMatchObject({ status: 409, body: { code: 'accounts.email-verified' } });
    expect((await linksTo(email)).length).toBe(before);
  });

  it('AUTH-22 another verification mail holds a link that verifies the address, once; the one before stays good until then', async () => {
    const member = await portal.member();
    const email = await emailOf(member);
    expect((await resend(member)).status).toBe(200);
    const token = (await linksTo(email)).at(-1) ?? '';
    expect((await member.post('/api/verify-email', { token })).status).toBe(200);
    expect((await member.get('/api/user')).body.emailVerified).toBe(true);
    const again = await member.post('/api/verify-email', { token });
    expect(again).toMatchObject({ status: 400, body: { code: 'accounts.verification-invalid' } });
    // A person with the used link learns that nothing is left to do; a made-up one reveals nothing.
    for (const client of [member, portal.visitor()]) {
      const opened = await client.post('/api/verify-email/check', { token });
      expect([opened.status, opened.body.message]).toEqual([409, 'Your email address is already verified.']);
    }
    const unknown = await member.post('/api/verify-email/check', {
      token: token.replace(/^./, 'A').replace(/.$/, 'B'),
    });
    expect(unknown.body.code).toBe('accounts.verification-invalid');
  });

  it('another verification mail can be asked for once a minute and five times a day', async () => {
    await forget();
    const [member, other] = [await portal.member(), await portal.member()];
    const email = await emailOf(member);
    const before = (await linksTo(email)).length;
    expect([(await resend(member)).status, (await resend(member)).status]).toEqual([200, 429]);
    expect((await resend(other)).status).toBe(200);
    expect((await linksTo(email)).length).toBe(before + 1);
  });
});
