import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerBank, confirmCheckout, openCheckout, pathOf, textAt, typedCard } from './testing/checkout.ts';
import { useTestSandbox } from './testing/sandbox.ts';
import { linesDuring, openShop, type Shop } from './testing/subscriptions.ts';

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
const trial = async (extra: Sent = {}) =>
  open({
    mode: 'subscription',
    customer: (await shop.customer()).id,
    line_items: [{ price: shop.monthly.id, quantity: 1 }],
    client_reference_id: '7',
    metadata: { userId: '7' },
    subscription_data: {
      trial_period_days: 90,
      metadata: { userId: '7', promoCodeId: '3' },
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    },
    ...extra,
  });
const finish = (session: Stripe.Checkout.Session) => sandbox.post(`${pathOf(session.url)}/finish`, {});
const target = (session: Stripe.Checkout.Session) => `https://portal.example.org/billing?session_id=${session.id}`;

describe('opening a checkout', () => {
  test('a checkout is refused without what belongs to its mode, and with what the sandbox does not act on', async () => {
    const subscription: Sent = { mode: 'subscription', line_items: [{ price: shop.monthly.id }] };
    const refusals: [Sent, object][] = [
      [{ line_items: [{ price: once.id }] }, { param: 'mode' }],
      [{ mode: 'payment' }, { param: 'line_items' }],
      [{ mode: 'payment', line_items: [{ price: shop.monthly.id }] }, { param: 'line_items' }],
      [{ mode: 'subscription', line_items: [{ price: once.id }] }, { param: 'line_items' }],
      [{ mode: 'payment', line_items: [{ price: 'price_unknown' }] }, { param: 'line_items[0][price]' }],
      [{ ...subscription, success_url: '' }, { param: 'success_url' }],
      [{ ...subscription, customer: 'cus_unknown' }, { param: 'customer' }],
      [{ ...subscription, subscription_data: { trial_period_days: 0 } }, {}],
      [{ ...subscription, subscription_data: { trial_period_days: 731 } }, {}],
      [{ ...subscription, payment_intent_data: { description: 'x' } }, { param: 'payment_intent_data' }],
      [{ ...subscription, expires_at: Math.round(Date.now() / 1000) + 60 }, { statusCode: 400 }],
      [{ ...subscription, ui_mode: 'embedded_page' }, { param: 'ui_mode' }],
      [{ ...subscription, discounts: [{ coupon: 'no' }] }, { statusCode: 400 }],
    ];
    for (const [sent, fault] of refusals) await expect(open(sent), JSON.stringify(sent)).rejects.toMatchObject(fault);
  });

  test('gives an address under the portal, and keeps what the caller wants to find again', async () => {
    const session = await trial();
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: '7',
      metadata: { userId: '7' },
      amount_total: 0,
      subscription: null,
      payment_method_collection: 'always',
    });
    expect(session.url).toBe(`https://portal.example.org/sandbox/payments/checkout/${session.id}`);
    expect(session.expires_at - session.created).toBe(86_400);
    const { data } = await sandbox.stripe.checkout.sessions.listLineItems(session.id);
    expect(data).toMatchObject([{ description: 'Premium', quantity: 1, price: { id: shop.monthly.id } }]);
    expect(await read(session, ['line_items', 'customer'])).toMatchObject({ line_items: { data: [{ quantity: 1 }] } });
    const customer = String(session.customer);
    const listed = await sandbox.stripe.checkout.sessions.list({ customer, status: 'open' });
    expect(listed.data.map(({ id }) => id)).toEqual([session.id]);
  });
});

describe('a trial', () => {
  test('PROMO-08 takes the card, charges nothing and starts the trial, in the order of Stripe’s events', async () => {
    const session = await trial();
    const lines = await linesDuring(sandbox, async () => {
      expect((await confirm(session, '4242424242424242')).body).toEqual({ redirect: target(session) });
    });
    expect(lines).toEqual([
      'setup_intent.created requires_payment_method',
      'setup_intent.succeeded succeeded',
      'payment_method.attached',
      'customer.updated',
      'invoice.created draft',
      'invoice.finalized open',
      'invoice.paid paid',
      'invoice.payment_succeeded paid',
      'customer.subscription.created trialing',
      'checkout.session.completed complete',
    ]);
    const done = await read(session, ['subscription.default_payment_method']);
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      payment_intent: null,
      url: null,
      subscription: {
        status: 'trialing',
        metadata: { userId: '7', promoCodeId: '3' },
        default_payment_method: { card: { last4: '4242' } },
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      },
    });
    const { data } = await sandbox.stripe.charges.list({ customer: String(done.customer) });
    expect(data).toEqual([]);
    expect((await textAt(sandbox, pathOf(session.url))).text).toContain('This checkout is complete');
    expect((await confirm(session, '4242424242424242')).body).toEqual({ redirect: target(session) });
    expect((await sandbox.stripe.subscriptions.list({ customer: String(done.customer) })).data).toHaveLength(1);
  });

  test('a trial is not started by a declined card, and starts with the next one', async () => {
    const session = await trial();
    const declined = await confirm(session, '4000000000000002');
    expect(declined.status).toBe(402);
    expect(declined.body).toEqual({
      error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
        doc_url: expect.any(String),
      },
    });
    expect(await read(session)).toMatchObject({ status: 'open', subscription: null });
    expect((await confirm(session, '5555555555554444')).status).toBe(200);
    expect(await read(session)).toMatchObject({ status: 'complete' });
  });

  test('a trial waits for the bank; Fail leaves it open, Complete starts it even when the customer does not come back', async () => {
    const session = await trial();
    const asked = await confirm(session, '4000002500003155');
    expect(asked.body).toEqual({ step: expect.any(String), amount: '' });
    await answerBank(sandbox, asked, 'fail');
    expect(await finish(session)).toMatchObject({
      status: 402,
      body: { error: { code: 'setup_intent_authentication_failure' } },
    });
    expect(await read(session)).toMatchObject({ status: 'open', subscription: null });
    await answerBank(sandbox, await confirm(session, '4000002500003155'), 'complete');
    expect(await read(session)).toMatchObject({ status: 'complete', payment_status: 'no_payment_required' });
    expect((await finish(session)).body).toEqual({ redirect: target(session) });
  });

  test('a trial starts without a card where the caller allows it', async () => {
    const session = await trial({ payment_method_collection: 'if_required' });
    expect((await textAt(sandbox, pathOf(session.url))).text).toContain('No card needed');
    expect((await confirm(session)).body).toEqual({ redirect: target(session) });
    const done = await read(session, ['subscription']);
    expect(done).toMatchObject({
      setup_intent: null,
      subscription: { status: 'trialing', default_payment_method: null },
    });
  });

  test('PROMO-14 a checkout that is not completed expires, and its page says so', async () => {
    const session = await trial();
    const lines = await linesDuring(sandbox, () => sandbox.advance(1));
    expect(lines).toContain('checkout.session.expired expired');
    expect(await read(session)).toMatchObject({ status: 'expired', url: null, subscription: null });
    expect((await textAt(sandbox, pathOf(session.url))).text).toContain('This checkout has expired');
    expect((await confirm(session, '4242424242424242')).status).toBe(400);
    const other = await trial();
    expect(await sandbox.stripe.checkout.sessions.expire(other.id)).toMatchObject({ status: 'expired' });
    await expect(sandbox.stripe.checkout.sessions.expire(other.id)).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('the page', () => {
  test('says that payments are tests, leads back, and holds neither script nor style of its own', async () => {
    const session = await trial();
    const html = await (await fetch(`${sandbox.address}${pathOf(session.url)}`)).text();
    expect(html).toContain('Test payments');
    expect(html).toContain('href="https://portal.example.org/billing?cancelled=1"');
    expect(html).not.toMatch(/<style|style=|<script>|\son\w+=/);
    expect((await textAt(sandbox, '/checkout/cs_test_unknown')).status).toBe(404);
  });

  test('takes no form from another site', async () => {
    const session = await trial();
    const answer = await confirm(session, '4242424242424242', {});
    expect(answer.status).toBe(200);
    const other = await trial();
    const crossed = await sandbox.post(`${pathOf(other.url)}/confirm`, typedCard('4242424242424242'), {
      'sec-fetch-site': 'cross-site',
    });
    expect(crossed.status).toBe(403);
    expect(await read(other)).toMatchObject({ status: 'open' });
  });
});

test('a checkout begun before a restart is completed after it', async () => {
  const session = await trial();
  const asked = await confirm(session, '4000000000003220');
  await sandbox.stop();
  await sandbox.start();
  await answerBank(sandbox, asked, 'complete');
  expect(await read(session)).toMatchObject({ status: 'complete' });
});
