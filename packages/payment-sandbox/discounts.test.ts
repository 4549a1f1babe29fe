import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { reachPeriodEnd } from './testing/lives.ts';
import { useTestSandbox } from './testing/sandbox.ts';
import { openShop, type Shop } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(sandbox);
});

const coupon = (made: Stripe.CouponCreateParams) => sandbox.stripe.coupons.create(made);

/** Returns the totals of the first invoice and of the invoices of the following periods. */
async function totalsWith(discounts: Stripe.SubscriptionCreateParams.Discount[], periods: number): Promise<number[]> {
  const customer = await shop.customer('pm_card_visa');
  const items = [{ price: shop.monthly.id }];
  const { id } = await sandbox.stripe.subscriptions.create({ customer: customer.id, items, discounts });
  for (let period = 0; period < periods; period += 1) await reachPeriodEnd({ sandbox, customer, id });
  const { data } = await sandbox.stripe.invoices.list({ subscription: id });
  await sandbox.stripe.customers.del(customer.id);
  return data.map(({ total }) => total).reverse();
}

describe('a coupon', () => {
  test.each([
    ['a percentage once', { percent_off: 50, duration: 'once' }, [449, 899, 899]],
    ['an amount for two months', { amount_off: 200, duration: 'repeating', duration_in_months: 2 }, [699, 699, 899]],
    ['a percentage for good', { percent_off: 10, duration: 'forever' }, [809, 809, 809]],
    ['more than the price', { amount_off: 5000, duration: 'once' }, [0, 899, 899]],
  ] as const)('takes %s off the invoices', async (_name, made, totals) => {
    const { id } = await coupon({ currency: 'gbp', ...made });
    expect(await totalsWith([{ coupon: id }], 2)).toEqual(totals);
    expect(await sandbox.stripe.coupons.retrieve(id)).toMatchObject({ times_redeemed: 1 });
  });

  test('two coupons are taken off one after the other', async () => {
    const half = await coupon({ percent_off: 50, duration: 'once' });
    const pound = await coupon({ amount_off: 100, currency: 'gbp', duration: 'once' });
    expect(await totalsWith([{ coupon: half.id }, { coupon: pound.id }], 0)).toEqual([349]);
  });

  test('a trial does not use up a coupon for one invoice', async () => {
    const { id } = await coupon({ percent_off: 50, duration: 'once' });
    const customer = await shop.customer('pm_card_visa');
    const made = await sandbox.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: shop.monthly.id }],
      trial_period_days: 5,
      discounts: [{ coupon: id }],
      expand: ['discounts.source.coupon'],
    });
    expect(made.discounts).toMatchObject([{ source: { coupon: { id, percent_off: 50 } } }]);
    await sandbox.advance(6);
    const after = await sandbox.stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
    expect(after).toMatchObject({ discounts: [], latest_invoice: { total: 449, status: 'paid' } });
  });

  test('a coupon is refused when used up, past, in another currency, or deleted, and leaves nothing behind', async () => {
    const customer = await shop.customer('pm_card_visa');
    const { now } = await sandbox.control('GET', 'clock');
    const used = await coupon({ percent_off: 5, duration: 'once', max_redemptions: 1 });
    await totalsWith([{ coupon: used.id }], 0);
    const past = await coupon({ percent_off: 5, duration: 'once', redeem_by: Number(now) + 86_400 });
    await sandbox.advance(2);
    const dollars = await coupon({ amount_off: 100, currency: 'usd', duration: 'once' });
    const deleted = await coupon({ percent_off: 5, duration: 'once' });
    expect(await sandbox.stripe.coupons.del(deleted.id)).toMatchObject({ deleted: true });
    for (const [id, code] of [
      [used.id, 'coupon_expired'],
      [past.id, 'coupon_expired'],
      [dollars.id, undefined],
      [deleted.id, 'resource_missing'],
    ] as const) {
      const items = [{ price: shop.monthly.id }];
      await expect(
        sandbox.stripe.subscriptions.create({ customer: customer.id, items, discounts: [{ coupon: id }] }),
      ).rejects.toMatchObject({ statusCode: 400, code });
    }
    expect(await sandbox.stripe.coupons.retrieve(used.id)).toMatchObject({ valid: false, times_redeemed: 1 });
    expect((await sandbox.stripe.invoices.list({ customer: customer.id })).data).toEqual([]);
  });

  test.each([
    ['both a percentage and an amount', { percent_off: 5, amount_off: 5, currency: 'gbp' }, 'percent_off'],
    ['neither', {}, 'percent_off'],
    ['more than everything', { percent_off: 101 }, 'percent_off'],
    ['an amount without a currency', { amount_off: 5 }, 'currency'],
    ['months without repeating', { percent_off: 5, duration_in_months: 3 }, 'duration_in_months'],
    ['repeating without months', { percent_off: 5, duration: 'repeating' }, 'duration_in_months'],
    ['a time in the past', { percent_off: 5, redeem_by: 1_000_000_000 }, 'redeem_by'],
  ] as const)('a coupon is not made of %s', async (_name, made, param) => {
    await expect(coupon({ ...made })).rejects.toMatchObject({ statusCode: 400, param });
  });

  test('a coupon is made once under its id, and keeps what it takes off', async () => {
    const made = await coupon({ id: 'SPRING', percent_off: 20, duration: 'once', name: 'Spring' });
    await expect(coupon({ id: 'SPRING', percent_off: 20 })).rejects.toMatchObject({ code: 'resource_already_exists' });
    const renamed = await sandbox.stripe.coupons.update('SPRING', { name: 'Summer' });
    expect(renamed).toEqual({ ...made, name: 'Summer' });
    expect((await sandbox.stripe.coupons.list()).data[0]).toMatchObject({ id: 'SPRING' });
  });
});
