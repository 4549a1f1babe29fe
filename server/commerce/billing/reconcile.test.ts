import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { portalTasks } from '#server/app/tasks.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { createStripeGateway } from '#server/platform/stripe/gateway.ts';
import { createPayingPortal, gatewayOptions, type PayingPortal } from '#tests/support/payments.ts';

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

const statusOf = async (resourceId: number) =>
  (await portal.rows('select status from purchases where resource_id = $1 order by id', [resourceId])).map(
    ({ status }) => status,
  );
const dropWebhooks = () => portal.control('POST /sandbox/webhooks', { mode: 'drop' });
/** Makes the database say that the checkout was opened this long ago. */
const setOpened = (resourceId: number, age: string) =>
  portal.rows(`update payment_attempts set opened_at = now() - $2::interval where resource_id = $1`, [resourceId, age]);

async function paid() {
  const payment = await portal.paid();
  await setOpened(payment.resourceId, '3 minutes');
  return payment;
}

describe('the reconciler', () => {
  it('CHECKOUT-10 finishes a payment whose portal was killed before it heard of it', async () => {
    await dropWebhooks();
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const { clientSecret, paymentIntentId } = await portal.openPayment(member, resourceId);
    await portal.pay(clientSecret);
    expect(await statusOf(resourceId)).toEqual([]);

    // Another process: separate connections and Stripe client, and no memory.
    const database = openDatabase(portal.database.addresses.service, { log: () => {} });
    const stripe = createStripeGateway({ ...portal.sandbox, ...gatewayOptions(portal.sandbox) });
    const mailSender = { send: async () => {}, close: () => {} };
    const tasks = portalTasks({ ...portal.dependencies, database, stripe, mailSender });
    await tasks['reconcile-payments']?.({ atStart: true }, { attempt: 1, isLast: false });
    await database.close();

    expect(await statusOf(resourceId)).toEqual(['paid']);
    expect((await member.get('/api/user/purchases')).body).toMatchObject([{ stripePaymentIntentId: paymentIntentId }]);
    expect(await portal.rows(`select before, after from audit_log where action = 'reconcile'`)).toEqual([
      { before: 'open', after: 'succeeded' },
    ]);
  });

  it('the reconciler continues where a process was killed between the attempt and Stripe', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    await portal.rows(
      `insert into payment_attempts (user_id, resource_id, amount_minor, currency) values ($1, $2, 1999, 'GBP')`,
      [member.userId, resourceId],
    );
    await portal.runTask('reconcile-payments', { atStart: true });
    const { clientSecret } = await portal.openPayment(member, resourceId);
    await portal.pay(clientSecret);
    await portal.runWebhooks();
    expect(await statusOf(resourceId)).toEqual(['paid']);
    expect(await portal.rows('select id from payment_attempts where resource_id = $1', [resourceId])).toHaveLength(1);
  });

  it('syncs payments after two minutes, then every four, and hourly when the checkout is old', async () => {
    await dropWebhooks();
    const { resourceId } = await paid();
    await setOpened(resourceId, '90 seconds');
    await portal.runTask('reconcile-payments');
    expect(await statusOf(resourceId)).toEqual([]);
    const setSyncedAt = (age: string) =>
      portal.rows('update payment_attempts set synced_at = now() - $2::interval where resource_id = $1', [
        resourceId,
        age,
      ]);
    for (const [opened, synced] of [
      ['30 minutes', '3 minutes'],
      ['2 hours', '59 minutes'],
    ] as const) {
      await setOpened(resourceId, opened);
      await setSyncedAt(synced);
      await portal.runTask('reconcile-payments');
      expect(await statusOf(resourceId)).toEqual([]);
    }
    await setSyncedAt('61 minutes');
    await portal.runTask('reconcile-payments');
    expect(await statusOf(resourceId)).toEqual(['paid']);
  });

  it('cancels a payment whose checkout was not opened for a week', async () => {
    const resourceId = await portal.addResource();
    const { paymentIntentId } = await portal.openPayment(await portal.member(), resourceId);
    await setOpened(resourceId, '6 days');
    await portal.runTask('reconcile-payments');
    expect((await portal.stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('requires_payment_method');
    await setOpened(resourceId, '8 days');
    await portal.rows('update payment_attempts set synced_at = null where resource_id = $1', [resourceId]);
    await portal.runTask('reconcile-payments');
    expect((await portal.stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('canceled');
    expect(await portal.rows('select status from payment_attempts where resource_id = $1', [resourceId])).toEqual([
      { status: 'canceled' },
    ]);
  });

  it('syncs the other payments when one payment cannot be synced', async () => {
    await dropWebhooks();
    const first = await paid();
    const second = await paid();
    // An unknown Stripe error is not an outage.
    const path = `/v1/payment_intents/${first.paymentIntentId}`;
    await portal.control('POST /sandbox/faults', { method: 'GET', path, kind: 'fail', status: 400, code: 'surprise' });
    await portal.runTask('reconcile-payments');
    expect([await statusOf(first.resourceId), await statusOf(second.resourceId)]).toEqual([[], ['paid']]);
    await portal.runTask('reconcile-payments');
    expect(await statusOf(first.resourceId)).toEqual(['paid']);
  });

  it('leaves a payment that Stripe does not know as it is', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    await portal.rows(
      `insert into payment_attempts (user_id, resource_id, amount_minor, currency, stripe_payment_intent_id, opened_at)
       values ($1, $2, 1999, 'GBP', 'pi_elsewhere', now() - interval '3 minutes')`,
      [member.userId, resourceId],
    );
    await portal.runTask('reconcile-payments');
    expect(await portal.rows('select status from payment_attempts where resource_id = $1', [resourceId])).toEqual([
      { status: 'open' },
    ]);
    // The member gets a new payment that can be paid.
    expect((await portal.pay((await portal.openPayment(member, resourceId)).clientSecret)).status).toBe(200);
    await portal.runWebhooks();
    expect(await statusOf(resourceId)).toEqual(['paid']);
  });
});

describe('events that never arrived', () => {
  it('ACCESS-16 events that never arrived are fetched within the hour and applied', { tags: 'long' }, async () => {
    const { resourceId, paymentIntentId } = await paid();
    await portal.runWebhooks();
    await dropWebhooks();
    await portal.stripe.refunds.create({ payment_intent: paymentIntentId });
    await portal.runWebhooks();
    expect(await statusOf(resourceId)).toEqual(['paid']);
    await portal.runTask('fetch-undelivered-events');
    expect(await statusOf(resourceId)).toEqual(['refunded']);
    const before = await portal.rows('select * from stripe_events order by id');
    await portal.runTask('fetch-undelivered-events');
    expect(await portal.rows('select * from stripe_events order by id')).toEqual(before);
  });

  it('old processed events are deleted, waiting ones are kept', async () => {
    await portal.rows(`insert into stripe_events (id, type, object_id, received_at, processed_at) values
      ('evt_old', 'charge.updated', 'ch_1', now() - interval '61 days', now() - interval '61 days'),
      ('evt_parked', 'charge.refunded', 'ch_1', now() - interval '61 days', null),
      ('evt_young', 'charge.updated', 'ch_1', now() - interval '59 days', now() - interval '59 days')`);
    await portal.rows(`update stripe_events set parked_at = now() where id = 'evt_parked'`);
    await portal.runTask('delete-old-events');
    expect(
      await portal.rows(`select id from stripe_events where id in ('evt_old', 'evt_parked', 'evt_young') order by id`),
    ).toEqual([{ id: 'evt_parked' }, { id: 'evt_young' }]);
  });
});
