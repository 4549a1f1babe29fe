import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MemberPurchase } from '#contract/commerce/purchases-admin.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { accessOf } from '#tests/support/subscriptions.ts';

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

/** Buys a resource as a member, for a test of its refund by an administrator. */
async function bought(options: Parameters<PayingPortal['paid']>[0] = {}) {
  const payment = await portal.paid(options);
  await portal.runWebhooks();
  const { member, resourceId, paymentIntentId } = payment;
  const list = async () =>
    (await administrator.get<MemberPurchase[]>(`/api/admin/users/${member.userId}/purchases`)).body;
  const [purchase] = await list();
  const path = `/api/admin/users/${member.userId}/purchases/${purchase?.id}/refund`;
  const refund = (body: object = {}, client = administrator) => client.post<Reply>(path, body);
  const owns = async () => (await accessOf(member, resourceId)).hasAccess;
  const refunds = async () => (await portal.stripe.refunds.list({ payment_intent: paymentIntentId })).data.length;
  return { ...payment, id: purchase?.id ?? 0, list, refund, owns, refunds };
}

async function mailsOf(member: { userId: number }): Promise<string[]> {
  const [user] = await portal.rows('select email from users where id = $1', [member.userId]);
  const mails = portal.sentMails.filter(({ to, subject }) => to === user?.email && subject.startsWith('Your refund'));
  return mails.map(({ text }) => text);
}

describe('refused refunds of purchases', () => {
  it('PERM-01 PERM-02 lets only administrators refund a purchase, not even the buyer', async () => {
    const { refund, member, refunds, owns } = await bought();
    expect((await refund({}, portal.visitor())).status).toBe(401);
    expect((await refund({}, member)).status).toBe(403);
    expect([await refunds(), await owns()]).toEqual([0, true]);
  });

  it('PERM-05 asks an administrator with an old sign-in to prove it again before a refund of a purchase', async () => {
    const { refund, refunds } = await bought();
    const late = await portal.administrator();
    await portal.rows(
      `update sign_in_sessions set signed_in_at = now() - interval '12 hours 1 minute' where user_id = $1`,
      [late.userId],
    );
    const answer = await refund({}, late);
    expect([answer.status, answer.body.code, await refunds()]).toEqual([403, 'accounts.confirm-sign-in', 0]);
  });

  it('API-62 refuses amounts that are no whole minor units, more than is left, and a long reason', async () => {
    const { refund, refunds, owns } = await bought();
    for (const amount of [0, -1, 0.5, '5', true, [], 1e15]) {
      for (const name of ['amount', 'amountMinor']) {
        const { status } = await refund({ [name]: amount });
        expect([name, amount, status]).toEqual([name, amount, 400]);
      }
    }
    expect((await refund({ amount: 5.5 })).body.message).toContain('for 5.50 send amountMinor 550');
    expect((await refund({ amount: 500, amountMinor: 500 })).body.message).toContain('not both');
    expect((await refund({ amountMinr: 761 })).body.message).toBe(
      'amountMinr is no field of this call, which takes amountMinor, amount, alreadyRefundedMinor, reason',
    );
    expect((await refund({ amountMinor: 2000 })).body.code).toBe('billing.refund-too-large');
    expect((await refund({ reason: 'x'.repeat(1001) })).status).toBe(400);
    expect((await refund({ amount: 2000 })).body).toMatchObject({
      code: 'billing.refund-too-large',
      message: 'You can refund at most £19.99 of this payment.',
    });
    expect((await refund({ alreadyRefundedMinor: 1 })).body.code).toBe('billing.refund-outdated');
    expect([await refunds(), await owns()]).toEqual([0, true]);
  });

  it("API-62 does not know another member's purchase, or a payment of another installation", async () => {
    const [mine, theirs] = [await bought(), await bought()];
    const crossed = `/api/admin/users/${mine.member.userId}/purchases/${theirs.id}/refund`;
    expect((await administrator.post(crossed, {})).status).toBe(404);
    const { paymentIntentId, refund, refunds } = theirs;
    await portal.stripe.paymentIntents.update(paymentIntentId, { metadata: { installation: 'another' } });
    expect((await refund()).status).toBe(404);
    expect([await mine.refunds(), await refunds()]).toEqual([0, 0]);
    const [own] = await portal.rows('select id from installation');
    await portal.stripe.paymentIntents.update(paymentIntentId, { metadata: { installation: own?.id } });
  });

  it('ADM-SUB-08 refuses the refund of a purchase that the bank disputes', async () => {
    const { refund, refunds } = await bought({ card: 'pm_card_createDispute' });
    expect((await refund()).body).toMatchObject({ code: 'billing.refund-disputed' });
    expect(await refunds()).toBe(0);
  });
});

describe('a refund of a purchase', () => {
  it('ADM-USER-17 a part keeps the purchase, the rest ends it, each with a mail and an audit entry', {
    tags: 'long',
  }, async () => {
    const { refund, owns, list, member, id } = await bought({ priceMinor: 3000 });
    expect((await refund({ amountMinor: 1000, reason: 'A goodwill gesture' })).body.message).toBe(
      '£10.00 has been refunded.',
    );
    expect(await owns()).toBe(true);
    expect(await list()).toMatchObject([{ id, refundedMinor: 1000, leftMinor: 2000 }]);
    expect((await refund({ alreadyRefundedMinor: 1000 })).body.message).toBe('£20.00 has been refunded.');
    expect([await owns(), await list()]).toEqual([false, []]);
    expect((await refund()).body.code).toBe('billing.nothing-to-refund');
    await portal.runWebhooks();
    const audited = await portal.rows(
      `select after->>'amountMinor' as minor, after->>'reason' as reason, member_user_id as member from audit_log
       where action = 'refund' and object = 'purchase' and object_id = $1 order by id`,
      [String(id)],
    );
    expect(audited).toEqual([
      { minor: '1000', reason: 'A goodwill gesture', member: member.userId },
      { minor: '2000', reason: null, member: member.userId },
    ]);
    expect(await mailsOf(member)).toEqual([
      expect.stringContaining('We have sent £10.00 of your payment'),
      expect.stringContaining('Your payment of £30.00'),
    ]);
  });

  it('ADM-USER-17 two administrators who refund the same part at once make one refund', async () => {
    const { refund, refunds, list } = await bought();
    const body = { amount: 500, alreadyRefundedMinor: 0 };
    const answers = await Promise.all([refund(body), refund(body, await portal.administrator())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([await refunds(), (await list())[0]?.leftMinor]).toEqual([1, 1499]);
  });

  it('API-62 counts the minor units of a currency without decimals', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    await portal.rows(`update resources set currency = 'JPY', price_minor = 900 where id = $1`, [resourceId]);
    await portal.pay((await portal.openPayment(member, resourceId)).clientSecret);
    await portal.runWebhooks();
    const path = `/api/admin/users/${member.userId}/purchases`;
    const [purchase] = (await administrator.get<MemberPurchase[]>(path)).body;
    const answer = await administrator.post<Reply>(`${path}/${purchase?.id}/refund`, { amount: 400 });
    expect(answer.body.message).toBe('JP¥400 has been refunded.');
    expect((await administrator.get<MemberPurchase[]>(path)).body).toMatchObject([
      { amount: 900, refundedMinor: 400, leftMinor: 500 },
    ]);
  });

  it('ADM-USER-17 a job makes the refund once when Stripe does not answer', { tags: 'long' }, async () => {
    const { refund, refunds, owns } = await bought();
    await portal.control('POST /sandbox/faults', { kind: 'cut', when: 'after', path: '/v1/refunds', times: 10 });
    expect((await refund()).body.message).toBe('£19.99 goes back as soon as the payment provider answers again.');
    await portal.control('DELETE /sandbox/faults');
    await portal.runTask('reconcile-payments');
    expect([await refunds(), await owns()]).toEqual([1, false]);
  });
});
