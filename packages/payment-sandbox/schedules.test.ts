import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { pathOf, textAt } from './testing/checkout.ts';
import { useTestSandbox } from './testing/sandbox.ts';
import { invoiceIn, openShop, type Shop } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(sandbox);
});

async function subscribed(price = shop.yearly) {
  const customer = await shop.customer('pm_card_visa');
  const subscription = await sandbox.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
  });
  const [item] = subscription.items.data;
  if (!item) throw new Error('a subscription has an item');
  return { customer, subscription, item };
}

const read = (id: string) => sandbox.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });

/** Starts a subscription that changes to another price at its period's end: yearly until then, monthly after. */
async function scheduled() {
  const { subscriptionSchedules } = sandbox.stripe;
  const { subscription, item, customer } = await subscribed();
  const begun = await subscriptionSchedules.create({ from_subscription: subscription.id });
  const [present] = begun.phases;
  const schedule = await subscriptionSchedules.update(begun.id, {
    end_behavior: 'release',
    phases: [
      { start_date: present?.start_date ?? 0, end_date: present?.end_date ?? 0, items: [{ price: shop.yearly.id }] },
      { items: [{ price: shop.monthly.id }], proration_behavior: 'none' },
    ],
  });
  return { schedule, subscription, item, customer };
}

describe('a change at the end of a period', () => {
  test('a schedule is refused for a subscription that is unknown, scheduled already or ended, and for phases with a gap', async () => {
    const { subscriptionSchedules, subscriptions } = sandbox.stripe;
    const from = (id: string) => subscriptionSchedules.create({ from_subscription: id });
    await expect(from('sub_x')).rejects.toMatchObject({ param: 'from_subscription' });
    const { subscription, schedule } = await scheduled();
    await expect(from(subscription.id)).rejects.toMatchObject({ param: 'from_subscription' });
    await expect(
      subscriptionSchedules.update(schedule.id, { phases: [{ start_date: 5, items: [{ price: shop.monthly.id }] }] }),
    ).rejects.toMatchObject({ param: 'phases[0][start_date]' });
    await expect(subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toMatchObject({
      message: expect.stringContaining(schedule.id),
    });
    const ended = await subscribed();
    await subscriptions.cancel(ended.subscription.id);
    await expect(from(ended.subscription.id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(subscriptionSchedules.retrieve('sub_sched_x')).rejects.toMatchObject({ statusCode: 404 });
  });

  test('bills the new price from then on without a proration, and then lets the subscription go', async () => {
    const { schedule, subscription, item } = await scheduled();
    expect(schedule).toMatchObject({ status: 'active', subscription: subscription.id, end_behavior: 'release' });
    expect(await read(subscription.id)).toMatchObject({ schedule: schedule.id, items: { data: [{ id: item.id }] } });
    const preview = await sandbox.stripe.invoices.createPreview({ subscription: subscription.id });
    expect(preview).toMatchObject({ total: 899, period_end: item.current_period_end });
    await sandbox.advance(366);
    const after = await read(subscription.id);
    expect(after).toMatchObject({
      status: 'active',
      billing_cycle_anchor: item.current_period_end,
      items: { data: [{ id: item.id, price: { id: shop.monthly.id } }] },
      latest_invoice: { status: 'paid', total: 899, billing_reason: 'subscription_cycle' },
    });
    expect(invoiceIn(after).lines.data).toHaveLength(1);
    const [next] = after.items.data;
    expect((next?.current_period_end ?? 0) - (next?.current_period_start ?? 0)).toBeLessThanOrEqual(31 * 86_400);
    await sandbox.advance(31);
    expect(await sandbox.stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'released',
      released_subscription: subscription.id,
      subscription: null,
    });
    expect(await read(subscription.id)).toMatchObject({ schedule: null, status: 'active' });
  });

  test('a change at the end of a period is called off by releasing the schedule, and goes with a subscription that is cancelled', async () => {
    const { subscriptionSchedules, subscriptions } = sandbox.stripe;
    const { schedule, subscription } = await scheduled();
    expect(await subscriptionSchedules.release(schedule.id)).toMatchObject({ status: 'released' });
    await expect(subscriptionSchedules.release(schedule.id)).rejects.toMatchObject({ statusCode: 400 });
    await sandbox.advance(366);
    expect(await read(subscription.id)).toMatchObject({
      schedule: null,
      items: { data: [{ price: { id: shop.yearly.id } }] },
      latest_invoice: { total: 8999 },
    });
    const other = await scheduled();
    await subscriptions.cancel(other.subscription.id);
    expect(await subscriptionSchedules.retrieve(other.schedule.id)).toMatchObject({ status: 'canceled' });
    const { data } = await subscriptionSchedules.list({ customer: other.customer.id });
    expect(data.map(({ id }) => id)).toEqual([other.schedule.id]);
  });
});

test('a cycle that is to begin now credits the rest of the period and charges a whole one', async () => {
  const { subscription, item } = await subscribed(shop.monthly);
  await sandbox.advance((item.current_period_end - subscription.created) / 2 / 86_400);
  await sandbox.stripe.subscriptions.update(subscription.id, { billing_cycle_anchor: { type: 'now' } });
  const after = await read(subscription.id);
  expect(after.items.data[0]?.current_period_start).toBe(after.billing_cycle_anchor);
  expect(after.billing_cycle_anchor).toBeGreaterThan(subscription.billing_cycle_anchor);
  const amounts = invoiceIn(after).lines.data.map(({ amount }) => amount);
  expect(amounts[0]).toBe(899);
  expect(Math.abs((amounts[1] ?? 0) + 450)).toBeLessThanOrEqual(2);
});

describe('changing the plan at the customer portal', () => {
  type Update = Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate;

  async function visit(price: Stripe.Price, extra: Partial<Update> = {}) {
    const { billingPortal } = sandbox.stripe;
    const { customer, subscription } = await subscribed(price);
    const products = [{ product: String(price.product), prices: [shop.monthly.id, shop.yearly.id] }];
    const configuration = await billingPortal.configurations.create({
      features: {
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          products,
          proration_behavior: 'always_invoice',
          ...extra,
        },
      },
    });
    const session = await billingPortal.sessions.create({ customer: customer.id, configuration: configuration.id });
    const path = pathOf(session.url);
    const choose = (chosen: Stripe.Price) =>
      fetch(`${sandbox.address}${path}/plan`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ subject: subscription.id, price: chosen.id }),
      });
    return { subscription, path, choose };
  }

  test('a change of plan at the customer portal is refused when it is not offered, and for a price that is not', async () => {
    const { billingPortal } = sandbox.stripe;
    await expect(
      billingPortal.configurations.create({ features: { subscription_update: { enabled: true } } }),
    ).rejects.toMatchObject({ param: 'features[subscription_update][products]' });
    const { subscription, choose } = await visit(shop.monthly, {
      products: [{ product: String(shop.monthly.product), prices: [shop.monthly.id] }],
    });
    expect((await choose(shop.yearly)).status).toBe(400);
    expect(await read(subscription.id)).toMatchObject({ items: { data: [{ price: { id: shop.monthly.id } }] } });
  });

  test('shows what is paid now, and charges exactly that', async () => {
    const { subscription, path, choose } = await visit(shop.monthly);
    expect((await textAt(sandbox, path)).text).toContain('Change plan');
    expect((await textAt(sandbox, `${path}?plan=${subscription.id}`)).text).toContain('£89.99 per year');
    const { text } = await textAt(sandbox, `${path}?plan=${subscription.id}&price=${shop.yearly.id}`);
    const shown = /You pay £([\d.]+) now/.exec(text)?.[1];
    expect((await choose(shop.yearly)).status).toBe(303);
    const after = await read(subscription.id);
    expect(after).toMatchObject({ items: { data: [{ price: { id: shop.yearly.id } }] } });
    expect(Math.abs(invoiceIn(after).amount_paid - Number(shown) * 100)).toBeLessThanOrEqual(1);
  });

  test('waits for the end of the period where the configuration says so', async () => {
    const conditions = [{ type: 'shortening_interval' as const }];
    const { subscription, path, choose } = await visit(shop.yearly, { schedule_at_period_end: { conditions } });
    const { text } = await textAt(sandbox, `${path}?plan=${subscription.id}&price=${shop.monthly.id}`);
    expect(text).toContain('Nothing is charged before.');
    expect((await choose(shop.monthly)).status).toBe(303);
    const after = await read(subscription.id);
    expect(after.items.data).toMatchObject([{ price: { id: shop.yearly.id } }]);
    expect(after.schedule).not.toBeNull();
    expect((await textAt(sandbox, path)).text).toContain('Changes to another plan on');
    await sandbox.advance(366);
    expect(await read(subscription.id)).toMatchObject({
      items: { data: [{ price: { id: shop.monthly.id } }] },
      latest_invoice: { total: 899 },
    });
  });
});
