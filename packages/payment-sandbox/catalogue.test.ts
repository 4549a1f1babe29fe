import { describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';

const sandbox = useTestSandbox();
const monthly = { currency: 'GBP', unit_amount: 899, recurring: { interval: 'month' } } as const;

describe('products', () => {
  test('products are made with a default price, changed, listed, and deleted while nothing is sold with them', async () => {
    const { products } = sandbox.stripe;
    const made = await products.create({ name: 'Premium', default_price_data: monthly, metadata: { key: 'a' } });
    expect(made.default_price).toMatch(/^price_/);
    await expect(products.create({ name: 'Again', id: made.id })).rejects.toMatchObject({
      code: 'resource_already_exists',
    });
    expect(await products.update(made.id, { active: false, description: 'All' })).toMatchObject({
      active: false,
      description: 'All',
    });
    expect((await products.list({ active: true })).data).toEqual([]);
    await expect(products.del(made.id)).rejects.toMatchObject({ statusCode: 400 });
    const bare = await products.create({ name: 'Bare' });
    expect(await products.del(bare.id)).toMatchObject({ deleted: true });
    await expect(products.retrieve(bare.id)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });
});

describe('prices', () => {
  test.each([
    ['an unknown product', { ...monthly, product: 'prod_x' }, 'product'],
    ['no product', monthly, 'product'],
    ['no amount', { currency: 'gbp', product_data: { name: 'x' } }, 'unit_amount'],
    ['an unknown currency', { ...monthly, currency: 'zzz', product_data: { name: 'x' } }, 'currency'],
    [
      'an interval of four years',
      { ...monthly, recurring: { interval: 'year', interval_count: 4 }, product_data: { name: 'x' } },
      'recurring[interval_count]',
    ],
  ] as const)('prices are not made of %s', async (_name, sent, param) => {
    await expect(sandbox.stripe.prices.create(sent)).rejects.toMatchObject({ statusCode: 400, param });
  });

  test('prices keep amount, currency and interval; a lookup key belongs to one at a time', async () => {
    const { prices } = sandbox.stripe;
    const first = await prices.create({ ...monthly, product_data: { name: 'Premium' }, lookup_key: 'premium' });
    const product = String(first.product);
    expect(first).toMatchObject({ currency: 'gbp', unit_amount: 899, type: 'recurring', lookup_key: 'premium' });
    expect(await prices.update(first.id, { active: false, nickname: 'old' })).toMatchObject({ active: false });
    await expect(prices.create({ ...monthly, product, lookup_key: 'premium' })).rejects.toMatchObject({
      param: 'lookup_key',
    });
    const second = await prices.create({ ...monthly, product, lookup_key: 'premium', transfer_lookup_key: true });
    const found = await prices.list({ lookup_keys: ['premium'], expand: ['data.product'] });
    expect(found.data).toMatchObject([{ id: second.id, product: { id: product, name: 'Premium' } }]);
    expect(await prices.retrieve(first.id)).toMatchObject({ lookup_key: null });
    expect((await prices.list({ product, active: false })).data).toMatchObject([{ id: first.id }]);
  });

  test('rejects subscriptions to prices that do not recur or are inactive', async () => {
    const customer = await sandbox.stripe.customers.create();
    const { prices, subscriptions } = sandbox.stripe;
    const once = await prices.create({ currency: 'gbp', unit_amount: 100, product_data: { name: 'Once' } });
    const old = await prices.create({ ...monthly, product_data: { name: 'Old' }, active: false });
    for (const { id } of [once, old]) {
      await expect(subscriptions.create({ customer: customer.id, items: [{ price: id }] })).rejects.toMatchObject({
        statusCode: 400,
        param: 'items[0][price]',
      });
    }
  });
});
