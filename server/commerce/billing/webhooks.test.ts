import { createHmac } from 'node:crypto';
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

const webhook = '/api/webhooks/stripe';
const now = () => Math.floor(Date.now() / 1000);

/** Signs a body as Stripe does. */
function sign(body: string, { secret = portal.sandbox.webhookSecret, time = now() } = {}): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

function send(body: string, signature: string | null, client: Client = portal.visitor()) {
  const headers = { 'content-type': 'application/json', ...(signature !== null && { 'stripe-signature': signature }) };
  return client.send({ method: 'POST', url: webhook, payload: body, headers });
}

const eventOf = (id: string, type: string, object: object) =>
  JSON.stringify({ id, object: 'event', type, created: now(), data: { object } });

const purchasesOf = (resourceId: number) =>
  portal.rows('select status from purchases where resource_id = $1', [resourceId]);

describe('forged events', () => {
  it('CHECKOUT-18 API-59 refuses an event without a valid signature from any caller and changes nothing', async () => {
    await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
    const { paymentIntentId, resourceId } = await portal.paid();
    await portal.runWebhooks();
    const body = eventOf('evt_forged', 'payment_intent.succeeded', { id: paymentIntentId, object: 'payment_intent' });
    const right = sign(body);
    const forged: [string, string | null][] = [
      [body, null],
      [body, ''],
      [body, 'nonsense'],
      [body, right.replace('v1=', 'v0=')],
      [body, sign(body, { secret: 'whsec_wrong' })],
      [body, sign(body, { secret: '' })],
      [body, sign(body, { time: now() - 301 })],
      [body.replace('evt_forged', 'evt_forgee'), right],
      [`${body} `, right],
      ['', sign('')],
      ['{"id":"evt_forged"', sign('{"id":"evt_forged"', { secret: 'whsec_wrong' })],
    ];
    for (const client of [portal.visitor(), await portal.administrator()]) {
      for (const [text, signature] of forged) {
        const answer = await send(text, signature, client);
        expect([answer.status, answer.body]).toEqual([
          400,
          { code: 'billing.signature-refused', message: 'The signature of this event is not valid.' },
        ]);
      }
    }
    await portal.runJobs();
    expect(await portal.rows(`select * from stripe_events where id like 'evt_forge%'`)).toEqual([]);
    expect(await purchasesOf(resourceId)).toEqual([]);
    await portal.runTask('reconcile-payments', { atStart: true });
  });

  it('CHECKOUT-18 refuses an event body above 256 KiB', async () => {
    const body = eventOf('evt_large', 'payment_intent.succeeded', { id: 'x'.repeat(256 * 1024) });
    expect((await send(body, sign(body))).status).toBe(413);
  });

  it('API-59 accepts an event from any origin when one of two signatures is valid, as during a change of the secret', async () => {
    const body = eventOf('evt_rolled', 'product.created', { id: 'prod_1', object: 'product' });
    const [time, right] = sign(body).split(',');
    const [, wrong] = sign(body, { secret: 'whsec_old' }).split(',');
    const answer = await portal.visitor().send({
      method: 'POST',
      url: webhook,
      payload: body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `${time},${wrong},${right}`,
        origin: 'https://hooks.example',
        'sec-fetch-site': 'cross-site',
      },
    });
    expect([answer.status, answer.body]).toEqual([200, { received: true }]);
    expect(
      await portal.rows(`select type, processed_at is not null as done from stripe_events where id = 'evt_rolled'`),
    ).toEqual([{ type: 'product.created', done: true }]);
  });
});

describe('events', () => {
  it('CHECKOUT-11 events delivered twice, out of order and again later end in the same state', {
    tags: 'long',
  }, async () => {
    await portal.control('POST /sandbox/webhooks', { mode: 'shuffle' });
    const { paymentIntentId, resourceId } = await portal.paid();
    await portal.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 500 });
    await portal.control('POST /sandbox/webhooks', { mode: 'duplicate' });
    await portal.runWebhooks();
    expect(await purchasesOf(resourceId)).toEqual([{ status: 'paid' }]);
    const state = () =>
      portal.rows(
        `select p.*, (select json_agg(r order by r.id) from refunds r where r.attempt_id = p.attempt_id) as refunds,
         (select count(*)::int from mails) as mails from purchases p where p.resource_id = $1`,
        [resourceId],
      );
    const before = await state();
    const { data } = await portal.control<{ data: { id: string }[] }>('GET /sandbox/deliveries');
    for (const { id } of data) await portal.control(`POST /sandbox/deliveries/${id}/resend`);
    await portal.runWebhooks();
    expect(await state()).toEqual(before);
  });

  it('ignores the state an event claims and reads it from the provider', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const { body } = await member.post<{ clientSecret: string }>('/api/create-payment-intent', { resourceId });
    const id = body.clientSecret.split('_secret_')[0];
    const claim = { id, object: 'payment_intent', status: 'succeeded', amount_received: 1999 };
    const text = eventOf('evt_claim', 'payment_intent.succeeded', claim);
    expect((await send(text, sign(text))).status).toBe(200);
    await portal.runJobs();
    expect(await portal.rows('select * from purchases where resource_id = $1', [resourceId])).toEqual([]);
    expect(
      await portal.rows(`select processed_at is not null as done from stripe_events where id = 'evt_claim'`),
    ).toEqual([{ done: true }]);
  });

  it("ignores another installation's payments on the same account", async () => {
    const { resourceId, member } = await portal.paid();
    await portal.runWebhooks();
    const counts = () =>
      portal.rows('select (select count(*) from purchases), (select count(*) from payment_attempts) as attempts');
    const before = await counts();
    const foreign = await portal.stripe.paymentIntents.create({
      amount: 1999,
      currency: 'gbp',
      automatic_payment_methods: { enabled: true },
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://shop.example',
      metadata: {
        installation: 'another',
        userId: String(member.userId),
        resourceId: String(resourceId),
        attemptId: '1',
      },
    });
    await portal.stripe.refunds.create({ payment_intent: foreign.id });
    await portal.runWebhooks();
    expect(await counts()).toEqual(before);
    expect(await portal.rows('select * from stripe_events where processed_at is null')).toEqual([]);
  });

  it('records no purchase for a payment whose metadata names another installation, even for a known attempt', async () => {
    await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
    const { paymentIntentId, member, resourceId } = await portal.paid();
    const [own] = await portal.rows('select id from installation');
    await portal.rows('update installation set id = gen_random_uuid()');
    const report = () => member.post('/api/complete-purchase', { resourceId, paymentIntentId });
    expect((await report()).body).toMatchObject({ code: 'purchases.not-paid' });
    expect(await purchasesOf(resourceId)).toEqual([]);
    // A restore makes a new id and adds the old one to `former_ids`.
    await portal.rows('update installation set former_ids = array[$1::uuid]', [own?.id]);
    expect((await report()).status).toBe(200);
  });
});
