import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';
import { linesDuring, openShop, type Shop, subscribe } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(sandbox);
});

describe('a subscription that cannot be made', () => {
  test.each([
    ['an unknown customer', { customer: 'cus_nobody' }, { code: 'resource_missing', param: 'customer' }],
    ['an unknown price', { items: [{ price: 'price_x' }] }, { code: 'resource_missing', param: 'items[0][price]' }],
    ['no items', { items: [] }, { code: 'parameter_missing', param: 'items' }],
    ["another customer's card", { default_payment_method: 'pm_x' }, { param: 'default_payment_method' }],
    ['an unknown coupon', { discounts: [{ coupon: 'x' }] }, { param: 'discounts[0][coupon]' }],
    ['a trial of three years', { trial_period_days: 1000 }, { param: 'trial_period_days' }],
    ['a trial that has ended', { trial_end: 1_000_000_000 }, { param: 'trial_end' }],
    ['a behaviour of updates', { payment_behavior: 'pending_if_incomplete' }, { param: 'payment_behavior' }],
    ['what the sandbox does not act on', { days_until_due: 3 }, { param: 'days_until_due' }],
  ] as const)('refuses a subscription: %s', async (_case, extra, refusal) => {
    const customer = await shop.customer();
    const sent = extra as Partial<Stripe.SubscriptionCreateParams>;
    const lines = await linesDuring(sandbox, () =>
      expect(subscribe(sandbox, customer, shop.monthly, sent)).rejects.toMatchObject({ statusCode: 400, ...refusal }),
    );
    expect(lines).toEqual([]);
    expect((await sandbox.stripe.invoices.list({ customer: customer.id })).data).toEqual([]);
  });

  test('refuses a subscription without a card to charge at once', async () => {
    const customer = await shop.customer();
    await expect(
      subscribe(sandbox, customer, shop.monthly, { payment_behavior: 'allow_incomplete' }),
    ).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      message: expect.stringContaining('no attached payment source'),
    });
  });

  test('leaves nothing behind when the card must be charged at once and is declined', async () => {
    const customer = await shop.customer('pm_card_chargeCustomerFail');
    const lines = await linesDuring(sandbox, () =>
      expect(
        subscribe(sandbox, customer, shop.monthly, { payment_behavior: 'error_if_incomplete' }),
      ).rejects.toMatchObject({ statusCode: 402, type: 'StripeCardError', code: 'card_declined' }),
    );
    expect(lines).toEqual([]);
    expect((await sandbox.stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
  });
});
