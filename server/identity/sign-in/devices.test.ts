import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { deviceName } from './rules.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.runJobs();
  portal.sentMails.length = 0;
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
type Listed = { id: number; device: string; ipAddress: string; isCurrent: boolean }[];

async function twoDevices() {
  const member = await portal.member();
  const { email } = (await member.get('/api/user')).body as { email: string };
  const other = portal.visitor();
  await other.post('/api/login', { email, password: 'portal-demo' }, { 'user-agent': firefox });
  return { member, other, email };
}

const newDeviceMails = async () => {
  await portal.runJobs();
  return portal.sentMails.filter((mail) => mail.subject.startsWith('New sign-in'));
};

describe('the devices of a member', () => {
  it("PERM-04 refuses another member's device and leaves it signed in", async () => {
    const { member } = await twoDevices();
    const stranger = await portal.member();
    const [first] = (await member.get<Listed>('/api/user/sign-ins')).body;
    for (const id of [first?.id, 2147483647]) {
      expect((await stranger.delete(`/api/user/sign-ins/${id}`)).body.code).toBe('accounts.sign-in-not-found');
    }
    expect((await stranger.delete('/api/user/sign-ins/abc')).status).toBe(400);
    expect((await stranger.get<Listed>('/api/user/sign-ins')).body).toHaveLength(1);
    expect((await member.get('/api/user')).status).toBe(200);
  });

  it('GEN-10 the devices of a member are listed with the last used first, by name, and say which one asks', async () => {
    const { member, other } = await twoDevices();
    const { body, headers } = await member.get<Listed>('/api/user/sign-ins');
    expect(body.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Firefox on Linux', false],
      ['Unknown device', true],
    ]);
    expect(headers['x-total-count']).toBe('2');
    expect(JSON.stringify(body)).not.toMatch(/token|hash|secret/i);
    const second = await other.get<Listed>('/api/user/sign-ins?page=2&pageSize=1');
    expect([second.body.length, second.headers['x-total-count']]).toEqual([1, '2']);
  });

  it('the devices of a member are signed out one by one or all at once', async () => {
    const { member, other } = await twoDevices();
    const listed = (await member.get<Listed>('/api/user/sign-ins')).body.find(({ isCurrent }) => !isCurrent);
    expect((await member.delete(`/api/user/sign-ins/${listed?.id}`)).status).toBe(200);
    expect((await other.get('/api/user')).status).toBe(401);
    expect((await member.delete(`/api/user/sign-ins/${listed?.id}`)).status).toBe(404);
    expect((await member.get('/api/user')).status).toBe(200);

    const everywhere = await twoDevices();
    const neighbour = await portal.member();
    expect((await everywhere.member.delete('/api/user/sign-ins')).status).toBe(200);
    expect(everywhere.member.cookies.session).toBeUndefined();
    expect((await everywhere.other.get('/api/user')).status).toBe(401);
    expect((await neighbour.get('/api/user')).status).toBe(200);
  });

  it('the devices of a member do not show sessions that have run out', async () => {
    const { member, other } = await twoDevices();
    await portal.database.pool.query(
      `update sign_in_sessions set last_seen_at = now() - interval '8 days' where user_id = $1 and user_agent = $2`,
      [member.userId, firefox],
    );
    expect((await member.get<Listed>('/api/user/sign-ins')).body).toHaveLength(1);
    expect((await other.get('/api/user')).status).toBe(401);
  });
});

describe('a new device', () => {
  it('a new device is reported by mail, but neither the first one nor a known one', async () => {
    const { member, other, email } = await twoDevices();
    const [mail, ...more] = await newDeviceMails();
    expect([mail?.to, more]).toEqual([email, []]);
    expect(mail?.text).toContain('Firefox on Linux');
    portal.sentMails.length = 0;
    for (const known of [member, other]) await known.post('/api/login', { email, password: 'portal-demo' });
    expect(await newDeviceMails()).toEqual([]);
  });

  it('a new device is not reported to a member with security alerts off', async () => {
    const member = await portal.member();
    const { email } = (await member.get('/api/user')).body;
    await member.patch('/api/user/settings', { securityAlerts: false });
    await portal.visitor().post('/api/login', { email, password: 'portal-demo' });
    expect(await newDeviceMails()).toEqual([]);
  });

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
      'Safari on iOS',
    ],
    ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8.5.0', 'Unknown device'],
    ['Something for Windows', 'A browser on Windows'],
    [null, 'Unknown device'],
  ])('a new device is called by browser and system: %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});

describe('sign-ins that are long over', () => {
  const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
  const clear = async () => {
    await rows(`select graphile_worker.add_job('delete-old-sign-ins')`);
    await portal.runJobs();
  };
  const signInsOf = async (userId: number) =>
    (await rows('select id from sign_in_sessions where user_id = $1 order by id', [userId])).map(({ id }) => id);

  it('ACCT-07 links are forgotten 30 days after their end, and counted tries after a day without one', async () => {
    await rows('delete from account_links');
    await rows('delete from sign_in_failures');
    const { member } = await twoDevices();
    await rows('delete from account_links');
    await rows(
      `insert into account_links (user_id, purpose, token_hash, expires_at, used_at)
       select $1, 'set_password', sha256(name::bytea), now() + expires::interval, now() + used::interval
       from (values ('open', '1 hour', null), ('used lately', '-40 days', '-29 days'), ('used', '1 day', '-31 days'),
         ('expired', '-31 days', null)) as link (name, expires, used)`,
      [member.userId],
    );
    await rows(
      `insert into sign_in_failures (email_hash, failures, last_failed_at, blocked_until) values
       ('lately', 3, now() - interval '23 hours', now() - interval '23 hours'), ('waits', 100, now() - interval '2 days', now() + interval '1 hour'),
       ('old', 12, now() - interval '25 hours', now() - interval '1 hour')`,
    );
    await clear();
    expect(await rows('select expires_at > now() as open from account_links order by id')).toEqual([
      { open: true },
      { open: false },
    ]);
    expect(await rows(`select encode(email_hash, 'escape') as name from sign_in_failures order by 1`)).toEqual([
      { name: 'lately' },
      { name: 'waits' },
    ]);
  });

  it('sign-ins that are long over are forgotten after 30 days; those that hold, and the last one of each device, stay', async () => {
    const { member, email } = await twoDevices();
    const add = async (ended: string | null, seen: string, device: string | null) =>
      (
        await rows(
          `insert into sign_in_sessions (user_id, token_hash, device_hash, ip, revoked_at, last_seen_at)
           values ($1, sha256(random()::text::bytea), decode($4, 'hex'), '', now() - $2::interval, now() - $3::interval)
           returning id`,
          [member.userId, ended, seen, device],
        )
      )[0].id;
    const kept = await signInsOf(member.userId);
    const older = await add('40 days', '41 days', 'aa');
    const last = await add('35 days', '36 days', 'aa');
    const recent = await add('29 days', '40 days', null);
    const unmarked = await add('31 days', '31 days', null);
    const idle = await add(null, '31 days', null);
    await clear();
    expect(await signInsOf(member.userId)).toEqual([...kept, last, recent]);
    for (const gone of [older, unmarked, idle]) expect(await signInsOf(member.userId)).not.toContain(gone);
    expect((await member.get('/api/user')).body.email).toBe(email);
    expect((await member.get<Listed>('/api/user/sign-ins')).body).toHaveLength(2);
    await clear();
    expect(await signInsOf(member.userId)).toEqual([...kept, last, recent]);
  });
});
