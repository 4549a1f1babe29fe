import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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

const purchasesOf = (resourceId: number) => portal.rows('select * from purchases where resource_id = $1', [resourceId]);
const complete = '/api/complete-purchase';

describe('two payments for one resource', () => {
  it('CHECKOUT-05 CHECKOUT-11 gives two devices the same payment, so the second cannot pay again', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const [one, other] = await Promise.all([
      portal.openPayment(member, resourceId),
      portal.openPayment(member, resourceId),
    ]);
    const paid = await Promise.all([portal.pay(one.clientSecret), portal.pay(other.clientSecret)]);
    expect(paid.map((reply) => reply.status).sort()).toEqual([200, 400]);
    await portal.runWebhooks();
    expect(await purchasesOf(resourceId)).toHaveLength(1);
  });

  it('CHECKOUT-05 CHECKOUT-11 keeps one of two paid payments for a resource and refunds the other, with a mail', {
    tags: 'long',
  }, async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const first = await portal.openPayment(member, resourceId);
    // Simulates a restore: the database says that the first payment can no longer be paid.
    await portal.database.pool.query(`update payment_attempts set status = 'canceled' where resource_id = $1`, [
      resourceId,
    ]);
    const second = await portal.openPayment(member, resourceId);
    await portal.pay(first.clientSecret);
    await portal.pay(second.clientSecret);
    const reports = await Promise.all(
      [first, second].map(({ paymentIntentId }) => member.post(complete, { resourceId, paymentIntentId })),
    );
    expect(reports.map((answer) => answer.status)).toEqual([200, 200]);
    expect(reports[0]?.body).toEqual(reports[1]?.body);
    await portal.runWebhooks();
    expect(await purchasesOf(resourceId)).toMatchObject([{ status: 'paid' }]);
    const refunds = await portal.rows(
      'select r.reason, r.status from refunds r join payment_attempts a on a.id = r.attempt_id where a.resource_id = $1',
      [resourceId],
    );
    expect(refunds).toEqual([{ reason: 'duplicate', status: 'succeeded' }]);
    expect(portal.sentMails.filter((mail) => mail.subject.startsWith('We are refunding'))).toHaveLength(1);

    // The kept payment is refunded later; the other one, refunded before, must not replace it.
    const kept = (await purchasesOf(resourceId))[0]?.stripe_payment_intent_id;
    await portal.stripe.refunds.create({ payment_intent: kept });
    await portal.runWebhooks();
    await portal.runTask('reconcile-payments', { atStart: true });
    expect(await purchasesOf(resourceId)).toMatchObject([{ status: 'refunded' }]);
    for (const { paymentIntentId } of [first, second]) {
      const answer = await member.post(complete, { resourceId, paymentIntentId });
      expect([answer.status, answer.body.code]).toEqual([409, 'purchases.returned']);
    }
  });

  it('CHECKOUT-05 records a purchase for a payment made at the old price just before the price changed', async () => {
    await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
    const member = await portal.member();
    const resourceId = await portal.addResource({ priceMinor: 1000 });
    const { clientSecret } = await portal.openPayment(member, resourceId);
    await portal.pay(clientSecret);
    await portal.database.pool.query('update resources set price_minor = 1500 where id = $1', [resourceId]);
    const answer = await member.post('/api/create-payment-intent', { resourceId });
    expect([answer.status, answer.body.code]).toEqual([409, 'purchases.already-owned']);
    expect(await purchasesOf(resourceId)).toMatchObject([{ status: 'paid', amount_minor: 1000 }]);
  });
});

describe('a due refund', () => {
  /** Makes two payments of one member for one resource; the second must be refunded. */
  async function paidTwice(card?: string) {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const first = await portal.openPayment(member, resourceId);
    // Simulates a restore: the database says that the first payment can no longer be paid.
    await portal.rows(`update payment_attempts set status = 'canceled' where resource_id = $1`, [resourceId]);
    const second = await portal.openPayment(member, resourceId);
    await portal.pay(first.clientSecret);
    await portal.pay(second.clientSecret, card);
    const refunds = () =>
      portal.rows(
        `select r.reason, r.status, r.amount_minor from refunds r join payment_attempts a on a.id = r.attempt_id
         where a.resource_id = $1 order by r.id`,
        [resourceId],
      );
    return { resourceId, second, refunds };
  }
  const failing = { method: 'POST', path: '/v1/refunds', times: 2, kind: 'fail', status: 500 };

  it('CHECKOUT-11 makes a due refund once, by the reconciler, when Stripe failed before', {
    tags: 'long',
  }, async () => {
    const { refunds, second } = await paidTwice();
    await portal.control('POST /sandbox/faults', failing);
    await portal.runWebhooks();
    expect(await refunds()).toEqual([{ reason: 'duplicate', status: 'due', amount_minor: 1999 }]);
    await portal.runTask('reconcile-payments');
    await portal.runTask('reconcile-payments');
    expect(await refunds()).toEqual([{ reason: 'duplicate', status: 'succeeded', amount_minor: 1999 }]);
    expect((await portal.stripe.refunds.list({ payment_intent: second.paymentIntentId })).data).toHaveLength(1);
  });

  it('CHECKOUT-11 finds a due refund done when only the response was lost', { tags: 'long' }, async () => {
    const { refunds, second } = await paidTwice();
    await portal.control('POST /sandbox/faults', { ...failing, when: 'after' });
    await portal.runWebhooks();
    await portal.runTask('reconcile-payments');
    expect(await refunds()).toEqual([{ reason: 'duplicate', status: 'succeeded', amount_minor: 1999 }]);
    expect((await portal.stripe.refunds.list({ payment_intent: second.paymentIntentId })).data).toHaveLength(1);
  });

  it('refunds only the part that was not refunded in the Stripe dashboard', { tags: 'long' }, async () => {
    const { refunds, second } = await paidTwice();
    await portal.control('POST /sandbox/faults', failing);
    await portal.runWebhooks();
    await portal.stripe.refunds.create({ payment_intent: second.paymentIntentId, amount: 500 });
    await portal.runWebhooks();
    await portal.runTask('reconcile-payments');
    expect(await refunds()).toEqual([
      { reason: 'duplicate', status: 'succeeded', amount_minor: 1499 },
      { reason: 'at_provider', status: 'succeeded', amount_minor: 500 },
    ]);
  });

  it('cancels a due refund when everything was refunded in the Stripe dashboard', { tags: 'long' }, async () => {
    const { refunds, second } = await paidTwice();
    await portal.control('POST /sandbox/faults', failing);
    await portal.runWebhooks();
    await portal.stripe.refunds.create({ payment_intent: second.paymentIntentId });
    await portal.runTask('reconcile-payments');
    expect((await refunds()).map(({ reason, status }) => [reason, status])).toEqual([
      ['duplicate', 'canceled'],
      ['at_provider', 'succeeded'],
    ]);
  });

  it('delays a due refund while the payment is disputed, and cancels it when the bank has taken the money back', async () => {
    const { refunds, second } = await paidTwice('pm_card_createDispute');
    await portal.runWebhooks();
    await portal.runTask('reconcile-payments');
    expect(await refunds()).toEqual([{ reason: 'duplicate', status: 'due', amount_minor: 1999 }]);
    const [dispute] = (await portal.stripe.disputes.list({ payment_intent: second.paymentIntentId })).data;
    await portal.stripe.disputes.close(dispute?.id ?? '');
    await portal.runWebhooks();
    await portal.runTask('reconcile-payments');
    expect(await refunds()).toEqual([{ reason: 'duplicate', status: 'canceled', amount_minor: 1999 }]);
    expect((await portal.stripe.refunds.list({ payment_intent: second.paymentIntentId })).data).toEqual([]);
  });
});
