import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerBank, confirmCheckout, openCheckout, pathOf, textAt } from './testing/checkout.ts';
import { useTestSandbox } from './testing/sandbox.ts';
import { openShop, type Shop } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;
let once: Stripe.Price;

beforeAll(async () => {
  shop = await openShop(sandbox);
  const product = await sandbox.stripe.products.create({ name: 'Guide' });
  once = await sandbox.stripe.prices.create({ product: product.id, currency: 'gbp', unit_amount: 1999 });
});

type Sent = Stripe.Checkout.SessionCreateParams;
const open = (sent: Sent) => openCheckout(sandbox, sent);
const confirm = (session: Stripe.Checkout.Session, number?: string, extra: Record<string, string> = {}) =>
  confirmCheckout(sandbox, session, number, extra);
const read = (session: Stripe.Checkout.Session, expand: string[] = []) =>
  sandbox.stripe.checkout.sessions.retrieve(session.id, { expand });

describe('a subscription without free days', () => {
  const subscription = async (extra: Sent = {}) =>
    open({
      mode: 'subscription',
      customer: (await shop.customer()).id,
      line_items: [{ price: shop.monthly.id }],
      ...extra,
    });

  test('a subscription without free days is paid at once and begins active', async () => {
    const session = await subscription();
    expect(session).toMatchObject({ amount_subtotal: 899, amount_total: 899 });
    expect((await textAt(sandbox, pathOf(session.url))).text).toContain('Due today £8.99');
    await confirm(session, '4242424242424242');
    const done = await read(session, ['subscription', 'invoice']);
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      subscription: { status: 'active' },
      invoice: { status: 'paid', amount_paid: 899 },
    });
  });

  test('a subscription without free days begins only with the payment: declined, then at the bank’s, then paid', async () => {
    const session = await subscription();
    expect((await confirm(session, '4000000000009995')).body).toMatchObject({
      error: { decline_code: 'insufficient_funds' },
    });
    const customer = String(session.customer);
    const states = async () =>
      (await sandbox.stripe.subscriptions.list({ customer, status: 'all' })).data.map(({ status }) => status);
    expect(await states()).toEqual(['incomplete']);
    const asked = await confirm(session, '4000000000003220');
    expect(asked.body).toMatchObject({ amount: '£8.99' });
    const types = await sandbox.eventTypesOf(() => answerBank(sandbox, asked, 'complete'));
    expect(types.at(-1)).toBe('checkout.session.completed');
    expect(await states()).toEqual(['active']);
    expect(await read(session)).toMatchObject({ status: 'complete', payment_status: 'paid' });
  });

  test('PROMO-16 a subscription without free days has the caller’s discount in its sums and on its invoice', async () => {
    const coupon = await sandbox.stripe.coupons.create({
      percent_off: 50,
      duration: 'repeating',
      duration_in_months: 3,
    });
    const session = await subscription({ discounts: [{ coupon: coupon.id }] });
    expect(session).toMatchObject({
      amount_subtotal: 899,
      amount_total: 449,
      total_details: { amount_discount: 450 },
      discounts: [{ coupon: coupon.id, promotion_code: null }],
    });
    const { text } = await textAt(sandbox, pathOf(session.url));
    expect(text).toContain('50% off for 3 months');
    await confirm(session, '4242424242424242');
    expect(await read(session, ['invoice'])).toMatchObject({ invoice: { amount_paid: 449 } });
  });

  test('a buyer who is not known yet gives an email address and becomes a customer', async () => {
    const session = await open({ mode: 'subscription', line_items: [{ price: shop.yearly.id }] });
    expect(session).toMatchObject({ customer: null, customer_creation: 'always' });
    expect((await confirm(session, '4242424242424242')).status).toBe(400);
    await confirm(session, '4242424242424242', { email: 'new@example.org' });
    const done = await read(session, ['customer']);
    expect(done).toMatchObject({
      customer: { email: 'new@example.org' },
      customer_details: { email: 'new@example.org' },
    });
  });
});

describe('a single payment', () => {
  test('takes the money once, with the caller’s metadata on the intent', async () => {
    const customer = (await shop.customer()).id;
    const session = await open({
      mode: 'payment',
      customer,
      line_items: [{ price: once.id, quantity: 2 }],
      payment_intent_data: { metadata: { resourceId: '12' } },
    });
    expect(session).toMatchObject({ amount_total: 3998, payment_intent: null });
    expect((await textAt(sandbox, pathOf(session.url))).text).toContain('Pay £39.98');
    expect((await confirm(session, '4000000000000002')).status).toBe(402);
    await confirm(session, '4242424242424242');
    expect(await read(session, ['payment_intent'])).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: { status: 'succeeded', amount: 3998, metadata: { resourceId: '12' } },
    });
    const { data } = await sandbox.stripe.charges.list({ customer });
    expect(data.filter(({ paid }) => paid)).toHaveLength(1);
  });
});

describe('saving a card', () => {
  test('attaches it to the customer', async () => {
    const customer = (await shop.customer()).id;
    const session = await open({
      mode: 'setup',
      customer,
      currency: 'gbp',
      setup_intent_data: { metadata: { a: '1' } },
    });
    expect(session).toMatchObject({
      payment_status: 'no_payment_required',
      setup_intent: expect.stringMatching(/^seti_/),
    });
    await confirm(session, '4242424242424242');
    expect(await read(session, ['setup_intent'])).toMatchObject({
      status: 'complete',
      setup_intent: { status: 'succeeded', metadata: { a: '1' } },
    });
    expect((await sandbox.stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1);
  });
});
