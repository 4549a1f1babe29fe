import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Delivery, Webhook, WebhookWithSecret } from '#contract/operations/webhooks.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { type Receiver, startReceiver, verified } from '#tests/support/receiver.ts';
import { spreadEvents } from './sending-actions.ts';

const path = '/api/admin/webhooks';

let portal: TestPortal;
let administrator: Awaited<ReturnType<TestPortal['administrator']>>;
let receiver: Receiver;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.runJobs();
  receiver = await startReceiver();
});
afterEach(async () => {
  await rows('delete from webhooks');
  await receiver.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const jobs = `graphile_worker._private_jobs`;

async function register(types = ['member.registered'], url = receiver.url): Promise<number> {
  const { status, body } = await administrator.post<WebhookWithSecret>(path, { url, types });
  expect(status).toBe(201);
  return body.webhook.id;
}
const deliveriesOf = async (id: number) => (await administrator.get<Delivery[]>(`${path}/${id}/deliveries`)).body;
const show = async (id: number) => (await administrator.get<Webhook[]>(path)).body.find((webhook) => webhook.id === id);

/** Records events of members, in one transaction. */
const recordEvents = (count: number) =>
  rows(
    `select record_event('member.registered', null, jsonb_build_object('memberId', n)) from generate_series(1, $1) as n`,
    [count],
  );

/** Moves the times of all waiting jobs and deliveries into the past, and ends all pauses. */
async function pass(): Promise<void> {
  await rows(`update webhook_deliveries set next_at = now() - interval '1 second' where status = 'waiting'`);
  await rows('update webhooks set paused_until = null');
  await rows(`update ${jobs} set run_at = now() - interval '1 second'`);
}

it('HOOK-04 tries a delivery again that failed beside others that did not, and one that a pause left alone', async () => {
  const id = await register();
  let calls = 0;
  receiver.respond = (response) => {
    calls += 1;
    response.writeHead(calls === 2 ? 500 : calls === 6 ? 429 : 204).end();
  };
  await recordEvents(4);
  await portal.runJobs();
  expect(receiver.received).toHaveLength(4);
  await pass();
  await portal.runJobs();
  expect(receiver.received).toHaveLength(5);
  await recordEvents(8);
  await portal.runJobs();
  expect((await deliveriesOf(id)).filter(({ status }) => status === 'waiting').length).toBeGreaterThan(0);
  await pass();
  await portal.runJobs();
  expect(new Set((await deliveriesOf(id)).map(({ status }) => status))).toEqual(new Set(['delivered']));
});

it('HOOK-03 a delivery whose job was lost is sent within a minute', async () => {
  const id = await register();
  await recordEvents(2);
  await rows(`delete from ${jobs}`);
  await rows(`select graphile_worker.add_job('wake-webhooks')`);
  await portal.runJobs();
  expect(receiver.received).toHaveLength(2);
  await recordEvents(1);
  await rows(`select graphile_worker.add_job('spread-events')`);
  await rows(
    `with made as (insert into webhook_deliveries (webhook_id, event_id, next_at)
       select $1, id, now() - interval '2 minutes' from events where spread_at is null returning event_id)
     update events set spread_at = now() where id in (select event_id from made)`,
    [id],
  );
  await rows(`update webhook_deliveries set next_at = now() - interval '2 minutes' where status = 'waiting'`);
  await rows(`delete from ${jobs}`);
  await rows(`select graphile_worker.add_job('wake-webhooks')`);
  await portal.runJobs();
  expect(receiver.received).toHaveLength(3);
});

it('HOOK-03 makes the deliveries of thousands of events with one job', async () => {
  await register();
  await portal.runJobs();
  await recordEvents(1200);
  expect(await rows(`select count(*)::integer from ${jobs}`)).toEqual([{ count: 1200 }]);
  expect(await jobContext(portal.database, 'test').transaction(spreadEvents)).toBe(true);
  expect(
    await rows(`select t.identifier from ${jobs} j join graphile_worker._private_tasks t on t.id = j.task_id`),
  ).toEqual([{ identifier: 'send-webhook' }]);
  while (await jobContext(portal.database, 'test').transaction(spreadEvents));
  expect(await rows('select count(*)::integer from webhook_deliveries')).toEqual([{ count: 1200 }]);
});

it('HOOK-04 sends nothing more to the former address of a webhook that is changed while it sends', async () => {
  const id = await register();
  const other = await startReceiver();
  let isChanged = false;
  receiver.respond = async (response) => {
    if (!isChanged) {
      isChanged = true;
      expect((await administrator.patch(`${path}/${id}`, { url: other.url })).status).toBe(200);
    }
    setTimeout(() => response.writeHead(204).end(), 300);
  };
  await recordEvents(12);
  await portal.runJobs();
  expect(receiver.received).toHaveLength(4);
  expect(other.received).toHaveLength(8);
  await other.close();
});

it('HOOK-04 skips what waits to be tried again when its type of event is no longer wanted', async () => {
  const id = await register();
  receiver.respond = (response) => response.writeHead(500).end();
  await recordEvents(1);
  await portal.runJobs();
  expect((await administrator.patch(`${path}/${id}`, { types: ['member.deleted'] })).status).toBe(200);
  await pass();
  await portal.runJobs();
  expect(receiver.received).toHaveLength(1);
  expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(['skipped']);
});

it('HOOK-04 skips what waits when a webhook is switched off, and keeps events to send again while it has failed', async () => {
  const id = await register();
  receiver.respond = (response) => response.writeHead(500).end();
  await recordEvents(2);
  await portal.runJobs();
  expect((await administrator.patch(`${path}/${id}`, { isOn: false })).body).toMatchObject({ isOn: false, waiting: 0 });
  await recordEvents(1);
  await portal.runJobs();
  expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(['skipped', 'skipped']);

  await rows(`update webhooks set off_reason = 'gone'`);
  await recordEvents(3);
  await portal.runJobs();
  expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(Array(5).fill('skipped'));
  receiver.respond = (response) => response.writeHead(204).end();
  expect((await administrator.patch(`${path}/${id}`, { isOn: true })).body).toMatchObject({ isOn: true, waiting: 0 });
  const since = { since: new Date(Date.now() - 60_000).toISOString() };
  expect((await administrator.post(`${path}/${id}/resend`, since)).body).toEqual({ deliveries: 5 });
  await portal.runJobs();
  expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(Array(5).fill('delivered'));
});

it('HOOK-04 the count of failures starts again after five days without one, so that a rare failure ends no webhook', async () => {
  const id = await register();
  receiver.respond = (response) => response.writeHead(500).end();
  await recordEvents(1);
  await portal.runJobs();
  await rows(`update webhooks set failing_since = now() - interval '30 days', last_failed_at = now() - interval '28 days',
    warned_at = now() - interval '29 days'`);
  await pass();
  await portal.runJobs();
  const webhook = await show(id);
  expect(webhook?.isOn).toBe(true);
  expect(Date.parse(webhook?.failingSince ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

it('HOOK-04 leaves a receiver without any answer alone for a while, and tries it with few events', async () => {
  const id = await register();
  await receiver.close();
  await recordEvents(50);
  await portal.runJobs();
  const tried = async () => (await deliveriesOf(id)).filter(({ attempts }) => attempts > 0).length;
  expect(await tried()).toBe(4);
  const [{ wait }] = await rows('select extract(epoch from paused_until - now())::float as wait from webhooks');
  expect(wait).toBeGreaterThan(2);
  await rows(`update webhooks set failing_since = now() - interval '2 hours'`);
  await pass();
  await portal.runJobs();
  const [{ wait: longer }] = await rows('select extract(epoch from paused_until - now())::float as wait from webhooks');
  expect(longer).toBeGreaterThan(50);
});

it('HOOK-04 sends an event again that was asked for while its last attempt failed', async () => {
  const id = await register();
  await recordEvents(1);
  await portal.runJobs();
  await rows(`update webhook_deliveries set attempts = 7, status = 'waiting', next_at = now()`);
  const [delivery] = await deliveriesOf(id);
  receiver.respond = async (response) => {
    receiver.respond = (later) => later.writeHead(204).end();
    expect((await administrator.post(`${path}/${id}/deliveries/${delivery?.id}/resend`)).status).toBe(200);
    response.writeHead(500).end();
  };
  await rows(`select graphile_worker.add_job('send-webhook', json_build_object('webhookId', $1::integer))`, [id]);
  await portal.runJobs();
  expect((await deliveriesOf(id))[0]).toMatchObject({ status: 'delivered', attempts: 1 });
});

it('HOOK-04 removing a webhook while its answers are recorded ends in neither a deadlock nor a failed job', async () => {
  const id = await register();
  receiver.respond = async (response) => {
    receiver.respond = (later) => later.writeHead(204).end();
    expect((await administrator.delete(`${path}/${id}`)).status).toBe(200);
    response.writeHead(204).end();
  };
  await recordEvents(8);
  await portal.runJobs();
  expect(await rows(`select last_error from ${jobs} where last_error is not null`)).toEqual([]);
  expect(await rows('select id from webhook_deliveries where webhook_id = $1', [id])).toEqual([]);
});

it('HOOK-05 deletes events and deliveries of more than 90 days ago, and no others', async () => {
  const id = await register();
  await recordEvents(3);
  await portal.runJobs();
  await rows(
    `update events set happened_at = now() - interval '90 days 1 hour'
    where id = (select min(event_id) from webhook_deliveries where webhook_id = $1)`,
    [id],
  );
  await rows(`select graphile_worker.add_job('delete-old-webhook-events')`);
  await portal.runJobs();
  expect(await deliveriesOf(id)).toHaveLength(2);
});

it('HOOK-02 an organisation is tried with a test event of its own, which no other webhook gets', async () => {
  const organisation = await seatedOrganisation(portal);
  const own = `${organisation.path}/webhooks`;
  const form = { url: receiver.url, types: ['seat.assigned'] };
  const { body } = await organisation.owner.post<WebhookWithSecret>(own, form);
  const other = await startReceiver();
  await register(['seat.assigned'], other.url);
  expect((await organisation.owner.post(`${own}/${body.webhook.id}/test`)).status).toBe(201);
  await portal.runJobs();
  expect(receiver.received.map(({ body: text }) => JSON.parse(text))).toEqual([
    {
      type: 'endpoint.test',
      timestamp: expect.any(String),
      sequence: expect.any(Number),
      data: { webhookId: body.webhook.id },
      path: null,
    },
  ]);
  expect(other.received).toEqual([]);
  await other.close();
});

it('HOOK-04 HOOK-06 an answer that does not end is cut, and one that is no HTTP is a failure', async () => {
  const id = await register();
  let sent = 0;
  receiver.respond = (response) => {
    // 3 GB, of which no more is sent than the portal takes.
    const fill = () => {
      while (sent < 3_000_000_000) {
        sent += 100_000;
        if (!response.write('x'.repeat(100_000))) return void response.once('drain', fill);
      }
      response.end();
    };
    fill();
  };
  await recordEvents(1);
  await portal.runJobs();
  expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered', response: 'x'.repeat(1024) }]);
  expect(sent).toBeLessThan(50_000_000);
  // No character is cut in half at the limit.
  receiver.respond = (response) => response.end(`x${'é'.repeat(1000)}`);
  await recordEvents(1);
  await portal.runJobs();
  expect((await deliveriesOf(id))[0]).toMatchObject({ response: `x${'é'.repeat(511)}` });
  receiver.respond = (response) => void response.socket?.end('no answer of HTTP\r\n\r\n');
  await recordEvents(1);
  await portal.runJobs();
  expect((await deliveriesOf(id))[0]).toMatchObject({
    status: 'waiting',
    responseStatus: null,
    error: expect.stringMatching(/^no connection/),
  });
});

it.each([-1, 1])(
  'HOOK-01 HOOK-04 a node whose clock is %i hours off signs with the time of the database',
  async (hours) => {
    const { body } = await administrator.post<WebhookWithSecret>(path, {
      url: receiver.url,
      types: ['member.deleted'],
    });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await administrator.post(`${path}/${body.webhook.id}/test`)).status).toBe(201);
    await portal.runJobs();
    vi.useRealTimers();
    const [message] = receiver.received;
    if (!message) throw new Error('No message came');
    const { timestamp } = verified(body.secret, message);
    expect(Math.abs(Date.parse(String(timestamp)) - Date.now())).toBeLessThan(60_000);
  },
);

it('HOOK-04 an answer after 14.9 seconds is a success, and none within 15 seconds a failure', {
  tags: 'long',
  timeout: 60_000,
}, async () => {
  const silent = await startReceiver();
  onTestFinished(() => silent.close());
  receiver.respond = (response) => void wait(14_900).then(() => response.writeHead(200).end());
  silent.respond = () => undefined;
  const [late, never] = [await register(), await register(undefined, silent.url)];
  await recordEvents(1);
  await portal.runJobs();
  expect(await deliveriesOf(late)).toMatchObject([{ status: 'delivered', responseStatus: 200, error: null }]);
  expect(await deliveriesOf(never)).toMatchObject([
    { status: 'waiting', attempts: 1, responseStatus: null, error: 'no answer within 15 seconds' },
  ]);
});
