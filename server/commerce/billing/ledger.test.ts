import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Billing } from '#contract/commerce/billing.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { addSubscriptionResource, begin, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterAll(() => portal.close());

const address = '/api/user/billing';

describe('billing of a member', () => {
  it('PERM-01 refuses visitors their billing with 401', async () => {
    expect((await portal.visitor().get(address)).status).toBe(401);
  });

  it('API-20 answers zeros and empty lists to a member without payments', async () => {
    const { body } = await (await portal.member()).get<Billing>(address);
    expect(body).toEqual({
      totalSpent: 0,
      subscriptionTotal: 0,
      purchaseTotal: 0,
      currency: 'GBP',
      invoices: [],
      paymentMethods: [],
      transactions: [],
      guarantee: null,
      duePayment: null,
    });
  });

  it("API-20 BILL-05 counts only the caller's payments, less refunds, to the penny", { tags: 'long' }, async () => {
    const { member, resourceId, paymentIntentId } = await portal.paid({ priceMinor: 3000 });
    await portal.paid();
    const second = await portal.addResource({ title: 'Model register', priceMinor: 1234 });
    await portal.pay((await portal.openPayment(member, second)).clientSecret);
    await portal.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 1001 });
    await portal.runWebhooks();
    const { body } = await member.get<Billing>(address);
    expect(body).toMatchObject({ totalSpent: 32.33, purchaseTotal: 32.33, subscriptionTotal: 0 });
    expect(
      body.transactions.map(({ type, description, amount, status }) => [type, description, amount, status]),
    ).toEqual(
      expect.arrayContaining([
        ['purchase', 'Hiring with care', 30, 'partially_refunded'],
        ['purchase', 'Model register', 12.34, 'paid'],
        ['refund', 'Hiring with care', -10.01, 'refunded'],
      ]),
    );
    expect(body.transactions).toHaveLength(3);
    await portal.stripe.refunds.create({ payment_intent: paymentIntentId });
    await portal.runWebhooks();
    // A resource that was refunded in full is no longer a purchase but remains in the history.
    expect((await member.get<Billing>(address)).body.totalSpent).toBe(12.34);
    const owned = await member.get<{ resourceId: number }[]>('/api/user/purchases');
    expect(owned.body.map((purchase) => purchase.resourceId)).not.toContain(resourceId);
    await portal.expectLedgersMatch();
  });

  it('BILL-22 lists no open or void invoice of a subscription that never began, but the one that was paid', async () => {
    const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    const invoices = async () => (await member.get<Billing>(address)).body.invoices.map(({ status }) => status);
    await begin(member, resourceId, 'annual');
    await portal.runWebhooks();
    expect(await invoices()).toEqual([]);
    const open = await subscriptionOf(member);
    expect((await member.post(`/api/user/subscription/${open?.id}/cancel`)).status).toBe(200);
    await portal.runWebhooks();
    const known = await portal.rows('select status from invoices where user_id = $1', [member.userId]);
    expect(known).toEqual([{ status: 'void' }]);
    expect(await invoices()).toEqual([]);
    await portal.pay((await begin(member, resourceId)).body.clientSecret);
    await portal.runWebhooks();
    expect(await invoices()).toEqual(['paid']);
  });

  it('lists a second payment for the same resource with its refund, so that the totals match the bank’s', async () => {
    const { member, resourceId } = await portal.paid({ priceMinor: 2000 });
    await portal.runWebhooks();
    const { rows } = await portal.database.pool.query(
      `insert into payment_attempts (user_id, resource_id, amount_minor, currency, status, amount_received_minor,
         stripe_payment_intent_id, succeeded_at)
       values ($1, $2, 2000, 'GBP', 'succeeded', 2000, 'pi_second', now()) returning id`,
      [member.userId, resourceId],
    );
    await portal.rows(
      `insert into refunds (attempt_id, amount_minor, reason, status, stripe_refund_id)
       values ($1, 2000, 'duplicate', 'succeeded', 're_second')`,
      [rows[0]?.id],
    );
    const { body } = await member.get<Billing>(address);
    expect(body.totalSpent).toBe(20);
    expect(body.transactions).toHaveLength(3);
    await portal.rows(`delete from refunds where stripe_refund_id = 're_second'`);
    await portal.rows(`delete from payment_attempts where id = $1`, [rows[0]?.id]);
  });

  it('API-20 BILL-06 lists invoices and payment methods, the default one first', async () => {
    const member = await portal.member();
    await portal.rows(
      `insert into invoices (user_id, stripe_invoice_id, number, status, description, total_minor, tax_minor, paid_minor,
         currency, attempt_count, issued_at, paid_at, last_snapshot_number)
       values ($1, 'in_a', 'A-1', 'paid', 'Portal Subscription', 899, 0, 899, 'GBP', 1, '2026-07-02', '2026-07-02', 1),
         ($1, 'in_b', 'A-2', 'open', 'Portal Subscription', 899, 0, 0, 'GBP', 1, '2026-08-02', null, 1),
         ($1, 'in_c', null, 'draft', 'Portal Subscription', 899, 0, 0, 'GBP', 0, '2026-09-02', null, 1)`,
      [member.userId],
    );
    await portal.rows(
      `insert into payment_methods (stripe_payment_method_id, user_id, type, label, brand, last4, exp_month, exp_year,
         is_default, added_at)
       values ('pm_a', $1, 'sepa_debit', 'SEPA debit ••3000', null, '3000', null, null, false, '2026-09-01'),
         ('pm_b', $1, 'card', 'Visa ending 4242', 'visa', '4242', 8, 2028, true, '2026-01-01')`,
      [member.userId],
    );
    const { body } = await member.get<Billing>(address);
    expect(body.invoices.map(({ id, status, amount, paidAt }) => [id, status, amount, paidAt])).toEqual([
      ['in_b', 'open', 8.99, null],
      ['in_a', 'paid', 8.99, Date.UTC(2026, 6, 2) / 1000],
    ]);
    expect(body.paymentMethods).toEqual([
      { type: 'card', label: 'Visa ending 4242', last4: '4242', brand: 'visa', expMonth: 8, expYear: 2028 },
      { type: 'sepa_debit', label: 'SEPA debit ••3000', last4: '3000', brand: null, expMonth: null, expYear: null },
    ]);
    expect(body.subscriptionTotal).toBe(8.99);
  });
});
