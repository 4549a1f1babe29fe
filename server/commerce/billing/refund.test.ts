import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Billing } from '#contract/commerce/billing.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createPayingPortal();
  administrator = await portal.administrator();
});
afterEach(async () => {
  await portal.control('DELETE /sandbox/faults');
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

type Reply = { message: string; code?: string };
const refund = (id: number, body?: object, client = administrator) =>
  client.post<Reply>(`/api/admin/subscriptions/${id}/refund`, body);
const billingOf = async (member: Client) => (await member.get<Billing>('/api/user/billing')).body;
const refundRows = () => portal.rows('select amount_minor, status, reason from refunds order by id');
const refundsThere = async () => (await portal.stripe.refunds.list({ limit: 100 })).data.length;

describe('refused refunds', () => {
  it('PERM-01 PERM-02 lets only administrators refund, not even the subscriber', { tags: 'long' }, async () => {
    const { id, member } = await subscribe(portal);
    const before = [await refundsThere(), await refundRows()];
    expect((await refund(id, {}, portal.visitor())).status).toBe(401);
    expect((await refund(id, {}, member)).status).toBe(403);
    expect([await refundsThere(), await refundRows()]).toEqual(before);
  });

  it('PERM-05 an administrator whose sign-in is more than 12 hours old is asked to prove it again', async () => {
    const { id } = await subscribe(portal);
    const late = await portal.administrator();
    await portal.rows(
      `update sign_in_sessions set signed_in_at = now() - interval '12 hours 1 minute' where user_id = $1`,
      [late.userId],
    );
    const answer = await refund(id, {}, late);
    expect([answer.status, answer.body.code]).toEqual([403, 'accounts.confirm-sign-in']);
    expect(await refundRows()).toEqual([]);
  });

  it('ADM-SUB-08 refuses invalid amounts before it looks for the subscription', async () => {
    const { id } = await subscribe(portal);
    for (const amount of [0, -1, '0', '-5', 'all', '', 1e12, true, [], 0.001]) {
      const answer = await refund(id, { amount });
      expect([amount, answer.status]).toEqual([amount, 400]);
    }
    for (const amountMinor of [0, -1, 2.5, '250', true, [], 1e15]) {
      const answer = await refund(id, { amountMinor });
      expect([amountMinor, answer.status]).toEqual([amountMinor, 400]);
    }
    expect((await refund(id, { amount: 2.5, amountMinor: 250 })).body.message).toContain('not both');
    expect((await refund(id, { amountMajor: 2.5 })).body.message).toContain('amountMajor is no field of this call');
    for (const amount of [5.005, '5.005', 1e12]) {
      expect((await refund(id, { amount })).body.message).toBe(
        'Amount must be more than zero and at most 999999999, with at most 2 decimals',
      );
    }
    expect((await refund(987_654, { amount: 0 })).status).toBe(400);
    expect((await refund(987_654, {})).status).toBe(404);
    expect(await refundRows()).toEqual([]);
  });

  it('ADM-SUB-08 refuses more than what is left of the latest payment', async () => {
    const { id } = await subscribe(portal);
    expect((await refund(id, { amount: 12.51 })).body).toMatchObject({
      code: 'billing.refund-too-large',
      message: 'You can refund at most £12.50 of this payment.',
    });
    expect((await refund(id, { amount: 10 })).status).toBe(200);
    expect((await refund(id, { amount: 2.51 })).body).toMatchObject({ code: 'billing.refund-too-large' });
    expect((await refund(id, { amountMinor: 251 })).body).toMatchObject({ code: 'billing.refund-too-large' });
    expect((await refund(id, { amount: '2.00' })).body.message).toBe('£2.00 has been refunded.');
    expect((await refund(id, { amountMinor: 50 })).body.message).toBe('£0.50 has been refunded.');
    expect((await refund(id, {})).body).toMatchObject({ code: 'billing.nothing-to-refund' });
  });
});

describe('a refund', () => {
  it('ADM-SUB-05 API-54 a refund without an amount returns all that is left, and the subscription goes on', async () => {
    const { id, member } = await subscribe(portal);
    expect(await billingOf(member)).toMatchObject({ totalSpent: 12.5, subscriptionTotal: 12.5, purchaseTotal: 0 });
    expect((await refund(id, { amount: 4 })).body.message).toBe('£4.00 has been refunded.');
    expect((await billingOf(member)).subscriptionTotal).toBe(8.5);
    expect((await refund(id, {})).body.message).toBe('£8.50 has been refunded.');
    await portal.runWebhooks();
    const billing = await billingOf(member);
    expect(billing.totalSpent).toBe(0);
    expect(billing.invoices).toMatchObject([{ status: 'paid', amount: 12.5, refunded: 12.5 }]);
    expect(billing.transactions.map(({ type, amount }) => [type, amount])).toEqual(
      expect.arrayContaining([
        ['subscription', 12.5],
        ['refund', -4],
        ['refund', -8.5],
      ]),
    );
    expect((await subscriptionOf(member))?.status).toBe('active');
    const audited = await portal.rows(
      `select after->>'amountMinor' as minor from audit_log
       where action = 'refund' and object = 'subscription' and object_id = $1 order by id`,
      [String(id)],
    );
    expect(audited).toEqual([{ minor: '400' }, { minor: '850' }]);
    const [user] = await portal.rows('select email from users where id = $1', [member.userId]);
    const mails = portal.sentMails.filter(({ to, subject }) => to === user?.email && subject.startsWith('Your refund'));
    expect(mails.map(({ subject }) => subject)).toEqual(['Your refund of £4.00', 'Your refund of £8.50']);
  });

  it('ADM-SUB-08 a refund that is requested twice is made once', { tags: 'long' }, async () => {
    const { id, member } = await subscribe(portal);
    const before = await refundsThere();
    const answers = await Promise.all([refund(id, {}), refund(id, {}), refund(id, {})]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await refundsThere()).toBe(before + 1);
    expect((await billingOf(member)).totalSpent).toBe(0);
  });

  it('ADM-SUB-08 a partial refund that is requested twice from one screen is made once', async () => {
    const { id, member } = await subscribe(portal);
    const body = { amount: 5, alreadyRefundedMinor: 0 };
    expect((await refund(id, body)).status).toBe(200);
    expect((await refund(id, body)).body).toMatchObject({ code: 'billing.refund-outdated' });
    expect((await refund(id, { amount: 5, alreadyRefundedMinor: 500 })).status).toBe(200);
    expect((await billingOf(member)).totalSpent).toBe(2.5);
  });

  it('ADM-SUB-08 compares the refunded amount that a screen showed in whole pence', { tags: 'long' }, async () => {
    const { id, member } = await subscribe(portal);
    expect((await refund(id, { amount: 0.1 })).status).toBe(200);
    expect((await refund(id, { amount: 0.2, alreadyRefundedMinor: 10 })).status).toBe(200);
    const inPounds = await refund(id, { amount: 1, alreadyRefundedMinor: 0.3 });
    expect(inPounds.status).toBe(400);
    const outdated = await refund(id, { amount: 1, alreadyRefundedMinor: 31 });
    expect(outdated.body).toMatchObject({ code: 'billing.refund-outdated' });
    expect((await refund(id, { amount: 1, alreadyRefundedMinor: 30 })).status).toBe(200);
    expect((await billingOf(member)).totalSpent).toBe(11.2);
  });

  it('a refund is made once by a job when the provider does not answer', { tags: 'long' }, async () => {
    const { id, member } = await subscribe(portal);
    const before = await refundsThere();
    await portal.control('POST /sandbox/faults', { kind: 'cut', when: 'after', path: '/v1/refunds', times: 10 });
    const answer = await refund(id, { amount: 3 });
    expect(answer.body.message).toBe('£3.00 goes back as soon as the payment provider answers again.');
    await portal.control('DELETE /sandbox/faults');
    await portal.rows(`update graphile_worker._private_jobs set run_at = now() where key like 'refund:%'`);
    await portal.runJobs();
    await portal.runWebhooks();
    expect(await refundsThere()).toBe(before + 1);
    expect((await billingOf(member)).subscriptionTotal).toBe(9.5);
  });

  it('a refund made in the provider’s dashboard counts too', { tags: 'long' }, async () => {
    const { id, member } = await subscribe(portal);
    await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
    const [invoice] = (await portal.rows('select stripe_payment_intent_id as intent from invoices where user_id = $1', [
      member.userId,
    ])) as { intent: string }[];
    await portal.stripe.refunds.create({ payment_intent: invoice?.intent ?? '', amount: 1000 });
    expect((await refund(id, { amount: 3 })).body).toMatchObject({ code: 'billing.refund-too-large' });
    expect((await refund(id)).body.message).toBe('£2.50 has been refunded.');
    await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
    expect((await billingOf(member)).totalSpent).toBe(0);
  });

  it('refuses the refund of a disputed payment: the bank has its money already', async () => {
    const { id } = await subscribe(portal, { card: 'pm_card_createDispute' });
    expect((await refund(id, {})).body).toMatchObject({ code: 'billing.refund-disputed' });
  });

  it('a refund that fails later at the bank no longer counts', async () => {
    const { id, member } = await subscribe(portal, { card: 'pm_card_refundFail' });
    expect((await refund(id, {})).status).toBe(200);
    expect((await billingOf(member)).totalSpent).toBe(0);
    await portal.control('POST /sandbox/advance', { days: 1 });
    await portal.runWebhooks();
    expect((await billingOf(member)).totalSpent).toBe(12.5);
  });
});

describe('cards', () => {
  it('BILL-06 API-20 keeps and shows the card that pays a subscription', async () => {
    const { member } = await subscribe(portal, { card: 'pm_card_mastercard' });
    expect((await billingOf(member)).paymentMethods).toMatchObject([{ brand: 'mastercard', last4: '4444' }]);
  });

  it('BILL-06 shows cards added or removed at the provider, the default one first', { tags: 'long' }, async () => {
    const { member } = await subscribe(portal);
    const [own] = await portal.rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [
      member.userId,
    ]);
    const added = await portal.stripe.paymentMethods.attach('pm_card_amex', { customer: own?.id });
    await portal.runWebhooks();
    const brands = async () => (await billingOf(member)).paymentMethods.map(({ brand }) => brand);
    expect(await brands()).toEqual(['visa', 'amex']);
    await portal.stripe.paymentMethods.detach(added.id);
    await portal.runWebhooks();
    expect(await brands()).toEqual(['visa']);
  });
});
