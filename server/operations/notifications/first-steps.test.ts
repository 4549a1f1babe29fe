import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

/** Registers a member that many days ago. */
async function cameAgo(days: number, { isVerified = true, settings = {} } = {}) {
  const member = await portal.member();
  await member.patch('/api/user/settings', { emailUpdates: true, ...settings });
  const [{ email }] = await rows(
    `update users set created_at = now() - make_interval(days => $2), email_verified_at = $3 where id = $1
     returning email`,
    [member.userId, days, isVerified ? new Date() : null],
  );
  return { ...member, email: String(email) };
}

async function run() {
  await rows(`select graphile_worker.add_job('send-first-steps')`);
  await portal.runJobs();
}
const mailsTo = ({ email }: { email: string }) =>
  portal.sentMails.filter(({ to, subject }) => to === email && subject.startsWith('First steps'));

it('SET-02 first steps go to who came three days ago and has Email Updates on, once', { tags: 'long' }, async () => {
  const reader = await cameAgo(4);
  const others = [
    await cameAgo(4, { settings: { emailUpdates: false } }),
    await cameAgo(4, { isVerified: false }),
    await cameAgo(1),
    await cameAgo(30),
  ];
  const onlyUpdates = await cameAgo(4, {
    settings: { resourceAlerts: false, securityAlerts: false, marketingEmails: false },
  });
  for (const _ of [1, 2]) await run();
  for (const wanted of [reader, onlyUpdates]) expect(mailsTo(wanted)).toHaveLength(1);
  for (const other of others) expect(mailsTo(other)).toEqual([]);
});

it('SET-02 the link of a mail about first steps switches only Email Updates off, by one click', async () => {
  const reader = await cameAgo(4);
  await run();
  const [mail] = mailsTo(reader);
  const address = mail?.unsubscribeUrl?.replace('http://portal.test', '') ?? '';
  const click = await portal.visitor().send({
    method: 'POST',
    url: address,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect([click.status, click.body.message]).toEqual([
    200,
    'Email Updates are off. You can switch them on again under Settings.',
  ]);
  const [user] = await rows('select email_updates, resource_alerts, security_alerts from users where id = $1', [
    reader.userId,
  ]);
  expect(user).toEqual({ email_updates: false, resource_alerts: true, security_alerts: true });
});
