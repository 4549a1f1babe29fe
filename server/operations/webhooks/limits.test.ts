import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Delivery, WebhookWithSecret } from '#contract/operations/webhooks.ts';
import { setHits } from '#tests/support/limits.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { type Receiver, startReceiver } from '#tests/support/receiver.ts';

let portal: TestPortal;
let receiver: Receiver;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await portal.close();
});

const deliveries = async () => {
  const { rows } = await portal.database.pool.query('select count(*)::integer as count from webhook_deliveries');
  return rows[0].count as number;
};

async function expectLimit(person: Person, path: string, owner: string): Promise<void> {
  const add = async () => {
    const form = { url: receiver.url, types: ['seat.assigned'] };
    return (await person.post<WebhookWithSecret>(path, form)).body.webhook.id;
  };
  const [id, other] = [await add(), await add()];
  const sends = { counter: `webhook-sends:${owner}:${id}`, windowSeconds: 3600 };
  const test = (webhookId: number) => person.post<Delivery>(`${path}/${webhookId}/test`);
  const { body: sent } = await test(id);
  const resend = () => person.post(`${path}/${id}/deliveries/${sent.id}/resend`);
  const resendAll = () => person.post(`${path}/${id}/resend`, { since: new Date(0).toISOString() });
  await setHits(portal, sends, 57);
  expect([(await test(id)).status, (await resend()).status, (await resendAll()).status]).toEqual([201, 200, 200]);
  await portal.runJobs();
  await setHits(portal, sends, 60);
  const [known, received] = [await deliveries(), receiver.received.length];
  for (const call of [() => test(id), resend, resendAll]) {
    const { status, headers } = await call();
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  }
  await portal.runJobs();
  expect([await deliveries(), receiver.received.length]).toEqual([known, received]);
  expect((await test(other)).status).toBe(201);
}

it('HOOK-05 administrators send 60 test events and repeats of a webhook an hour, and others of another one', async () => {
  await expectLimit(await portal.administrator(), '/api/admin/webhooks', 'portal');
});

it('HOOK-05 owners send 60 test events and repeats of a webhook an hour, and others of another one', async () => {
  const { owner, path, id } = await seatedOrganisation(portal);
  await expectLimit(owner, `${path}/webhooks`, String(id));
});
