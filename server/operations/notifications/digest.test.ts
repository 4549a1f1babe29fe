import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { insertPurchase, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { unsubscribable } from './rules.ts';

type Person = Client & { userId: number };

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

/** Registers a member with a verified address. */
async function reader(settings: object = {}): Promise<Person> {
  const member = await portal.member();
  await rows('update users set email_verified_at = now() where id = $1', [member.userId]);
  if (Object.keys(settings).length > 0) await member.patch('/api/user/settings', settings);
  return member;
}

async function runDigests(): Promise<void> {
  await rows(`select graphile_worker.add_job('send-digests')`);
  await portal.runJobs();
}

const digestsTo = async ({ userId }: Person) => {
  const [{ email }] = await rows('select email from users where id = $1', [userId]);
  return portal.sentMails.filter(({ to, unsubscribeUrl }) => to === email && unsubscribeUrl);
};

/** Makes every resource old, and deletes all digests. */
beforeEach(async () => {
  await portal.runJobs();
  await rows(`insert into listed_resources select id, '2000-01-03' from resources
    on conflict (resource_id) do update set week = '2000-01-03'`);
  await rows(`delete from mails where dedupe_key like 'digest:%'`);
});

describe('who gets no digest', () => {
  it('SET-02 skips members with Resource Alerts off, with an unverified address, or deleted', async () => {
    const off = await reader({ resourceAlerts: false });
    const unproved = await portal.member();
    const gone = await reader();
    await rows('update users set deleted_at = now() where id = $1', [gone.userId]);
    await insertResource(portal.database);
    await runDigests();
    for (const member of [off, unproved, gone]) expect(await digestsTo(member)).toEqual([]);
  });

  it('mails no digest when no resource is new, or only a draft', async () => {
    const member = await reader();
    await insertResource(portal.database, { is_published: false });
    await runDigests();
    expect(await digestsTo(member)).toEqual([]);
  });

  it('SET-02 names no resource that was listed this week and no longer is', async () => {
    const { id } = await insertResource(portal.database);
    await runDigests();
    expect(await rows('select from listed_resources where resource_id = $1', [id])).toHaveLength(1);
    await rows('update resources set is_published = false where id = $1', [id]);
    const member = await reader();
    await runDigests();
    expect(await digestsTo(member)).toEqual([]);
  });

  it('skips members who own the new resources, and members whom none suits', async () => {
    const [owner, other] = [await reader(), await reader()];
    const old = await insertResource(portal.database, { type: 'book', tags: ['risk'] });
    await rows(`insert into listed_resources values ($1, '2000-01-03')`, [old.id]);
    await insertPurchase(portal.database, { userId: other.userId, resourceId: old.id });
    const fresh = await insertResource(portal.database, { type: 'report', tags: ['people'] });
    await insertPurchase(portal.database, { userId: owner.userId, resourceId: fresh.id });
    await runDigests();
    expect(await digestsTo(owner)).toEqual([]);
    expect(await digestsTo(other)).toEqual([]);
  });
});

describe('a digest', () => {
  it('every reader gets one digest when there are more readers than one transaction writes to (200)', {
    tags: 'long',
  }, async () => {
    await rows(
      `insert into users (email, first_name, last_name, resource_alerts, email_verified_at)
       select 'many-' || n || '@example.org', 'Many', 'Readers', true, now() from generate_series(1, 401) n`,
    );
    await insertResource(portal.database);
    await runDigests();
    await runDigests();
    const sent = portal.sentMails.filter(({ to }) => to.startsWith('many-')).map(({ to }) => to);
    expect([sent.length, new Set(sent).size]).toEqual([401, 401]);
    await rows(`update users set resource_alerts = false where email like 'many-%'`);
  });

  it('a digest is sent once a week, and a resource is news in one week only', async () => {
    const member = await reader();
    const fresh = await insertResource(portal.database, { title: 'A <new> report' });
    await runDigests();
    await insertResource(portal.database, { title: 'Another one' });
    await runDigests();
    const [mail, ...more] = await digestsTo(member);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain('A <new> report');
    expect(mail?.html).toContain('A &lt;new&gt; report');
    expect(mail?.text).toContain(`http://portal.test/resource/${fresh.id}`);
    await rows(`update listed_resources set week = week - 7`);
    await rows(`update mails set dedupe_key = 'last:' || dedupe_key where dedupe_key like 'digest:%'`);
    await runDigests();
    expect(await digestsTo(member)).toHaveLength(1);
  });

  it('SET-03 follows what was opened, and forgets it where Activity Tracking is off', async () => {
    const [tracked, untracked] = [await reader(), await reader({ activityTracking: false })];
    const opened = await insertResource(portal.database, { type: 'book', tags: ['risk'] });
    await rows(`insert into listed_resources values ($1, '2000-01-03')`, [opened.id]);
    for (const { userId } of [tracked, untracked]) {
      await rows('insert into progress_sessions (user_id, resource_id, started_at) values ($1, $2, now())', [
        userId,
        opened.id,
      ]);
    }
    await insertResource(portal.database, { title: 'Suits', tags: ['Risk'] });
    await insertResource(portal.database, { title: 'Does not suit', tags: ['people'] });
    await runDigests();
    const [[suited], [plain]] = [await digestsTo(tracked), await digestsTo(untracked)];
    expect(suited?.text).toContain('Suits (Report)');
    expect(suited?.text).not.toContain('Does not suit');
    expect(plain?.text).toContain('Does not suit');
  });
});

describe('the way out of these mails', () => {
  const alertsOf = async ({ userId }: Person) =>
    (await rows('select resource_alerts from users where id = $1', [userId]))[0].resource_alerts;

  it('the way out of these mails is refused with a link that was changed or is none', async () => {
    for (const token of ['', 'x', 'A'.repeat(60)]) {
      expect(await portal.visitor().post(`/api/unsubscribe?token=${token}`)).toMatchObject({
        status: 400,
        body: { code: 'notifications.link-invalid' },
      });
    }
    expect((await portal.visitor().post('/api/unsubscribe')).status).toBe(400);
  });

  it('SET-22 the way out of these mails is refused when it went to an address that the account no longer has', async () => {
    const member = await reader();
    await insertResource(portal.database);
    await runDigests();
    const [mail] = await digestsTo(member);
    const address = mail?.unsubscribeUrl?.replace('http://portal.test', '') ?? '';
    await rows(`update users set email = 'moved-' || email where id = $1`, [member.userId]);
    expect(await portal.visitor().post(address)).toMatchObject({ body: { code: 'notifications.link-invalid' } });
    expect(await alertsOf(member)).toBe(true);
    await rows(`update users set email = substr(email, 7) where id = $1`, [member.userId]);
    expect((await portal.visitor().post(address)).status).toBe(200);
    expect(await alertsOf(member)).toBe(false);
  });

  it('SET-22 the way out of mails of the version before, which name no address, still works', async () => {
    const member = await reader();
    const token = portal.dependencies.sealer.seal(String(member.userId), unsubscribable.resourceAlerts.purpose);
    const { status } = await portal.visitor().post(`/api/unsubscribe?token=${token.toString('base64url')}`);
    expect([status, await alertsOf(member)]).toEqual([200, false]);
  });

  it('SET-02 the way out of these mails is one click without a sign-in, changes by POST only, and for this reader only', async () => {
    const [member, other] = [await reader(), await reader()];
    await insertResource(portal.database);
    await runDigests();
    const [mail] = await digestsTo(member);
    const address = mail?.unsubscribeUrl?.replace('http://portal.test', '') ?? '';
    expect(mail?.text).toContain(`http://portal.test${address.replace('/api', '')}`);
    const shown = await portal.visitor().get(address);
    expect([shown.status, shown.headers.location]).toEqual([302, address.replace('/api', '')]);
    expect(await alertsOf(member)).toBe(true);
    const click = () =>
      portal.visitor().send({
        method: 'POST',
        url: address,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect([(await click()).status, (await click()).status]).toEqual([200, 200]);
    expect([await alertsOf(member), await alertsOf(other)]).toEqual([false, true]);
  });
});
