import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ PASSWORD_MIN: '8' });
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.runJobs();
  portal.sentMails.length = 0;
});

const defaults = {
  emailUpdates: true,
  resourceAlerts: true,
  securityAlerts: true,
  marketingEmails: false,
  profileVisible: true,
  activityTracking: true,
  dataCollection: false,
};

describe('the profile', () => {
  it('PROF-08 API-27 refuses an empty first or last name and changes nothing', async () => {
    const member = await portal.member();
    const before = (await member.get('/api/user')).body;
    const cases: [object, string][] = [
      [{ firstName: ' ', lastName: 'B' }, 'First name is required'],
      [{ firstName: 'A', lastName: '' }, 'Last name is required'],
      [{ firstName: null }, 'First name is required'],
      [{ firstName: 'A'.repeat(101) }, 'First name must be at most 100 characters'],
    ];
    for (const [body, message] of cases) {
      const answer = await member.patch('/api/user/profile', body);
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
    expect((await member.get('/api/user')).body).toEqual(before);
  });

  it('PROF-05 PROF-06 GEN-16 changes names and organization and nothing else', async () => {
    const member = await portal.member();
    const other = await portal.member();
    const before = (await member.get('/api/user')).body;
    const otherBefore = (await other.get('/api/user')).body;
    const changed = { firstName: 'Ada', lastName: 'Byron', organization: 'Analytical Society' };
    const protectedFields = { role: 'administrator', email: 'x@evil.test', id: other.userId, emailVerified: true };
    const answer = await member.patch('/api/user/profile', { ...changed, ...protectedFields });
    expect(answer.status).toBe(200);
    const { updatedAt } = answer.body;
    expect(answer.body).toEqual({ ...before, ...changed, updatedAt });
    expect((await member.get('/api/user')).body).toEqual(answer.body);
    expect((await other.get('/api/user')).body).toEqual(otherBefore);
    expect((await member.patch('/api/user/profile', { organization: ' ' })).body).toMatchObject({
      firstName: 'Ada',
      organization: null,
    });
  });
});

describe('the settings', () => {
  it('SET-17 refuses anything but booleans and changes nothing', async () => {
    const member = await portal.member();
    for (const wrong of ['true', 1, null, 'yes', [true]]) {
      expect((await member.patch('/api/user/settings', { dataCollection: true, emailUpdates: wrong })).status).toBe(
        400,
      );
    }
    expect((await member.get('/api/user')).body).toMatchObject(defaults);
  });

  it('SET-04 API-28 changes only what is given and answers all seven', async () => {
    const member = await portal.member();
    const answer = await member.patch('/api/user/settings', { emailUpdates: false, marketingEmails: true, role: 'x' });
    expect(answer.body).toEqual({ ...defaults, emailUpdates: false, marketingEmails: true });
    expect((await member.patch('/api/user/settings', {})).body).toEqual(answer.body);
    expect((await member.get('/api/user')).body).toMatchObject(answer.body);
  });
});

describe('the time zone', () => {
  it('SET-21 the time zone is refused for visitors, offsets, unknown names and anything but a name, and changes nothing', async () => {
    expect((await portal.visitor().patch('/api/user/profile', { timeZone: 'Pacific/Auckland' })).status).toBe(401);
    const member = await portal.member();
    for (const timeZone of ['', '+12:00', 'Mars/Olympus_Mons', 'UTC; drop table', null, 12, ['UTC']]) {
      const answer = await member.patch('/api/user/profile', { timeZone });
      expect([answer.status, answer.body.message]).toEqual([400, 'This time zone is not known']);
    }
    expect((await member.get('/api/user')).body).toMatchObject({ timeZone: null });
  });

  it('SET-21 the time zone is kept for the caller alone, and is no change of the profile that others see', async () => {
    const [member, other] = [await portal.member(), await portal.member()];
    const before = (await member.get('/api/user')).body;
    const changed = await member.patch('/api/user/profile', { timeZone: 'Pacific/Auckland' });
    expect(changed.body).toEqual({ ...before, timeZone: 'Pacific/Auckland' });
    await member.patch('/api/user/profile', { lastName: 'Rewi' });
    expect((await member.get('/api/user')).body).toMatchObject({ timeZone: 'Pacific/Auckland', lastName: 'Rewi' });
    expect((await other.get('/api/user')).body).toMatchObject({ timeZone: null });
  });
});

describe('changing the password', () => {
  const change = { currentPassword: 'portal-demo', newPassword: 'a better one', confirmPassword: 'a better one' };

  it('SET-08 SET-09 AUTH-21 refuses what does not match, is short, or comes without the current password', async () => {
    const member = await portal.member();
    const { email } = (await member.get('/api/user')).body;
    const cases: [object, number, string][] = [
      [{ ...change, confirmPassword: 'another' }, 400, "New password and confirmation don't match."],
      [
        { ...change, newPassword: 'short77', confirmPassword: 'short77' },
        400,
        'Password must be at least 8 characters',
      ],
      [{ ...change, newPassword: '12345', confirmPassword: '12345' }, 400, 'Password must be at least 6 characters'],
      [{ ...change, currentPassword: 'not this one' }, 403, 'The current password is wrong.'],
      [{ ...change, currentPassword: undefined }, 400, 'Password is required'],
    ];
    for (const [body, status, message] of cases) {
      const answer = await member.post('/api/user/change-password', body);
      expect([answer.status, answer.body.message]).toEqual([status, message]);
    }
    expect((await member.get('/api/user')).status).toBe(200);
    expect((await portal.visitor().post('/api/login', { email, password: 'portal-demo' })).status).toBe(200);
  });

  it('SET-07 API-29 sets the new password, renews this session, ends all others and sends a mail', async () => {
    const member = await portal.member();
    const { email } = (await member.get('/api/user')).body as { email: string };
    const elsewhere = portal.visitor();
    await elsewhere.post('/api/login', { email, password: 'portal-demo' });
    const old = portal.visitor();
    old.cookies = { ...member.cookies };
    expect((await member.post('/api/user/change-password', change)).status).toBe(200);
    expect((await member.get('/api/user')).status).toBe(200);
    for (const ended of [elsewhere, old]) expect((await ended.get('/api/user')).status).toBe(401);
    expect((await portal.visitor().post('/api/login', { email, password: 'portal-demo' })).status).toBe(401);
    expect((await elsewhere.post('/api/login', { email, password: 'a better one' })).status).toBe(200);
    await portal.runJobs();
    expect(portal.sentMails.filter((mail) => /password was changed/.test(mail.subject)).map((mail) => mail.to)).toEqual(
      [email],
    );
  });

  it('ACCT-04 wrong current passwords count apart from signing in, and of a burst no more are compared than the limit', {
    tags: 'long',
  }, async () => {
    const strict = await createTestPortal(production);
    const member = await strict.member();
    const { email } = (await member.get('/api/user')).body;
    const guesses = Array.from({ length: 12 }, () =>
      member.post('/api/user/change-password', { ...change, currentPassword: 'a guess' }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    expect((await strict.visitor().post('/api/login', { email, password: 'portal-demo' })).status).toBe(200);
    await strict.close();
  });
});
