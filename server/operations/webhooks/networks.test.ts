import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Delivery, Webhook, WebhookWithSecret } from '#contract/operations/webhooks.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { type Receiver, startReceiver } from '#tests/support/receiver.ts';

// A portal in production, because demo mode lets both kinds of webhooks call this machine.
let portal: TestPortal;
let administrator: Person;
let receiver: Receiver;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO: '0', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  administrator = await portal.administrator();
});
afterAll(() => portal.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const types = ['seat.assigned'];
const rejection = [400, 'webhooks.address-refused'];

it('HOOK-06 webhooks of an organisation never reach a network that the operator allows, when they are saved and when they are sent', async () => {
  const { owner, path } = await seatedOrganisation(portal);
  const webhooks = `${path}/webhooks`;
  const rejected = await owner.post(webhooks, { url: receiver.url, types });
  expect([rejected.status, rejected.body.code]).toEqual(rejection);
  expect((await owner.get<Webhook[]>(webhooks)).body).toEqual([]);

  const url = 'https://8.8.8.8/';
  const { status, body } = await owner.post<WebhookWithSecret>(webhooks, { url, types });
  expect(status).toBe(201);
  const own = `${webhooks}/${body.webhook.id}`;
  const changed = await owner.patch(own, { url: receiver.url });
  expect([changed.status, changed.body.code]).toEqual(rejection);
  expect((await owner.get<Webhook[]>(webhooks)).body).toMatchObject([{ url }]);

  await portal.database.pool.query('update webhooks set url = $2 where id = $1', [body.webhook.id, receiver.url]);
  expect((await owner.post(`${own}/test`)).status).toBe(201);
  await portal.runJobs();
  expect((await owner.get<Delivery[]>(`${own}/deliveries`)).body).toMatchObject([
    { attempts: 1, error: 'address not allowed', durationMs: null, responseStatus: null, response: null },
  ]);
  expect(receiver.received).toEqual([]);
});

it('HOOK-06 webhooks of administrators reach a network that the operator allows, and no other one', async () => {
  const path = '/api/admin/webhooks';
  const rejected = await administrator.post(path, { url: 'https://10.0.0.1/', types });
  expect([rejected.status, rejected.body.code]).toEqual(rejection);
  const { status, body } = await administrator.post<WebhookWithSecret>(path, { url: receiver.url, types });
  expect(status).toBe(201);
  const own = `${path}/${body.webhook.id}`;
  expect((await administrator.patch(own, { url: `${receiver.url}/changed` })).status).toBe(200);
  expect((await administrator.post(`${own}/test`)).status).toBe(201);
  await portal.runJobs();
  expect((await administrator.get<Delivery[]>(`${own}/deliveries`)).body).toMatchObject([{ status: 'delivered' }]);
  expect(receiver.received).toHaveLength(1);
});
