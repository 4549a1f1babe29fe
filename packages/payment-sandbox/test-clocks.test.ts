import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';
import { linesOfCustomer, openShop, payInBrowser, type Shop, subscribe } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(sandbox);
});

const start = Date.UTC(2030, 0, 31, 12) / 1000;
const day = 86_400;
const clocks = () => sandbox.stripe.testHelpers.testClocks;

async function frozenAt(time: number): Promise<{ clock: Stripe.TestHelpers.TestClock; customer: Stripe.Customer }> {
  const clock = await clocks().create({ frozen_time: time, name: 'January' });
  const customer = await sandbox.stripe.customers.create({ test_clock: clock.id });
  const method = await sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await sandbox.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
  return { clock, customer };
}

/** Advances a test clock and asks until it has arrived. */
async function arrived(id: string, time: number): Promise<Stripe.TestHelpers.TestClock> {
  let clock = await clocks().advance(id, { frozen_time: time });
  expect(clock).toMatchObject({
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: time } },
  });
  while (clock.status === 'advancing') clock = await clocks().retrieve(id);
  expect(clock).toMatchObject({ status: 'ready', frozen_time: time });
  return clock;
}

const sandboxTime = async () => Number((await sandbox.control('GET', 'clock')).now);

describe('a test clock', () => {
  test('a test clock goes forward only, two intervals at most, and not twice at a time', async () => {
    const { clock, customer } = await frozenAt(start);
    await sandbox.stripe.subscriptions.create({ customer: customer.id, items: [{ price: shop.monthly.id }] });
    for (const time of [start, start - day, start + 70 * day]) {
      await expect(clocks().advance(clock.id, { frozen_time: time })).rejects.toMatchObject({
        statusCode: 400,
        param: 'frozen_time',
      });
    }
    await expect(clocks().advance('clock_x', { frozen_time: start })).rejects.toMatchObject({ statusCode: 404 });
    await expect(sandbox.stripe.customers.create({ test_clock: 'clock_x' })).rejects.toMatchObject({
      param: 'test_clock',
    });
  });

  test('PAY-03 a test clock moves only its own customers through their periods', async () => {
    const { clock, customer } = await frozenAt(start);
    const before = await sandboxTime();
    const made = await sandbox.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: shop.monthly.id }],
    });
    const end = Date.UTC(2030, 1, 28, 12) / 1000;
    expect(made).toMatchObject({ created: start, test_clock: clock.id });
    expect(made.items.data[0]).toMatchObject({ current_period_start: start, current_period_end: end });
    const lines = await linesOfCustomer(sandbox, customer, () => arrived(clock.id, end + 3600));
    expect(lines.slice(0, 4)).toEqual([
      'invoice.upcoming draft',
      'customer.subscription.updated active',
      'invoice.created draft',
      'invoice.finalized open',
    ]);
    const after = await sandbox.stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
    expect(after.items.data[0]?.current_period_end).toBe(Date.UTC(2030, 2, 31, 12) / 1000);
    expect(after.latest_invoice).toMatchObject({
      status: 'paid',
      created: end,
      status_transitions: { finalized_at: end + 3600 },
      test_clock: clock.id,
    });
    expect((await sandboxTime()) - before).toBeLessThan(60);
    const newest = await sandbox.stripe.events.list({ limit: 1 });
    expect(newest.data[0]?.created).toBeLessThanOrEqual(await sandboxTime());
  });

  test('the sandbox’s own clock leaves its customers where they are', async () => {
    const { clock, customer } = await frozenAt(start);
    const made = await subscribe(sandbox, customer, shop.monthly);
    await sandbox.advance(2);
    expect((await sandbox.stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete');
    await payInBrowser(sandbox, made, { payment_method: 'pm_card_visa' });
    const [invoice] = (await sandbox.stripe.invoices.list({ customer: customer.id })).data;
    expect(invoice).toMatchObject({ status: 'paid', status_transitions: { paid_at: start } });
    expect(await clocks().del(clock.id)).toMatchObject({ deleted: true });
    expect(await sandbox.stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
  });

  test('PAY-03 advancing a test clock without customers moves the sandbox’s own clock', async () => {
    const customer = await shop.customer('pm_card_visa');
    const made = await sandbox.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: shop.monthly.id }],
    });
    const before = await sandboxTime();
    const clock = await clocks().create({ frozen_time: before });
    await arrived(clock.id, before + 40 * day);
    expect((await sandboxTime()) - before).toBeGreaterThanOrEqual(40 * day);
    const invoices = await sandbox.stripe.invoices.list({ subscription: made.id, status: 'paid' });
    expect(invoices.data).toHaveLength(2);
    expect((await clocks().list()).data[0]).toMatchObject({ id: clock.id, status: 'ready' });
  });

  test('an advance survives a restart', async () => {
    const { clock, customer } = await frozenAt(start);
    const made = await sandbox.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: shop.monthly.id }],
      trial_period_days: 10,
    });
    await sandbox.stop();
    await sandbox.start();
    await arrived(clock.id, start + 11 * day);
    const after = await sandbox.stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
    expect(after).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', amount_paid: 899 } });
  });
});
