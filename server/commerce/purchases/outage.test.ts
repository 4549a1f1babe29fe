import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterEach(async () => {
  await portal.control('DELETE /sandbox/faults');
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

const open = (member: Client, resourceId: number) =>
  member.post<{ clientSecret: string; code: string; message: string }>('/api/create-payment-intent', { resourceId });
const intents = async () => (await portal.stripe.paymentIntents.list({ limit: 100 })).data;
const attemptsOf = (resourceId: number) =>
  portal.rows(
    'select status, stripe_payment_intent_id as intent from payment_attempts where resource_id = $1 order by id',
    [resourceId],
  );
const creating = { method: 'POST', path: '/v1/payment_intents' };

/** The Stripe client tries each call twice, so a fault must hit twice to reach the portal. */
const twice = { times: 2 };

const sorry = {
  code: 'purchases.provider-failed',
  message: 'The payment provider did not answer. Please try again; you will not be charged twice.',
};

describe('opening a payment when Stripe fails', () => {
  const failures: [does: string, fault: object, tags: string[]][] = [
    ['answers 500', { kind: 'fail', status: 500 }, ['long']],
    ['answers 500 and remembers that for the same key', { kind: 'fail', status: 500, when: 'after' }, []],
    ['asks to slow down', { kind: 'fail', status: 429, code: 'rate_limit' }, ['long']],
    ['closes the connection', { kind: 'cut' }, []],
  ];
  for (const [does, fault, tags] of failures) {
    it(`answers 503 when Stripe ${does}, and opens the payment at the next try`, { tags }, async () => {
      const member = await portal.member();
      const resourceId = await portal.addResource();
      await portal.control('POST /sandbox/faults', { ...creating, ...twice, ...fault });
      const failed = await open(member, resourceId);
      expect([failed.status, failed.body]).toEqual([503, sorry]);
      await portal.control('DELETE /sandbox/faults');
      const opened = await open(member, resourceId);
      expect(opened.status).toBe(200);
      expect((await attemptsOf(resourceId)).filter(({ status }) => status === 'open')).toHaveLength(1);
      await portal.pay(opened.body.clientSecret);
      await portal.runWebhooks();
      expect(await portal.rows('select id from purchases where resource_id = $1', [resourceId])).toHaveLength(1);
    });
  }

  it('makes one intent when Stripe closes the connection after creating it', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const before = (await intents()).length;
    await portal.control('POST /sandbox/faults', { ...creating, kind: 'cut', when: 'after' });
    expect((await open(member, resourceId)).status).toBe(200);
    expect(await intents()).toHaveLength(before + 1);
  });

  it('opens no payment while an older one could not be cancelled', { tags: 'long' }, async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource({ priceMinor: 1000 });
    const old = (await open(member, resourceId)).body.clientSecret;
    await portal.database.pool.query('update resources set price_minor = 1200 where id = $1', [resourceId]);
    const cancel = { method: 'POST', path: `/v1/payment_intents/${old.split('_secret_')[0]}/cancel` };
    await portal.control('POST /sandbox/faults', { ...cancel, ...twice, kind: 'fail', status: 500 });
    expect((await open(member, resourceId)).body.code).toBe('purchases.provider-failed');
    expect(await attemptsOf(resourceId)).toMatchObject([{ status: 'superseded' }]);
    await portal.runTask('reconcile-payments', { atStart: true });
    expect(await attemptsOf(resourceId)).toMatchObject([{ status: 'canceled' }]);
    expect((await portal.pay(old)).status).toBe(400);
    expect((await open(member, resourceId)).status).toBe(200);
  });

  it('answers 503 when Stripe does not answer in time, finds the same payment at the next try, and opens the breaker after five', {
    tags: 'long',
  }, async () => {
    const other = await createPayingPortal({ timeoutMs: 1500 });
    const member = await other.member();
    const resourceId = await other.addResource();
    await other.control('POST /sandbox/faults', { ...creating, when: 'after', kind: 'delay' });
    expect((await open(member, resourceId)).body).toEqual(sorry);
    expect(
      (await other.database.pool.query('select status, stripe_payment_intent_id as id from payment_attempts')).rows,
    ).toEqual([{ status: 'open', id: null }]);
    await other.control('DELETE /sandbox/faults');
    const opened = await open(member, resourceId);
    const made = (await other.stripe.paymentIntents.list()).data;
    expect(made.map((intent) => intent.client_secret)).toEqual([opened.body.clientSecret]);

    await other.control('POST /sandbox/faults', { ...creating, times: 1000, kind: 'delay' });
    const waited = await Promise.all(
      Array.from({ length: 5 }, async () => open(await other.member(), await other.addResource())),
    );
    for (const answer of waited) expect([answer.status, answer.body]).toEqual([503, sorry]);
    const left = async () =>
      (await other.control<{ calls: { times: number }[] }>('GET /sandbox/faults')).calls[0]?.times;
    const before = await left();
    expect((await open(member, await other.addResource())).body).toEqual(sorry);
    expect(await left()).toBe(before);
    expect((await member.get('/api/user/purchases')).status).toBe(200);
    await other.close();
  });
});

describe('opening a payment when Stripe is slow', () => {
  it('answers 503 when two slow calls together exceed the time limit, and continues at the next try', {
    tags: 'long',
  }, async () => {
    const other = await createPayingPortal({ patienceMs: 1000 });
    const member = await other.member();
    const resourceId = await other.addResource();
    for (const path of ['/v1/customers', '/v1/payment_intents']) {
      await other.control('POST /sandbox/faults', { method: 'POST', path, kind: 'delay', delayMs: 700 });
    }
    const slow = await open(member, resourceId);
    expect([slow.status, slow.body]).toEqual([503, sorry]);
    await other.control('DELETE /sandbox/faults');
    const opened = await open(member, resourceId);
    expect(opened.status).toBe(200);
    const made = (await other.stripe.paymentIntents.list()).data;
    expect(made.map((intent) => intent.client_secret)).toEqual([opened.body.clientSecret]);
    expect((await other.stripe.customers.list()).data).toHaveLength(1);
    await other.close();
  });
});

describe('recording a payment when Stripe fails', () => {
  it('CHECKOUT-09 answers a report with a request not to pay again, and records the purchase later by itself', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const { clientSecret } = (await open(member, resourceId)).body;
    const paymentIntentId = clientSecret.split('_secret_')[0];
    await portal.pay(clientSecret);
    await portal.control('POST /sandbox/faults', { method: 'GET', ...twice, kind: 'fail', status: 500 });
    const answer = await member.post('/api/complete-purchase', { resourceId, paymentIntentId });
    expect([answer.status, answer.body.code]).toEqual([503, 'purchases.unconfirmed']);
    expect(answer.body.message).toContain('please do not pay again');
    await portal.runWebhooks();
    expect((await member.post('/api/complete-purchase', { resourceId, paymentIntentId })).status).toBe(200);
  });

  it('CHECKOUT-10 retries an event whose handling failed, and parks it after the last retry', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const { clientSecret } = (await open(member, resourceId)).body;
    const intentId = clientSecret.split('_secret_')[0];
    await portal.control('POST /sandbox/faults', { method: 'GET', path: '/v1/payment_intents', ...twice, kind: 'cut' });
    await portal.pay(clientSecret);
    await portal.runWebhooks();
    const event = async () =>
      (
        await portal.rows('select * from stripe_events where object_id = $1 and type = $2', [
          intentId,
          'payment_intent.succeeded',
        ])
      )[0];
    expect(await event()).toMatchObject({ processed_at: null, parked_at: null, last_error: sorry.message });

    // graphile-worker records a failed attempt shortly after the task has ended, and reschedules no job before that.
    const again = async (attempts: number) => {
      const move = `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now(), attempts := $1)
        from graphile_worker.jobs where task_identifier = 'handle-stripe-event'`;
      while ((await portal.rows(move, [attempts])).length === 0);
    };
    await portal.control('POST /sandbox/faults', { method: 'GET', path: '/v1/payment_intents', ...twice, kind: 'cut' });
    await again(11);
    await portal.runJobs();
    expect(await event()).toMatchObject({ processed_at: null, parked_at: expect.any(Date) });

    // A repeated delivery starts the handling again.
    const { data } = await portal.control<{ data: { id: string; type: string; event: string }[] }>(
      'GET /sandbox/deliveries?type=payment_intent.succeeded',
    );
    const id = (await event())?.id;
    await portal.control(`POST /sandbox/deliveries/${data.find((one) => one.event === id)?.id}/resend`);
    await portal.runWebhooks();
    expect(await event()).toMatchObject({ processed_at: expect.any(Date), parked_at: null, last_error: null });
    expect(await portal.rows('select id from purchases where resource_id = $1', [resourceId])).toHaveLength(1);
  });
});
