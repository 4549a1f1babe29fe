import type Stripe from 'stripe';
import { afterEach, describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';

const sandbox = useTestSandbox();
afterEach(() => sandbox.control('POST', 'settlement', { currency: null, exchangeRate: 1, delaySeconds: 0 }));

const paid = async (currency = 'gbp', method = 'pm_card_visa') => {
  const intent = await sandbox.stripe.paymentIntents.create({
    amount: 10_000,
    currency,
    payment_method: method,
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    expand: ['latest_charge.balance_transaction'],
  });
  return { intent, charge: intent.latest_charge as Stripe.Charge };
};
const lineOf = async (id: string) =>
  (await sandbox.stripe.charges.retrieve(id, { expand: ['balance_transaction'] })).balance_transaction;

describe('the balance', () => {
  test('wrong settings are refused and change nothing', async () => {
    const headers = { authorization: `Bearer ${sandbox.running.secretKey}` };
    const wrong = { exchangeRate: '0', delaySeconds: '1.5', currency: 'none' };
    for (const [name, value] of Object.entries(wrong)) {
      expect((await sandbox.post('/sandbox/settlement', { [name]: value }, headers)).status).toBe(400);
    }
    expect(await sandbox.control('POST', 'settlement', {})).toEqual({
      currency: null,
      exchangeRate: 1,
      delaySeconds: 0,
    });
  });

  test('each line has the fee of its kind: a card of another country, a refund none, a dispute 20.00', async () => {
    const { charge, intent } = await paid();
    expect(charge.balance_transaction).toMatchObject({
      type: 'charge',
      fee: 345,
      net: 9655,
      exchange_rate: null,
      fee_details: [{ type: 'stripe_fee', amount: 345, currency: 'gbp' }],
    });
    const refund = await sandbox.stripe.refunds.create({ payment_intent: intent.id, expand: ['balance_transaction'] });
    expect(refund.balance_transaction).toMatchObject({ fee: 0, net: -10_000, fee_details: [] });
    const disputed = await paid('gbp', 'pm_card_createDispute');
    const [dispute] = (await sandbox.stripe.disputes.list({ payment_intent: disputed.intent.id })).data;
    expect(dispute?.balance_transactions).toMatchObject([{ type: 'adjustment', amount: -10_000, fee: 2000 }]);
  });

  test('a payment in another currency is changed into that of the account, and so is what a lost dispute takes', async () => {
    await sandbox.control('POST', 'settlement', { currency: 'gbp', exchangeRate: 0.8 });
    const { charge, intent } = await paid('usd', 'pm_card_createDispute');
    expect(await lineOf(charge.id)).toMatchObject({ currency: 'gbp', amount: 8000, fee: 280, exchange_rate: 0.8 });
    const [dispute] = (await sandbox.stripe.disputes.list({ payment_intent: intent.id })).data;
    const lost = await sandbox.stripe.disputes.close(dispute?.id ?? '');
    expect(lost.balance_transactions).toMatchObject([{ currency: 'gbp', amount: -8000, fee: 2000 }]);
  });

  test('a line may follow its payment, with charge.updated', async () => {
    await sandbox.control('POST', 'settlement', { delaySeconds: 60 });
    const { charge } = await paid();
    expect(charge.balance_transaction).toBeNull();
    const types = await sandbox.eventTypesOf(() => sandbox.advance(1));
    expect(types).toContain('charge.updated');
    expect(await lineOf(charge.id)).toMatchObject({ fee: 345 });
  });

  test('lines are listed by type, source and time, page by page', async () => {
    const { charge } = await paid();
    const { data } = await sandbox.stripe.balanceTransactions.list({ source: charge.id });
    expect(data).toMatchObject([{ source: charge.id, type: 'charge' }]);
    const created = { gte: data[0]?.created ?? 0 };
    const first = await sandbox.stripe.balanceTransactions.list({ type: 'charge', created, limit: 1 });
    const all = await sandbox.stripe.balanceTransactions
      .list({ type: 'charge', limit: 1 })
      .autoPagingToArray({ limit: 100 });
    expect(first.data[0]?.id).toBe(data[0]?.id);
    expect(all.length).toBeGreaterThan(2);
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['charge']));
  });
});
