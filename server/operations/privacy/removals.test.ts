import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { diskRemovals, openRemovals } from '#server/platform/files/removals.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { startTestBucket } from '#tests/support/bucket.ts';
import type { Client } from '#tests/support/client.ts';
import { makeKey, Program } from '#tests/support/keys.ts';
import { seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { startReceiver, verified } from '#tests/support/receiver.ts';
import { insertTool, tokenFor } from '#tests/support/tools.ts';
import { reapplyRemovals } from './erasure-actions.ts';

type Person = Client & { userId: number };

let portal: TestPortal;
let administrator: Person;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  administrator = await portal.administrator();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const listed = async (userId: number) =>
  (await portal.dependencies.removals.list()).filter((one) => one.userId === userId).map(({ change }) => change);
const userRow = async (userId: number) => (await rows('select * from users where id = $1', [userId]))[0];

async function runAfterRestore() {
  const script = path.join(import.meta.dirname, '../../migrations/after-restore.sql');
  await portal.database.owner.query(await readFile(script, 'utf8'));
}

/** Restores an account and the audit log to an earlier state, as a restored backup does. */
async function restoreTo(before: { id: number; email: string; role: string; password_hash: string }) {
  await rows(
    `update users set email = $2, role = $3, password_hash = $4, deleted_at = null, first_name = 'Mira' where id = $1`,
    [before.id, before.email, before.role, before.password_hash],
  );
  await portal.database.owner.query('alter table audit_log disable trigger all');
  await portal.database.owner.query('delete from audit_log where member_user_id = $1', [before.id]);
  await portal.database.owner.query('alter table audit_log enable trigger all');
  await runAfterRestore();
}
const start = async () =>
  reapplyRemovals(jobContext(portal.database, 'after-restore'), await portal.dependencies.removals.list());

it('ACCT-07 an erasure is on the list outside the database before it is acknowledged, and a refused one is not', async () => {
  const [own, other] = [await portal.member(), await portal.member()];
  expect((await own.send({ method: 'DELETE', url: '/api/user', payload: { password: 'wrong' } })).status).toBe(403);
  expect((await administrator.delete(`/api/users/${administrator.userId}`)).status).toBe(409);
  expect(await portal.dependencies.removals.list()).toEqual([]);
  await own.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } });
  await administrator.delete(`/api/users/${other.userId}`);
  expect([await listed(own.userId), await listed(other.userId)]).toEqual([['erased'], ['erased']]);
});

it('ACCT-07 a job adds what a crash between the commit and the list left out, and nothing twice', {
  tags: 'long',
}, async () => {
  const crashing = { add: () => Promise.reject(new Error('The process was killed here.')), list: async () => [] };
  const killed = await createTestPortal({}, { removals: crashing });
  const victim = await killed.member();
  const answer = await victim.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } });
  expect(answer.status).toBe(500);
  const list = diskRemovals(path.join(killed.blobFolder, 'removals'));
  killed.dependencies.removals = list;
  await killed.runJobs();
  expect(await list.list()).toMatchObject([{ userId: victim.userId, change: 'erased' }]);
  await killed.close();
  const member = await portal.member();
  await member.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } });
  await portal.runJobs();
  expect(await listed(member.userId)).toEqual(['erased']);
});

it('ACCT-07 after a restore sessions, links and tool tokens have ended, and erased accounts are erased again', {
  tags: 'long',
}, async () => {
  const [gone, stays] = [await portal.member(), await portal.member()];
  const before = await userRow(gone.userId);
  await tokenFor(stays, await insertTool(portal.database));
  const { token } = await makeKey(stays, '/api/user/keys', ['library:read']);
  await rows(
    `insert into organisation_directory_tokens (organisation_id, name, token_start, token_hash)
     select id, 'Directory', 'rapp_s_a', 'hash' from organisations limit 1`,
  );
  await portal.visitor().post('/api/forgot-password', { email: before.email });
  await portal.runJobs();
  await gone.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } });
  expect(await start()).toBe(0);

  await restoreTo(before);
  expect((await stays.get('/api/user')).status).toBe(401);
  expect(await rows('select id from account_links where used_at is null')).toEqual([]);
  expect(await rows('select 1 from tool_tokens')).toEqual([]);
  expect((await new Program(portal.app, token).get('/api/user')).status).toBe(401);
  expect(await rows('select 1 from organisation_directory_tokens')).toEqual([]);
  expect((await portal.visitor().post('/api/login', { email: before.email, password: 'portal-demo' })).status).toBe(
    200,
  );
  expect(await start()).toBe(1);
  expect(await userRow(gone.userId)).toMatchObject({ email: expect.stringMatching(/^deleted-.*@deleted\.invalid$/) });
  expect((await portal.visitor().post('/api/login', { email: before.email, password: 'portal-demo' })).status).toBe(
    401,
  );
  expect((await userRow(stays.userId)).deleted_at).toBeNull();
  expect(await start()).toBe(0);
});

it('HOOK-04 after a restore webhooks are off with the reason, send nothing and sign with no former secret until they are switched on', async () => {
  const receiver = await startReceiver();
  const { owner, path: organisation } = await seatedOrganisation(portal);
  type Made = { webhook: { id: number }; secret: string };
  const add = async (person: Person, to: string, types: string[]) => {
    const { body } = await person.post<Made>(to, { url: receiver.url, types });
    return `${to}/${body.webhook.id}`;
  };
  const ofPortal = await add(administrator, '/api/admin/webhooks', ['member.registered']);
  await add(owner, `${organisation}/webhooks`, ['seat.assigned']);
  const switchedOff = await add(administrator, '/api/admin/webhooks', ['member.registered']);
  await administrator.patch(switchedOff, { isOn: false });
  const { secret } = (await administrator.post<Made>(`${ofPortal}/secret`)).body;
  // Makes the table that of a version without this reason, as in an older backup.
  await portal.database.owner.query(`alter table webhooks drop constraint webhooks_off_reason_check,
    add constraint webhooks_off_reason_check check (off_reason in ('switched-off', 'gone', 'failing'))`);
  await rows(`update webhooks set paused_until = now() + interval '1 hour'`);
  await portal.member();
  await portal.runJobs();
  expect(await rows('select status from webhook_deliveries')).toEqual([{ status: 'waiting' }]);

  await runAfterRestore();
  administrator = await portal.administrator();
  await portal.runJobs();
  const off = { isOn: false, offReason: 'restored' };
  expect((await administrator.get('/api/admin/webhooks')).body).toMatchObject([
    { ...off, twoSignaturesUntil: null, waiting: 0 },
    { isOn: false, offReason: 'switched-off' },
  ]);
  expect(await rows('select off_reason from webhooks where organisation_id is not null')).toEqual([
    { off_reason: 'restored' },
  ]);
  await portal.member();
  await portal.runJobs();
  expect(receiver.received).toEqual([]);
  const deliveries = (await administrator.get<{ status: string }[]>(`${ofPortal}/deliveries`)).body;
  expect(deliveries.length).toBeGreaterThan(1);
  expect(deliveries.filter(({ status }) => status !== 'skipped')).toEqual([]);
  expect((await administrator.post(`${ofPortal}/test`)).status).toBe(409);

  expect((await administrator.patch(ofPortal, { isOn: true })).status).toBe(200);
  await administrator.post(`${ofPortal}/test`);
  await portal.runJobs();
  expect(receiver.received).toHaveLength(1);
  const [message] = receiver.received;
  expect(message && verified(secret, message)).toMatchObject({ type: 'endpoint.test' });
  expect(String(message?.headers['webhook-signature']).split(' ')).toHaveLength(1);
  await rows('delete from webhooks');
  await receiver.close();
});

it('ACCT-07 a removed administrator is removed again after a restore, the last one too, and stays one when appointed anew', async () => {
  const member = await portal.member();
  await rows('update users set email_verified_at = now() where id = $1', [member.userId]);
  const role = (to: string) => administrator.patch(`/api/users/${member.userId}/role`, { role: to });
  await role('administrator');
  const before = await userRow(member.userId);
  expect(await listed(member.userId)).toEqual([]);
  await role('user');
  expect(await listed(member.userId)).toEqual(['administrator-removed']);
  await role('administrator');
  expect(await start()).toBe(0);
  expect((await userRow(member.userId)).role).toBe('administrator');
  await administrator.put('/api/users/bulk', { userIds: [member.userId], updates: { role: 'user' } });

  await restoreTo(before);
  await rows(`update users set role = 'user' where id <> $1`, [member.userId]);
  expect(await start()).toBe(1);
  expect((await userRow(member.userId)).role).toBe('user');
  await rows(`update users set role = 'administrator' where id = $1`, [administrator.userId]);
  administrator = await portal.administrator();
  await role('administrator');
  expect(await start()).toBe(0);
  expect((await userRow(member.userId)).role).toBe('administrator');
});

it('ACCT-07 the list is in the bucket where files are, and adding twice is fine', async () => {
  const bucket = await startTestBucket();
  const list = openRemovals({ dataDir: '/nonexistent', s3: bucket.settings });
  const removal = { userId: 7, change: 'erased', at: new Date('2026-11-22T18:00:00Z') } as const;
  expect(await list.list()).toEqual([]);
  await list.add(removal);
  await list.add(removal);
  expect(await list.list()).toEqual([removal]);
  expect([...bucket.objects.keys()]).toEqual([`removals/${removal.at.getTime()}-7-erased`]);
  await bucket.close();
});
