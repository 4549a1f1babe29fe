import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AnalyticsActivity } from '#contract/operations/analytics.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { subscribe } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createPayingPortal();
  administrator = await portal.administrator();
  // Stripe's clock is a day ahead of the portal's, as it is in the evening after a test has advanced it by hours.
  await portal.control('POST /sandbox/advance', { days: 1 });
});
afterEach(async () => {
  await settle({ currency: null, exchangeRate: 1, delaySeconds: 0 });
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

const settle = (settings: object) => portal.control('POST /sandbox/settlement', settings);
const feesOf = (intentId: string) =>
  portal.rows(
    `select f.kind, f.currency, f.amount_minor as amount, f.fee_minor as fee from payment_fees f
       left join payment_attempts a on a.id = f.attempt_id left join invoices i on i.id = f.invoice_id
     where $1 in (a.stripe_payment_intent_id, i.stripe_payment_intent_id) order by f.id`,
    [intentId],
  );
const begunOn = new Date().toISOString().slice(0, 10);
const month = begunOn.slice(0, 7);
/** Returns the day by Stripe's clock, on which it charges its fees. */
const chargedOn = async () => {
  const { now } = await portal.control<{ now: number }>('GET /sandbox/clock');
  return new Date(now * 1000).toISOString().slice(0, 10);
};
const filed = async () => {
  const months = new Set([month, (await chargedOn()).slice(0, 7)]);
  const files = await Promise.all(
    [...months].map(async (one) => {
      const { raw } = await administrator.get(`/api/admin/accounts/csv?month=${one}&part=fees`);
      return raw.toString().replace('\uFEFF', '').trim().split(/\r?\n/);
    }),
  );
  const lines = files.flatMap(([, ...entries]) => entries);
  return { headings: files[0]?.[0], lines: lines.map((line) => line.split(',').slice(1, -1)) };
};
const activity = async () => {
  const days = `from=${begunOn}&to=${await chargedOn()}`;
  return (await administrator.get<AnalyticsActivity>(`/api/admin/analytics/activity?${days}`)).body;
};

describe('the fees of the provider', () => {
  it('TAX-13 the provider’s fees are refused to visitors and members', async () => {
    const address = `/api/admin/accounts/csv?month=${month}&part=fees`;
    expect((await portal.visitor().get(address)).status).toBe(401);
    expect((await (await portal.member()).get(address)).status).toBe(403);
  });

  it('TAX-13 the provider’s fees are stored once for a payment, its refund and its dispute, each as Stripe charged it', {
    tags: 'long',
  }, async () => {
    const { paymentIntentId } = await portal.paid({ priceMinor: 5000 });
    await portal.runWebhooks();
    await portal.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 1000 });
    await portal.runWebhooks();
    const [, latest] = [await portal.runTask('reconcile-with-stripe'), await feesOf(paymentIntentId)];
    expect(latest).toEqual([
      { kind: 'payment', currency: 'GBP', amount: 5000, fee: 183 },
      { kind: 'refund', currency: 'GBP', amount: -1000, fee: 0 },
    ]);
    const disputed = await portal.paid({ priceMinor: 700, card: 'pm_card_createDispute' });
    await portal.runWebhooks();
    expect(await feesOf(disputed.paymentIntentId)).toEqual([
      { kind: 'payment', currency: 'GBP', amount: 700, fee: 43 },
      { kind: 'dispute', currency: 'GBP', amount: -700, fee: 2000 },
    ]);
  });

  it("TAX-13 records the fee of a subscription with its invoice's payment", async () => {
    const { member } = await subscribe(portal);
    await portal.runWebhooks();
    const [invoice] = await portal.rows(
      'select stripe_payment_intent_id as intent, paid_minor as paid from invoices where user_id = $1',
      [member.userId],
    );
    const amount = invoice?.paid;
    expect(await feesOf(invoice?.intent)).toEqual([
      { kind: 'payment', currency: 'GBP', amount, fee: Math.round(amount * 0.0325) + 20 },
    ]);
  });

  it('ADM-10 TAX-13 shows a fee that Stripe books later as unknown, never as 0, until the comparison finds it', {
    tags: 'long',
  }, async () => {
    const before = (await activity()).fees;
    await settle({ delaySeconds: 7200 });
    const { paymentIntentId } = await portal.paid({ priceMinor: 2000 });
    await portal.runWebhooks();
    await portal.runTask('reconcile-with-stripe');
    expect(await feesOf(paymentIntentId)).toEqual([]);
    expect((await activity()).fees).toEqual({ ...before, unknown: before.unknown + 1 });
    const unknown = (await filed()).lines.filter((line) => line.at(-1) === paymentIntentId);
    expect(unknown.map((line) => line.slice(-6))).toEqual([
      ['GBP', '20.00', 'Unknown', 'Unknown', 'Unknown', paymentIntentId],
    ]);
    await portal.control('POST /sandbox/advance', { days: 0.1 });
    await portal.runTask('reconcile-with-stripe');
    expect(await feesOf(paymentIntentId)).toEqual([{ kind: 'payment', currency: 'GBP', amount: 2000, fee: 85 }]);
    expect((await activity()).fees).toEqual(before);
    const known = (await filed()).lines.filter((line) => line.at(-1) === paymentIntentId);
    expect(known.map((line) => line.slice(-6))).toEqual([['GBP', '20.00', '0.85', '0.00', '19.15', paymentIntentId]]);
  });

  it('TAX-13 payments of earlier versions get theirs from the comparison', { tags: 'long' }, async () => {
    const { paymentIntentId } = await portal.paid({ priceMinor: 1000 });
    const { member } = await subscribe(portal);
    await portal.runWebhooks();
    const before = await portal.rows('select count(*) from payment_fees');
    await portal.rows('delete from payment_fees');
    await portal.runTask('reconcile-with-stripe');
    expect(await portal.rows('select count(*) from payment_fees')).toEqual(before);
    expect(await feesOf(paymentIntentId)).toHaveLength(1);
    expect(await portal.rows('select id from invoices where user_id = $1', [member.userId])).toHaveLength(1);
  });

  it('ADM-10 TAX-13 keeps the currency of a fee in another currency, and counts such fees without adding them up', async () => {
    await settle({ currency: 'eur', exchangeRate: 1.2 });
    const before = await activity();
    const { paymentIntentId } = await portal.paid({ priceMinor: 1000 });
    await portal.runWebhooks();
    expect(await feesOf(paymentIntentId)).toEqual([{ kind: 'payment', currency: 'EUR', amount: 1200, fee: 59 }]);
    const after = await activity();
    expect(after.fees).toEqual({ ...before.fees, others: before.fees.others + 1 });
    expect(after.revenue[0]?.fees).toBe(before.revenue[0]?.fees);
    const { headings, lines } = await filed();
    expect(headings).toBe(
      'Date (UTC),For,Document,Buyer,Description,Currency,Amount,Fee,Tax in fee,Net,Payment,Balance transaction',
    );
    expect(lines.find((line) => line.at(-1) === paymentIntentId)?.slice(4)).toEqual([
      'EUR',
      '12.00',
      '0.59',
      '0.00',
      '11.41',
      paymentIntentId,
    ]);
  });
});
