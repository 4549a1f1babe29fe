import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { System } from '#contract/operations/system.ts';
import { type MailServer, startMailServer } from '#quality/faults/rig/mail.ts';
import { startTcpProxy, type TcpProxy } from '#quality/faults/rig/tcp-proxy.ts';
import { keepPresent } from '#server/operations/system/actions.ts';
import { createBucketBlobs } from '#server/platform/files/bucket.ts';
import { type MailSender, mailTasks, smtpMailSender } from '#server/platform/mail/mail.ts';
import { startTestBucket, type TestBucket } from '#tests/support/bucket.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { startTestIdentity, type TestIdentity } from '#tests/support/identity.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { multipartForm } from '#tests/support/uploads.ts';

// The outage of the replica, the fifth service, is in replica.test.ts; a bucket that is away at the start in
// bucket-away.test.ts.

let folder: string;
let bucket: TestBucket;
let identity: TestIdentity;
let mailServer: MailServer;
let mailWay: TcpProxy;
let mailSender: MailSender;
let portal: PayingPortal;
let office: Client;
let member: Client;
let presence: { stop(): Promise<void> };
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-outages-'));
  bucket = await startTestBucket();
  identity = await startTestIdentity('http://portal.test');
  mailServer = await startMailServer();
  mailWay = await startTcpProxy(() => mailServer.port);
  const publicUrl = 'http://portal.test';
  const from = 'portal@example.org';
  mailSender = smtpMailSender({ url: `smtp://127.0.0.1:${mailWay.port}`, from, publicUrl, bulkPerMinute: 600 });
  const blobs = createBucketBlobs({ ...bucket.settings, folder, log: () => {} });
  portal = await createPayingPortal({ replaced: { blobs, identityProvider: identity.provider } });
  office = await portal.administrator();
  member = await portal.member();
  presence = keepPresent(portal.database, { name: 'node', role: 'all', version: '1.2.3' }, 50);
});
afterAll(async () => {
  await presence.stop();
  await portal.close();
  mailSender.close();
  await Promise.all([bucket.close(), identity.close(), mailWay.close(), mailServer.close()]);
  await rm(folder, { recursive: true, force: true });
});

const ready = async () => {
  const { status, body } = await portal.visitor().get('/readyz');
  return [status, body];
};
const shownFailing = async () => {
  const { status, body } = await office.get<System>('/api/admin/system');
  return [status, body.nodes.map(({ name, isAlive, failing }) => [name, isAlive, failing])];
};
const isWell = async () => {
  expect(await ready()).toEqual([200, { status: 'ready' }]);
  await expect.poll(shownFailing).toEqual([200, [['node', true, []]]]);
};
const isDegraded = async (service: string) => {
  expect(await ready()).toEqual([200, { status: 'degraded', failing: [service] }]);
  await expect.poll(shownFailing).toEqual([200, [['node', true, [service]]]]);
  // Everything that does not need the service still works.
  expect((await member.get('/api/resources')).status).toBe(200);
  expect((await member.get('/api/user')).status).toBe(200);
};
beforeEach(isWell);
afterEach(isWell);

it('OPS-27 files answer 503 without the bucket and everything else works; files are back with it', {
  tags: 'long',
}, async () => {
  const send = () => {
    const form = multipartForm({ name: 'guide.txt', content: Buffer.from('First line.'), fields: {} });
    return office.send<{ fileUrl: string }>({ method: 'POST', url: '/api/admin/upload', ...form });
  };
  const { body } = await send();
  const { id: resourceId } = await insertResource(portal.database, { file_id: path.basename(body.fileUrl) });
  const download = () => member.get(`/api/resources/${resourceId}/download`);

  bucket.answerWith({ status: 503, code: 'ServiceUnavailable' });
  expect([(await send()).status, (await download()).status]).toEqual([503, 503]);
  await isDegraded('s3');

  bucket.answerWith(null);
  expect([(await send()).status, (await download()).status]).toEqual([200, 200]);
});

it('OPS-27 no caller waits without the mail server and mails are kept; they go out once it is back', {
  tags: 'long',
}, async () => {
  const tasks = () => mailTasks(portal.database, mailSender);
  const unsent = async () => portal.rows('select id from mails where sent_at is null order by id');
  const attempt = { attempt: 1, isLast: false };
  for (const { id } of await unsent()) await tasks()['send-mail']({ mailId: id }, attempt);
  const before = mailServer.taken.length;

  mailWay.setWeather({ kind: 'cut' });
  await portal.member();
  const [waiting, ...others] = await unsent();
  expect([waiting?.id, others]).toEqual([expect.anything(), []]);
  await expect(tasks()['send-mail']({ mailId: waiting?.id }, attempt)).rejects.toThrow();
  await isDegraded('smtp');
  expect(mailServer.taken.length).toBe(before);

  mailWay.setWeather({ kind: 'fair' });
  await tasks()['send-mail']({ mailId: waiting?.id }, { attempt: 2, isLast: false });
  expect([mailServer.taken.length, await unsent()]).toEqual([before + 1, []]);
});

it('OPS-27 the portal without Stripe sells nothing and what was bought stays open; buying works once it is back', async () => {
  const { member: owner, resourceId: bought } = await portal.paid();
  await portal.runWebhooks();
  const resourceId = await portal.addResource();
  const open = () => member.post<{ code: string }>('/api/create-payment-intent', { resourceId });
  const isOpen = async () => (await owner.get(`/api/resources/${bought}/access`)).body.hasAccess;
  await expect.poll(isOpen).toBe(true);

  await portal.control('POST /sandbox/faults', { method: 'POST', path: '/v1/payment_intents', kind: 'cut', times: 2 });
  const rejected = await open();
  expect([rejected.status, rejected.body.code]).toEqual([503, 'purchases.provider-failed']);
  await isDegraded('stripe');
  expect(await isOpen()).toBe(true);

  await portal.control('DELETE /sandbox/faults');
  expect((await open()).status).toBe(200);
});

it('OPS-27 members sign in with passwords without the sign-in provider; its button works once it is back', async () => {
  const button = () => portal.visitor().get('/api/auth/google');
  const email = 'password@example.org';
  const password = 'portal-demo';
  const person = { email, password, firstName: 'Mira', lastName: 'Tollander', organization: 'Harbour Trust' };
  expect((await portal.visitor().post('/api/register', person)).status).toBe(201);

  identity.setAway(true);
  const { status, body } = await button();
  expect([status, body.code]).toEqual([503, 'accounts.provider-unreachable']);
  await isDegraded('identity');
  expect((await portal.visitor().post('/api/login', { email, password })).status).toBe(200);

  identity.setAway(false);
  expect((await button()).status).toBe(302);
});
