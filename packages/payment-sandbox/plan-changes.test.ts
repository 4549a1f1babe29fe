import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';
import { linesDuring, linesOfCustomer, openShop, type Shop } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;
let premium: Stripe.Price;
beforeAll(async () => {
  shop = await openShop(sandbox);
  const product = String(shop.monthly.product);
  const recurring = { interval: 'month' } as const;
  premium = await sandbox.stripe.prices.create({ product, currency: 'gbp', unit_amount: 1899, recurring });
});

async function subscribed(card = 'pm_card_visa', extra: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const customer = await shop.customer(card);
  const subscription = await sandbox.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: shop.monthly.id }],
    ...extra,
  });
  const [item] = subscription.items.data;
  if (!item) throw new Error('a subscription has an item');
  return { customer, subscription, item };
}

const retrieved = (id: string) => sandbox.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
const failFrom = async (customer: Stripe.Customer) => {
  const method = await sandbox.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  const settings = { default_payment_method: method.id };
  await sandbox.stripe.customers.update(customer.id, { invoice_settings: settings });
};

describe('another price', () => {
  test('another price is refused for an unknown item, an unknown price, and before the first payment', async () => {
    const { subscriptions } = sandbox.stripe;
    const { subscription, item } = await subscribed();
    const change = (items: Stripe.SubscriptionUpdateParams.Item[]) => subscriptions.update(subscription.id, { items });
    await expect(change([{ id: 'si_x', price: premium.id }])).rejects.toMatchObject({ param: 'items[0][id]' });
    await expect(change([{ id: item.id, price: 'price_x' }])).rejects.toMatchObject({ param: 'items[0][price]' });
    await expect(change([{ price: shop.yearly.id }])).rejects.toMatchObject({ param: 'items' });
    const unpaid = await subscribed('pm_card_visa', { payment_behavior: 'default_incomplete' });
    await expect(
      subscriptions.update(unpaid.subscription.id, { items: [{ id: unpaid.item.id, price: premium.id }] }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'items' });
    expect((await retrieved(subscription.id)).items.data).toMatchObject([{ price: { id: shop.monthly.id } }]);
  });

  test('another price of the same interval waits for the next invoice, with a credit and a charge for the rest of the period', async () => {
    const { customer, subscription, item } = await subscribed();
    await sandbox.advance((item.current_period_end - subscription.created) / 2 / 86_400);
    const lines = await linesDuring(sandbox, () =>
      sandbox.stripe.subscriptions.update(subscription.id, { items: [{ id: item.id, price: premium.id }] }),
    );
    expect(lines).toEqual(['invoiceitem.created', 'invoiceitem.created', 'customer.subscription.updated active']);
    const waiting = await sandbox.stripe.invoiceItems.list({ customer: customer.id, pending: true });
    const amounts = waiting.data.map(({ amount }) => amount);
    expect(Math.abs((amounts[0] ?? 0) - 950)).toBeLessThanOrEqual(2);
    expect(Math.abs((amounts[1] ?? 0) + 450)).toBeLessThanOrEqual(2);
    const next = await sandbox.stripe.invoices.createPreview({ subscription: subscription.id });
    expect(next.total).toBe(1899 + (amounts[0] ?? 0) + (amounts[1] ?? 0));
    await sandbox.advance(31);
    expect(await retrieved(subscription.id)).toMatchObject({
      items: { data: [{ price: { id: premium.id } }] },
      latest_invoice: { status: 'paid', total: next.total, lines: { data: [{}, {}, {}] } },
    });
  });

  test('invoiced at once it is paid at once; without proration nothing is charged', async () => {
    const { subscription, item } = await subscribed();
    const items = [{ id: item.id, price: premium.id }];
    const preview = await sandbox.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items, proration_behavior: 'always_invoice' },
    });
    expect(preview).toMatchObject({ id: expect.stringMatching(/^upcoming_in_/), status: 'draft', number: null });
    expect(await retrieved(subscription.id)).toMatchObject({ items: { data: [{ price: { id: shop.monthly.id } }] } });
    const changed = await sandbox.stripe.subscriptions.update(subscription.id, {
      items,
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    expect(changed).toMatchObject({
      status: 'active',
      latest_invoice: { billing_reason: 'subscription_update', status: 'paid' },
    });
    const { total } = changed.latest_invoice as Stripe.Invoice;
    expect(Math.abs(total - preview.total)).toBeLessThanOrEqual(1);
    const plain = await subscribed();
    await sandbox.stripe.subscriptions.update(plain.subscription.id, {
      items: [{ id: plain.item.id, price: premium.id }],
      proration_behavior: 'none',
    });
    expect((await sandbox.stripe.invoiceItems.list({ customer: plain.customer.id })).data).toEqual([]);
  });

  test('a price of another interval begins a new period now, less what was not used', async () => {
    const { subscription, item } = await subscribed();
    await sandbox.advance(10);
    const changed = await sandbox.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: shop.yearly.id }],
      expand: ['latest_invoice'],
    });
    const invoice = changed.latest_invoice as Stripe.Invoice;
    const [now] = changed.items.data;
    expect(invoice).toMatchObject({ status: 'paid', lines: { data: [{ amount: 8999 }, {}] } });
    expect(invoice.total).toBeLessThan(8999);
    expect(changed.billing_cycle_anchor).toBe(now?.current_period_start);
    expect((now?.current_period_end ?? 0) - (now?.current_period_start ?? 0)).toBeGreaterThan(364 * 86_400);
  });

  test('an unpaid change of price leaves the subscription past due, unchanged with an error, or pending, as the call chose', async () => {
    const how = { proration_behavior: 'always_invoice' } as const;
    const allowed = await subscribed();
    await failFrom(allowed.customer);
    const items = (item: Stripe.SubscriptionItem) => [{ id: item.id, price: premium.id }];
    const pastDue = await sandbox.stripe.subscriptions.update(allowed.subscription.id, {
      ...how,
      items: items(allowed.item),
    });
    expect(pastDue).toMatchObject({ status: 'past_due', items: { data: [{ price: { id: premium.id } }] } });

    const strict = await subscribed();
    await failFrom(strict.customer);
    const lines = await linesDuring(sandbox, () =>
      expect(
        sandbox.stripe.subscriptions.update(strict.subscription.id, {
          ...how,
          items: items(strict.item),
          payment_behavior: 'error_if_incomplete',
        }),
      ).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' }),
    );
    expect(lines).toEqual([]);

    const pending = await subscribed();
    await failFrom(pending.customer);
    const held = await sandbox.stripe.subscriptions.update(pending.subscription.id, {
      ...how,
      items: items(pending.item),
      payment_behavior: 'pending_if_incomplete',
    });
    expect(held).toMatchObject({
      status: 'active',
      items: { data: [{ price: { id: shop.monthly.id } }] },
      pending_update: { subscription_items: [{ price: { id: premium.id } }] },
    });
    await sandbox.stripe.invoices.pay(String(held.latest_invoice), { payment_method: 'pm_card_visa' });
    expect(await retrieved(held.id)).toMatchObject({
      pending_update: null,
      items: { data: [{ price: { id: premium.id } }] },
    });
  });

  test('drops a change of price that stays unpaid for 23 hours, together with its invoice', async () => {
    const { customer, subscription, item } = await subscribed();
    await failFrom(customer);
    await sandbox.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: premium.id }],
      payment_behavior: 'pending_if_incomplete',
      proration_behavior: 'always_invoice',
    });
    const lines = await linesOfCustomer(sandbox, customer, () => sandbox.advance(1));
    expect(lines).toEqual([
      'customer.subscription.updated active',
      'customer.subscription.pending_update_expired active',
      'invoice.voided void',
      'payment_intent.canceled canceled',
    ]);
    expect(await retrieved(subscription.id)).toMatchObject({
      pending_update: null,
      items: { data: [{ price: { id: shop.monthly.id } }] },
    });
  });
});

describe('items of a subscription', () => {
  test('items of a subscription are added, changed and taken away one by one; the last one stays', async () => {
    const { subscription, item } = await subscribed();
    const { subscriptionItems } = sandbox.stripe;
    const added = await subscriptionItems.create({ subscription: subscription.id, price: premium.id });
    expect(added).toMatchObject({ price: { id: premium.id }, current_period_end: item.current_period_end });
    expect(await subscriptionItems.update(added.id, { quantity: 3 })).toMatchObject({ quantity: 3 });
    expect(await subscriptionItems.retrieve(added.id)).toMatchObject({ quantity: 3 });
    expect((await subscriptionItems.list({ subscription: subscription.id })).data).toHaveLength(2);
    expect(await subscriptionItems.del(added.id)).toMatchObject({ deleted: true });
    await expect(subscriptionItems.del(item.id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(subscriptionItems.retrieve(added.id)).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('a trial', () => {
  test('a trial ends at once with an invoice that is paid, or is moved', async () => {
    const { subscription } = await subscribed('pm_card_visa', { trial_period_days: 30 });
    const later = subscription.created + 60 * 86_400;
    const { subscriptions } = sandbox.stripe;
    const moved = await subscriptions.update(subscription.id, { trial_end: later });
    expect(moved).toMatchObject({ status: 'trialing', trial_end: later, billing_cycle_anchor: later });
    const ended = await subscriptions.update(subscription.id, { trial_end: 'now', expand: ['latest_invoice'] });
    expect(ended).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', amount_paid: 899 } });
    expect(ended.trial_end).toBeLessThan(later);
  });
});
