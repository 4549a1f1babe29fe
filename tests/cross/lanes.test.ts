import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { laneOf, lanes, portalTasks } from '#server/app/tasks.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { type JobRunner, startJobs } from '#server/platform/jobs/jobs.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const patience = { timeout: 60_000 };

let portal: TestPortal;
let runner: JobRunner | null = null;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(async () => {
  await runner?.stop();
  await portal.close();
});

it('OPS-04 a lane is named for tasks that exist only', () => {
  const { dependencies } = portal;
  // Safe because the Stripe client is only passed on here.
  const stripe = {} as NonNullable<typeof dependencies.stripe>;
  const mailSender = { send: async () => {}, close: () => {} };
  const tasks = Object.keys(portalTasks({ ...dependencies, mailSender, stripe }));
  expect(Object.keys(lanes).filter((task) => !tasks.includes(task))).toEqual([]);
  expect(['send-reset-link', 'send-mail', 'publish-resource', 'send-bulk-mail'].map(laneOf)).toEqual([
    'now',
    'now',
    'normal',
    'bulk',
  ]);
});

it('OPS-04 a password reset behind a digest to many is sent at once, while no mail of the digest gets through', {
  tags: 'long',
}, async () => {
  const { database, dependencies } = portal;
  const member = await portal.member();
  const { rows } = await database.pool.query('select email from users where id = $1', [member.userId]);
  const [{ email }] = rows;
  await portal.runJobs();
  const begun: string[] = [];
  const sent: string[] = [];
  const digestsMayGo = Promise.withResolvers<void>();
  const send = async ({ to, subject }: Mail, _id: string, isBulk: boolean) => {
    begun.push(subject);
    if (isBulk) await digestsMayGo.promise;
    sent.push(`${subject} to ${to}`);
  };
  const { db } = jobContext(database, 'test');
  for (let week = 1; week <= 40; week += 1) {
    const digest = { to: email, subject: `Digest ${week}`, text: '', html: '' };
    await queueMail(db, { kind: 'alerts', key: `digest:${member.userId}:${week}` }, digest);
  }
  runner = await startJobs(database, {
    tasks: portalTasks({ ...dependencies, mailSender: { send, close: () => {} } }),
    laneOf,
    sizes: { now: 1, normal: 1, webhooks: 1, bulk: 4 },
    crontab: '',
    log: () => {},
  });
  await vi.waitFor(() => expect(begun).toHaveLength(4), patience);
  expect((await portal.visitor().post('/api/forgot-password', { email })).status).toBe(200);
  await vi.waitFor(() => expect(sent).toHaveLength(1), patience);
  expect(sent).toEqual([expect.stringMatching(/^Reset your .*password.* to /)]);
  digestsMayGo.resolve();
  await vi.waitFor(() => expect(sent).toHaveLength(41), patience);
});
