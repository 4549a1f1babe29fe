import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { System, SystemCheck } from '#contract/operations/system.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { forgetOldFailures, keepPresent } from './actions.ts';
import { touchNode } from './store.ts';

let portal: TestPortal;
let office: Client;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'system-'));
  portal = await createTestPortal({ DATA_DIR: dataDir });
  office = await portal.administrator();
});
afterAll(async () => {
  await portal.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  await rows('delete from graphile_worker._private_jobs');
  await rows('delete from nodes');
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

/** Adds a job that has used up its attempts. */
async function failJob(task: string, payload: object): Promise<number> {
  const [{ id }] = await rows(
    `select id from graphile_worker.permanently_fail_jobs(
       array[(graphile_worker.add_job($1, $2::json, max_attempts := 12)).id], 'The provider said no')`,
    [task, JSON.stringify(payload)],
  );
  return id;
}

const openJobs = () => rows('select id, attempts, run_at <= now() as is_due from graphile_worker.jobs order by id');
const entries = () =>
  rows(`select action, object_id, before, actor_user_id from audit_log where object = 'job' order by id`);

it('SYS-06 lists a job that failed once with its reason and its next try, and not those that wait or are given up', async () => {
  await failJob('publish-resource', { resourceId: 4 });
  await rows(`select graphile_worker.add_job('read-pdfs', '{}'::json)`);
  const [{ id }] = await rows(`select (graphile_worker.add_job('send-news', '{"newsId": 7}'::json)).id`);
  await rows(
    `update graphile_worker._private_jobs set attempts = 3, last_error = 'It could not be done', run_at = '2030-01-02T03:04:05Z' where id = $1`,
    [id],
  );
  const [refused] = await rows(`select (graphile_worker.add_job('send-news', '{}'::json)).id`);
  await rows(
    `update graphile_worker._private_jobs set attempts = 1,
       last_error = 'new row for relation "mails" violates check constraint "mails_subject"' where id = $1`,
    [refused.id],
  );
  const [unfilled] = await rows(`select (graphile_worker.add_job('send-news', '{}'::json)).id`);
  // The message of PostgreSQL itself.
  const message = await rows('insert into news (subject) values (null)').catch((error: Error) => error.message);
  expect(message).toMatch(/violates not-null constraint$/);
  await rows('update graphile_worker._private_jobs set attempts = 1, last_error = $2 where id = $1', [
    unfilled.id,
    message,
  ]);
  const { body } = await office.get<System>('/api/admin/system');
  const reasonOf = ({ id: job }: { id: number }) => body.retryingJobs.find((one) => one.id === job)?.reason;
  expect(reasonOf(refused)).toBe('The database refused what the job wrote: it breaks the rule mails_subject.');
  expect(reasonOf(unfilled)).toBe('The database refused what the job wrote: “subject” of “news” has no value.');
  expect(body.retryingJobs.slice(0, 1)).toEqual([
    {
      id,
      task: 'send-news',
      lane: 'bulk',
      attempts: 3,
      maxAttempts: 25,
      reason: 'It could not be done',
      keys: ['newsId'],
      nextAt: '2030-01-02T03:04:05.000Z',
    },
  ]);
});

it('SYS-03 refuses to retry or drop a job that is unknown, waits or has succeeded, and writes no entry', async () => {
  const [{ id }] = await rows(`select (graphile_worker.add_job('publish-resource')).id`);
  const before = await openJobs();
  for (const other of [id, 987_654_321]) {
    for (const answer of [
      await office.post(`/api/admin/system/jobs/${other}/retry`, {}),
      await office.delete(`/api/admin/system/jobs/${other}`),
    ]) {
      expect([answer.status, answer.body]).toEqual([
        409,
        { code: 'system.job-not-failed', message: 'This job has been retried or deleted already.' },
      ]);
    }
  }
  for (const other of ['x', '0', '-1'])
    expect((await office.delete(`/api/admin/system/jobs/${other}`)).status).toBe(400);
  expect([await openJobs(), await entries()]).toEqual([before, []]);
});

it('SYS-03 shows a failed job with its reason and the names of its payload, never the values', async () => {
  const id = await failJob('send-reset-link', { email: 'ada@example.org', requestId: 'request-0001' });
  await failJob('fold-analytics', [] as object);
  const { body, raw } = await office.get('/api/admin/system');
  expect(body.failedJobs).toEqual([
    expect.objectContaining({ task: 'fold-analytics', lane: 'bulk', keys: [] }),
    {
      id,
      task: 'send-reset-link',
      lane: 'now',
      attempts: 12,
      reason: 'The provider said no',
      keys: ['email'],
      failedAt: expect.any(String),
    },
  ]);
  expect(raw.toString()).not.toContain('ada@example.org');
});

it('SYS-03 a failed job runs again with all its attempts, or is deleted, and the audit log says who did it', async () => {
  const [retried, dropped, left] = [await failJob('a', {}), await failJob('b', {}), await failJob('c', {})];
  expect((await office.post(`/api/admin/system/jobs/${retried}/retry`, {})).status).toBe(200);
  expect((await office.delete(`/api/admin/system/jobs/${dropped}`)).status).toBe(200);
  expect(await openJobs()).toEqual([
    { id: retried, attempts: 0, is_due: true },
    expect.objectContaining({ id: left, attempts: 12 }),
  ]);
  const [{ id: userId }] = await rows(`select id from users where role = 'administrator'`);
  expect(await entries()).toEqual([
    { action: 'retry', object_id: String(retried), before: 'a', actor_user_id: userId },
    { action: 'drop', object_id: String(dropped), before: 'b', actor_user_id: userId },
  ]);
  expect((await office.post(`/api/admin/system/jobs/${retried}/retry`, {})).status).toBe(409);
});

it('SYS-04 deletes jobs that failed more than 30 days ago, and no others', async () => {
  await failJob('old', {});
  const [young] = [await failJob('young', {})];
  const [{ id: waiting }] = await rows(`select (graphile_worker.add_job('waiting')).id`);
  await rows(`update graphile_worker._private_jobs set updated_at = now() - interval '31 days' where id <> $1`, [
    young,
  ]);
  await forgetOldFailures(jobContext(portal.database, 'test'));
  expect((await openJobs()).map(({ id }) => id)).toEqual([young, waiting]);
});

it('SYS-01 shows version, database, jobs by lane, storage, mail, backup and reconciliation', async () => {
  await failJob('send-news', {});
  await rows(`select graphile_worker.add_job('send-mail', run_at := now() - interval '90 seconds')`);
  await rows(`select graphile_worker.add_job('publish-resource', run_at := now() + interval '1 day')`);
  await rows(`insert into reconciliation_runs (finished_at, compared) values ('2026-11-20T10:00:00Z', '{}')`);
  await writeFile(path.join(dataDir, 'last-backup'), '2026-11-21T03:00:00.000Z');
  await writeFile(path.join(dataDir, 'last-restore-drill'), '2026-11-22T04:00:00.000Z');
  const { body } = await office.get<System>('/api/admin/system');
  const counted = { waiting: 0, scheduled: 0, retrying: 0, running: 0, failed: 0, oldestSeconds: 0 };
  expect(body.lanes).toEqual([
    { lane: 'now', ...counted, waiting: 1, oldestSeconds: expect.any(Number) },
    { lane: 'normal', ...counted, scheduled: 1 },
    { lane: 'webhooks', ...counted },
    { lane: 'bulk', ...counted, failed: 1 },
  ]);
  expect(body.lanes[0]?.oldestSeconds).toBeGreaterThanOrEqual(90);
  expect(body).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    database: { version: expect.stringMatching(/^\d+/), isEmbedded: true },
    lastBackupAt: '2026-11-21T03:00:00.000Z',
    lastDrillAt: '2026-11-22T04:00:00.000Z',
    lastReconciliation: { finishedAt: '2026-11-20T10:00:00.000Z', error: null },
    files: { bucket: null, freeBytes: expect.any(Number) },
    mail: { server: null },
  });
  expect(body.database.bytes).toBeGreaterThan(1_000_000);
});

it('SYS-02 a node is there while it runs, silent after 90 seconds without a sign, and gone after a day', async () => {
  const nodes = async () =>
    (await office.get<System>('/api/admin/system')).body.nodes.map(({ name, isAlive }) => [name, isAlive]);
  const node = { role: 'web' as const, version: '1.0.0', failing: [] };
  const presence = keepPresent(portal.database, { ...node, name: 'here' });
  await vi.waitFor(async () => expect(await nodes()).toEqual([['here', true]]), { timeout: 60_000 });
  for (const name of ['silent', 'forgotten']) await touchNode(portal.database.db, { ...node, id: randomUUID(), name });
  await rows(`update nodes set seen_at = now() - interval '91 seconds' where name = 'silent'`);
  await rows(`update nodes set seen_at = now() - interval '25 hours' where name = 'forgotten'`);
  await touchNode(portal.database.db, { ...node, id: randomUUID(), name: 'next' });
  expect(await nodes()).toEqual([
    ['here', true],
    ['next', true],
    ['silent', false],
  ]);
  await presence.stop();
  expect(await nodes()).toEqual([
    ['next', true],
    ['silent', false],
  ]);
});

it('SYS-05 says what the check of the services would say, without secrets', async () => {
  const { status, body, raw } = await office.get<SystemCheck[]>('/api/admin/system/checks');
  expect([status, body.map(({ what }) => what)]).toEqual([
    200,
    [
      'Disk',
      'Database',
      'Replica',
      'Clock',
      'Certificate',
      'Mail',
      'Files',
      'Stripe',
      'Webhooks',
      'Tax',
      'Google',
      'Passkeys',
      'Badges',
    ],
  ]);
  expect(raw.toString()).not.toMatch(/sk_|whsec_|:\/\/[^/\s]+:[^/\s]+@/);
});
