import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Billing } from '#contract/commerce/billing.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { accessOf, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

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

/** Makes a payment, with readers for its purchase and ownership in the portal. */
async function paid(options: Parameters<PayingPortal['paid']>[0] = {}) {
  const payment = await portal.paid(options);
  const { paymentIntentId, member } = payment;
  const statusNow = async () =>
    (await portal.rows('select status from purchases where stripe_payment_intent_id = $1', [paymentIntentId]))[0]
      ?.status ?? null;
  const owns = async () => (await member.get<object[]>('/api/user/purchases')).body.length === 1;
  return { ...payment, statusNow, owns };
}

describe('refunds and disputes of purchases', () => {
  it('ADM-SUB-08 ACCESS-16 a full refund made at the provider ends the purchase, a partial one does not', {
    tags: 'long',
  }, async () => {
    const { paymentIntentId, statusNow, owns, member } = await paid({ priceMinor: 3000 });
    await portal.runWebhooks();
    expect(await owns()).toBe(true);
    await portal.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 1000 });
    await portal.runWebhooks();
    expect([await statusNow(), await owns()]).toEqual(['paid', true]);
    await portal.stripe.refunds.create({ payment_intent: paymentIntentId });
    await portal.runWebhooks();
    expect([await statusNow(), await owns()]).toEqual(['refunded', false]);
    const [user] = await portal.rows('select email from users where id = $1', [member.userId]);
    const mails = portal.sentMails.filter((mail) => mail.to === user?.email && mail.subject.startsWith('Your refund'));
    expect(mails.map((mail) => mail.text)).toEqual([
      expect.stringContaining('£10.00 of your payment'),
      expect.stringContaining('£30.00'),
    ]);
  });

  it('a refund that fails later brings the purchase back', async () => {
    const { paymentIntentId, statusNow } = await paid({ card: 'pm_card_refundFail' });
    await portal.runWebhooks();
    await portal.stripe.refunds.create({ payment_intent: paymentIntentId });
    await portal.runWebhooks();
    expect(await statusNow()).toBe('refunded');
    await portal.control('POST /sandbox/advance', { days: 1 });
    await portal.runWebhooks();
    expect(await statusNow()).toBe('paid');
  });

  it('a refunded resource can be bought again', { tags: 'long' }, async () => {
    const { paymentIntentId, member, resourceId, owns } = await paid();
    await portal.runWebhooks();
    await portal.stripe.refunds.create({ payment_intent: paymentIntentId });
    await portal.runWebhooks();
    await portal.pay((await portal.openPayment(member, resourceId)).clientSecret);
    await portal.runWebhooks();
    expect(await owns()).toBe(true);
  });

  it('ADM-SUB-08 a dispute keeps the purchase while it is open, and ends it when it is lost', async () => {
    const { paymentIntentId, statusNow, owns } = await paid({ card: 'pm_card_createDispute' });
    await portal.runWebhooks();
    const disputes = () =>
      portal.rows(
        `select d.status from disputes d join payment_attempts a on a.id = d.attempt_id
         where a.stripe_payment_intent_id = $1`,
        [paymentIntentId],
      );
    expect([await statusNow(), await disputes()]).toEqual(['paid', [{ status: 'needs_response' }]]);
    const [dispute] = (await portal.stripe.disputes.list({ payment_intent: paymentIntentId })).data;
    await portal.stripe.disputes.close(dispute?.id ?? '');
    await portal.runWebhooks();
    expect([await statusNow(), await owns(), await disputes()]).toEqual(['dispute_lost', false, [{ status: 'lost' }]]);
  });

  it('a dispute that is won leaves the purchase as it was', { tags: 'long' }, async () => {
    const { paymentIntentId, statusNow } = await paid({ card: 'pm_card_createDispute' });
    await portal.runWebhooks();
    const [dispute] = (await portal.stripe.disputes.list({ payment_intent: paymentIntentId })).data;
    const evidence = { uncategorized_text: 'winning_evidence' };
    await portal.stripe.disputes.update(dispute?.id ?? '', { evidence, submit: true });
    await portal.runWebhooks();
    expect(await statusNow()).toBe('paid');
  });

  it('a payment that was refunded before the portal recorded it makes no purchase', async () => {
    await portal.control('POST /sandbox/webhooks', { mode: 'shuffle' });
    const { paymentIntentId, statusNow, owns } = await paid();
    await portal.stripe.refunds.create({ payment_intent: paymentIntentId });
    await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
    await portal.runWebhooks();
    expect([await statusNow(), await owns()]).toEqual([null, false]);
  });

  it('an administrator who removed a purchase is not overruled by later events', async () => {
    const { paymentIntentId, statusNow } = await paid();
    await portal.runWebhooks();
    await portal.database.pool.query(
      `update purchases set status = 'removed', ended_at = now() where stripe_payment_intent_id = $1`,
      [paymentIntentId],
    );
    await portal.database.pool.query(
      `insert into audit_log (action, object, object_id, ip, request_id)
       select 'end', 'purchase', id::text, '', '' from purchases where stripe_payment_intent_id = $1`,
      [paymentIntentId],
    );
    await portal.stripe.refunds.create({ payment_intent: paymentIntentId });
    await portal.runWebhooks();
    expect(await statusNow()).toBe('removed');
  });
});

describe('disputes of subscriptions', () => {
  it('ADM-SUB-11 keeps a subscription while its payment is disputed, and ends it at once when the dispute is lost', {
    tags: 'long',
  }, async () => {
    const { id, member, resourceId } = await subscribe(portal, { card: 'pm_card_createDispute' });
    const other = await subscribe(portal);
    await portal.runWebhooks();
    expect([(await subscriptionOf(member))?.status, (await accessOf(member, resourceId)).hasAccess]).toEqual([
      'active',
      true,
    ]);
    const [invoice] = await portal.rows('select stripe_payment_intent_id as intent from invoices where user_id = $1', [
      member.userId,
    ]);
    const [dispute] = (await portal.stripe.disputes.list({ payment_intent: invoice?.intent })).data;
    await portal.stripe.disputes.close(dispute?.id ?? '');
    await portal.runWebhooks();
    await portal.runWebhooks();
    expect([(await subscriptionOf(member))?.status, (await accessOf(member, resourceId)).hasAccess]).toEqual([
      'canceled',
      false,
    ]);
    const ended = await portal.rows(
      `select action from audit_log where object = 'subscription' and object_id = $1 and action = 'end'`,
      [String(id)],
    );
    expect(ended).toHaveLength(1);
    expect((await subscriptionOf(other.member))?.status).toBe('active');
  });

  it('BILL-25 ADM-SUB-11 an inquiry, then a dispute, a loss and an appeal that is won close and open a purchase once each', {
    tags: 'long',
  }, async () => {
    const { paymentIntentId, member, resourceId } = await paid({ card: 'pm_card_createDisputeInquiry' });
    await member.post('/api/complete-purchase', { resourceId, paymentIntentId });
    await portal.runWebhooks();
    const [dispute] = (await portal.stripe.disputes.list({ payment_intent: paymentIntentId })).data;
    const takenMinor = async () => {
      const movements = dispute && (await portal.stripe.disputes.retrieve(dispute.id)).balance_transactions;
      return movements?.reduce((sum, { amount }) => sum + amount, 0);
    };
    const stages: [status: string | null, opens: boolean, takenMinor: number][] = [
      [null, true, 0],
      ['needs_response', true, -1999],
      ['lost', false, -1999],
      ['appeal_needs_response', false, -1999],
      ['appeal_under_review', false, -1999],
      ['won', true, 0],
    ];
    for (const [status, opens, taken] of stages) {
      if (status) await portal.control(`POST /sandbox/disputes/${dispute?.id}`, { status });
      await portal.runWebhooks();
      const [row] = await portal.rows('select status, lost_at from disputes where stripe_dispute_id = $1', [
        dispute?.id,
      ]);
      expect(row?.status).toBe(status ?? 'warning_needs_response');
      expect((await accessOf(member, resourceId)).hasAccess, `${status}`).toBe(opens);
      expect(row?.lost_at === null, `${status}`).toBe(opens);
      expect(await takenMinor(), `${status}`).toBe(taken);
      await portal.expectLedgersMatch();
    }
    const { body } = await member.get<Billing>('/api/user/billing');
    expect(body.totalSpent).toBe(19.99);
  });

  it('ADM-SUB-11 an appeal keeps a lost payment lost on its day, and a won one is the seller’s again', async () => {
    const { paymentIntentId } = await paid({ card: 'pm_card_createDispute' });
    await portal.runWebhooks();
    const [dispute] = (await portal.stripe.disputes.list({ payment_intent: paymentIntentId })).data;
    const lossAfter = async (status: string) => {
      const [row] = await portal.rows(
        'update disputes set status = $2, updated_at = now() where stripe_dispute_id = $1 returning lost_at',
        [dispute?.id, status],
      );
      return row?.lost_at;
    };
    expect(await lossAfter('under_review')).toBeNull();
    const lostAt = await lossAfter('lost');
    expect(lostAt).toBeInstanceOf(Date);
    expect(await lossAfter('appeal_needs_response')).toEqual(lostAt);
    expect(await lossAfter('won')).toBeNull();
    await lossAfter('needs_response');
  });
});
