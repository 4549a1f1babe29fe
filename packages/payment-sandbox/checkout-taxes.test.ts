import type Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import { confirmCheckout, openCheckout, pathOf, textAt } from './testing/checkout.ts';
import { useTestSandbox } from './testing/sandbox.ts';

const sandbox = useTestSandbox();
let monthly: Stripe.Price;
let once: Stripe.Price;

beforeAll(async () => {
  const product = (await sandbox.stripe.products.create({ name: 'Premium' })).id;
  const price = { product, currency: 'eur', unit_amount: 1000, tax_behavior: 'exclusive' } as const;
  monthly = await sandbox.stripe.prices.create({ ...price, recurring: { interval: 'month' } });
  once = await sandbox.stripe.prices.create({ ...price, tax_behavior: 'inclusive' });
});

const open = (sent: Stripe.Checkout.SessionCreateParams) =>
  openCheckout(sandbox, { automatic_tax: { enabled: true }, ...sent });
const read = ({ id }: Stripe.Checkout.Session) =>
  sandbox.stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] });

test('a checkout with taxes is refused for a customer without a place, unless it may save the one it asks for', async () => {
  const { id } = await sandbox.stripe.customers.create();
  const lines = [{ price: monthly.id }];
  const sent: Stripe.Checkout.SessionCreateParams = { mode: 'subscription', line_items: lines, customer: id };
  await expect(open(sent)).rejects.toMatchObject({ code: 'customer_tax_location_invalid' });
  const session = await open({ ...sent, customer_update: { address: 'auto' } });
  expect(session).toMatchObject({ amount_total: 1000, automatic_tax: { status: 'requires_location_inputs' } });
  const early = await confirmCheckout(sandbox, session, '4242424242424242');
  expect(early).toMatchObject({ status: 400, body: { error: { code: 'customer_tax_location_invalid' } } });
  const address = `${pathOf(session.url)}/address`;
  expect((await sandbox.post(address, { country: 'US' })).status).toBe(400);
  expect((await sandbox.post(address, { country: 'de' })).body).toEqual({ amount_total: 1190 });
  expect((await textAt(sandbox, pathOf(session.url))).text).toMatch(/Tax €1\.90 .*Due today €11\.90/);
  expect((await confirmCheckout(sandbox, session, '4242424242424242')).status).toBe(200);
  const done = await read(session);
  expect(done).toMatchObject({
    status: 'complete',
    amount_total: 1190,
    automatic_tax: { status: 'complete' },
    total_details: { amount_tax: 190 },
  });
  const made = await sandbox.stripe.subscriptions.retrieve(String(done.subscription), { expand: ['latest_invoice'] });
  expect(made).toMatchObject({ automatic_tax: { enabled: true }, latest_invoice: { total: 1190, amount_paid: 1190 } });
  expect(await sandbox.stripe.customers.retrieve(id)).toMatchObject({ address: { country: 'DE' } });
});

test('a one-off purchase shows the tax that its price contains', async () => {
  const { id } = await sandbox.stripe.customers.create({ address: { country: 'IE' } });
  const session = await open({ mode: 'payment', line_items: [{ price: once.id }], customer: id });
  expect(session).toMatchObject({ amount_total: 1000, total_details: { amount_tax: 187 } });
  expect((await textAt(sandbox, pathOf(session.url))).text).toContain('Tax included €1.87');
  expect((await confirmCheckout(sandbox, session, '4242424242424242')).status).toBe(200);
  const done = await read(session);
  expect(done.line_items?.data).toMatchObject([{ amount_subtotal: 1000, amount_tax: 187, amount_total: 1000 }]);
  const intent = await sandbox.stripe.paymentIntents.retrieve(String(done.payment_intent));
  expect(intent).toMatchObject({ status: 'succeeded', amount: 1000 });
});

test('a trial has no tax today, and the page says what it costs with tax later', async () => {
  const { id } = await sandbox.stripe.customers.create({ address: { country: 'DE' } });
  const session = await open({
    mode: 'subscription',
    line_items: [{ price: monthly.id }],
    customer: id,
    subscription_data: { trial_period_days: 7 },
  });
  expect(session).toMatchObject({ amount_total: 0, total_details: { amount_tax: 0 } });
  expect((await textAt(sandbox, pathOf(session.url))).text).toContain('Then €11.90 per month');
});
