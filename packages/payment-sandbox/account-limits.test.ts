import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';
import { openShop, type Shop } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(sandbox);
});

describe('amounts', () => {
  const intent = (amount: number, currency: string) => sandbox.stripe.paymentIntents.create({ amount, currency });

  test('below the minimum of their currency are refused, the minimum is not', async () => {
    for (const [currency, least] of [
      ['gbp', 30],
      ['usd', 50],
      ['jpy', 50],
      ['sek', 300],
      ['huf', 17_500],
      ['hkd', 400],
    ] as const) {
      const tooSmall = { code: 'amount_too_small', param: 'amount' };
      await expect(intent(least - 1, currency), currency).rejects.toMatchObject(tooSmall);
      expect(await intent(least, currency)).toMatchObject({ amount: least, currency });
    }
  });

  test('in three-decimal currencies end in 0, and those of ISK and UGX in 00; yen have no decimals', async () => {
    await expect(intent(12_345, 'kwd')).rejects.toMatchObject({ param: 'amount' });
    expect(await intent(12_340, 'kwd')).toMatchObject({ amount: 12_340 });
    await expect(intent(12_345, 'isk')).rejects.toMatchObject({ param: 'amount' });
    expect(await intent(12_300, 'isk')).toMatchObject({ amount: 12_300 });
    await expect(intent(10, 'jpy')).rejects.toMatchObject({ message: 'Amount must be at least JP¥50 jpy' });
  });
});

test('a customer has subscriptions in one currency at a time', async () => {
  const customer = await shop.customer('pm_card_visa');
  const product = String(shop.monthly.product);
  const recurring = { interval: 'month' } as const;
  const euros = await sandbox.stripe.prices.create({ product, currency: 'eur', unit_amount: 999, recurring });
  const subscribe = (price: Stripe.Price) =>
    sandbox.stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  const { id } = await subscribe(shop.monthly);
  await expect(subscribe(euros)).rejects.toMatchObject({ message: expect.stringContaining('combine currencies') });
  await sandbox.stripe.subscriptions.cancel(id);
  expect(await subscribe(euros)).toMatchObject({ currency: 'eur', status: 'active' });
});

test('calls over the rate limit are answered 429, until it is lifted', async () => {
  await sandbox.control('POST', 'rate-limit', { perSecond: 2 });
  const calls = Array.from({ length: 6 }, () => sandbox.stripe.products.list());
  const refused = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
  await sandbox.control('POST', 'rate-limit', { perSecond: null });
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: { statusCode: 429, code: 'rate_limit', type: 'StripeRateLimitError' } });
  expect(await sandbox.stripe.products.list()).toMatchObject({ object: 'list' });
});

test('an endpoint without a version of its own gets events in the account’s, with the fields of that time', async () => {
  const customer = await shop.customer('pm_card_visa');
  await sandbox.control('POST', 'api-version', { version: '2024-06-20' });
  const made = await sandbox.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: shop.monthly.id }],
  });
  await sandbox.control('POST', 'deliveries/settle');
  const bodies = sandbox.receiver.received.map(({ body }) => JSON.parse(body));
  await sandbox.control('POST', 'api-version', {});
  const [item] = made.items.data;
  expect(bodies.find(({ data }) => data.object.id === made.id)).toMatchObject({
    api_version: '2024-06-20',
    data: { object: { id: made.id, current_period_end: item?.current_period_end } },
  });
  const invoice = bodies.find(({ type, data }) => type === 'invoice.paid' && data.object.subscription === made.id);
  expect(invoice.data.object).toMatchObject({ paid: true, subscription: made.id });
  expect(invoice.data.object.parent).toBeUndefined();
  await sandbox.stripe.products.create({ name: 'Another' });
  await sandbox.control('POST', 'deliveries/settle');
  expect(JSON.parse(sandbox.receiver.received.at(-1)?.body ?? '{}')).toMatchObject({
    type: 'product.created',
    api_version: '2026-10-28.endive',
  });
});

test('the account and the movements of its balance are shown', async () => {
  const account = await sandbox.stripe.accounts.retrieveCurrent();
  expect(account).toMatchObject({ charges_enabled: true, country: 'GB', business_profile: { name: 'RAPP Learning' } });
  const { data } = await sandbox.stripe.balanceTransactions.list({ type: 'charge', limit: 1 });
  const [movement] = data;
  expect(await sandbox.stripe.balanceTransactions.retrieve(movement?.id ?? '')).toMatchObject({ type: 'charge' });
});
