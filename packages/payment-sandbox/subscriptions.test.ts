import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';
import {
  cardFields,
  invoiceIn,
  linesDuring,
  openShop,
  payInBrowser,
  type Shop,
  subscribe,
} from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(sandbox);
});

const get = (id: string) => sandbox.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });

describe('the first payment', () => {
  test('SUBSCR-08 SUBSCR-13 the subscription waits for the payment and is active only after it succeeded', async () => {
    const customer = await shop.customer();
    let made!: Stripe.Subscription;
    const opening = await linesDuring(sandbox, async () => {
      made = await subscribe(sandbox, customer, shop.monthly, { metadata: { userId: '7' } });
    });
    expect(opening).toEqual([
      'invoice.created draft',
      'invoice.finalized open',
      'payment_intent.created requires_payment_method',
      'customer.subscription.created incomplete',
    ]);
    expect(made).toMatchObject({ status: 'incomplete', pending_setup_intent: null, metadata: { userId: '7' } });
    expect(invoiceIn(made)).toMatchObject({
      status: 'open',
      amount_due: 899,
      billing_reason: 'subscription_create',
      confirmation_secret: { type: 'payment_intent' },
      parent: { subscription_details: { subscription: made.id, metadata: { userId: '7' } } },
    });

    const paying = await linesDuring(sandbox, () => payInBrowser(sandbox, made, cardFields('4242424242424242')));
    expect(paying).toEqual([
      'payment_method.attached',
      'charge.succeeded succeeded',
      'payment_intent.succeeded succeeded',
      'invoice_payment.paid paid',
      'invoice.updated paid',
      'invoice.paid paid',
      'invoice.payment_succeeded paid',
      'customer.subscription.updated active',
      'charge.updated succeeded',
    ]);
    const [updated] = (await sandbox.stripe.events.list({ type: 'customer.subscription.updated' })).data;
    expect(updated?.data.previous_attributes).toMatchObject({ status: 'incomplete', default_payment_method: null });
    const active = await get(made.id);
    const [item] = active.items.data;
    expect(active).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', amount_paid: 899 } });
    expect(active.default_payment_method).toMatch(/^pm_/);
    expect(item).toMatchObject({ price: { id: shop.monthly.id }, current_period_start: active.created });
    const month = (item?.current_period_end ?? 0) - active.created;
    expect(month).toBeGreaterThanOrEqual(28 * 86_400);
    expect(month).toBeLessThanOrEqual(31 * 86_400);
  });

  test('a refund finds its way from the invoice to the payment and back', async () => {
    const customer = await shop.customer();
    const made = await subscribe(sandbox, customer, shop.yearly);
    await payInBrowser(sandbox, made, cardFields('5555555555554444'));
    const invoice = invoiceIn(made).id;
    const { data } = await sandbox.stripe.invoicePayments.list({ invoice, status: 'paid' });
    const intent = String(data[0]?.payment.payment_intent);
    expect(data).toMatchObject([{ amount_paid: 8999, payment: { type: 'payment_intent' }, is_default: true }]);
    const back = await sandbox.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent },
    });
    expect(back.data).toMatchObject([{ invoice }]);
    const refund = await sandbox.stripe.refunds.create({ payment_intent: intent });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 8999 });
    const expanded = await sandbox.stripe.invoices.retrieve(invoice, {
      expand: ['payments.data.payment.payment_intent', 'customer'],
    });
    expect(expanded).toMatchObject({
      status: 'paid',
      number: expect.stringMatching(/^[A-Z0-9]{8}-0001$/),
      payments: { data: [{ payment: { payment_intent: { id: intent, status: 'succeeded' } } }] },
      lines: { data: [{ amount: 8999, pricing: { price_details: { price: shop.yearly.id } } }] },
    });
    expect((await get(made.id)).status).toBe('active');
  });

  test('a declined card leaves it incomplete with the attempt counted, and another card can follow', async () => {
    const made = await subscribe(sandbox, await shop.customer(), shop.monthly);
    const failing = await linesDuring(sandbox, () => payInBrowser(sandbox, made, cardFields('4000000000000341')));
    expect(failing).toEqual([
      'charge.failed failed',
      'payment_intent.payment_failed requires_payment_method',
      'invoice.payment_failed open',
    ]);
    expect(await get(made.id)).toMatchObject({
      status: 'incomplete',
      latest_invoice: { status: 'open', attempt_count: 1, next_payment_attempt: null },
    });
    await payInBrowser(sandbox, made, cardFields('4242424242424242'));
    expect(await get(made.id)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
  });

  test('a bank that asks delays it until the answer', async () => {
    const made = await subscribe(sandbox, await shop.customer(), shop.monthly);
    let step = '';
    const asking = await linesDuring(sandbox, async () => {
      const fields = { ...cardFields('4000002500003155'), use_stripe_sdk: 'true' };
      const { body } = await payInBrowser(sandbox, made, fields);
      // Safe: the answer is a payment intent that waits for the bank.
      step = String((body as unknown as Stripe.PaymentIntent).next_action?.use_stripe_sdk?.source);
    });
    expect(asking).toEqual(['payment_intent.requires_action requires_action', 'invoice.payment_action_required open']);
    expect((await get(made.id)).status).toBe('incomplete');
    await sandbox.post(`/three-d-secure/${step}`, { outcome: 'complete' });
    expect((await get(made.id)).status).toBe('active');
    await sandbox.advance(32);
    const paid = await sandbox.stripe.invoices.list({ subscription: made.id, status: 'paid' });
    expect(paid.data, 'the bank was asked once and does not ask again').toHaveLength(2);
  });

  test('a card at hand is charged at once, whether an incomplete result is allowed or not', async () => {
    for (const behaviour of ['allow_incomplete', 'error_if_incomplete'] as const) {
      const customer = await shop.customer('pm_card_visa');
      const made = await subscribe(sandbox, customer, shop.monthly, { payment_behavior: behaviour });
      expect(made).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', attempt_count: 1 } });
    }
    const customer = await shop.customer('pm_card_chargeCustomerFail');
    const made = await subscribe(sandbox, customer, shop.monthly, { payment_behavior: 'allow_incomplete' });
    expect(made).toMatchObject({ status: 'incomplete', latest_invoice: { status: 'open', attempt_count: 1 } });
  });
});

describe('a subscription that costs nothing yet', () => {
  test('PROMO-08 a trial is trialing at once, with an invoice of 0 and a card to collect', async () => {
    let made!: Stripe.Subscription;
    const customer = await shop.customer();
    const lines = await linesDuring(sandbox, async () => {
      made = await subscribe(sandbox, customer, shop.monthly, { trial_period_days: 90 });
    });
    expect(lines).toEqual([
      'setup_intent.created requires_payment_method',
      'invoice.created draft',
      'invoice.finalized open',
      'invoice.paid paid',
      'invoice.payment_succeeded paid',
      'customer.subscription.created trialing',
    ]);
    expect(made).toMatchObject({
      status: 'trialing',
      trial_end: made.created + 90 * 86_400,
      latest_invoice: { total: 0, amount_paid: 0, status: 'paid', confirmation_secret: null },
      pending_setup_intent: { status: 'requires_payment_method', customer: customer.id },
    });
    expect(made.items.data[0]?.current_period_end).toBe(made.trial_end);

    // Safe: the call above expanded it.
    const setup = made.pending_setup_intent as Stripe.SetupIntent;
    await sandbox.stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa' });
    const after = await get(made.id);
    expect(after).toMatchObject({ status: 'trialing', pending_setup_intent: null });
    expect(after.default_payment_method).toMatch(/^pm_/);
  });

  test('a trial with a card asks for none', async () => {
    const customer = await shop.customer('pm_card_visa');
    const made = await subscribe(sandbox, customer, shop.monthly, { trial_period_days: 5 });
    expect(made).toMatchObject({ status: 'trialing', pending_setup_intent: null });
  });

  test('a coupon of 100 percent makes it active', async () => {
    const coupon = await sandbox.stripe.coupons.create({ percent_off: 100, duration: 'once' });
    const made = await subscribe(sandbox, await shop.customer(), shop.monthly, { discounts: [{ coupon: coupon.id }] });
    expect(made).toMatchObject({
      status: 'active',
      latest_invoice: { subtotal: 899, total: 0, total_discount_amounts: [{ amount: 899 }] },
    });
  });
});

describe('the end of a subscription', () => {
  test('SUBSCR-16 sets a subscription to cancel by the flag or at a time, and clears each in its own way', async () => {
    const customer = await shop.customer('pm_card_visa');
    const made = await subscribe(sandbox, customer, shop.monthly, { payment_behavior: 'allow_incomplete' });
    const end = made.items.data[0]?.current_period_end;
    const { subscriptions } = sandbox.stripe;
    const flagged = await subscriptions.update(made.id, { cancel_at_period_end: true });
    expect(flagged).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: end,
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect(flagged.canceled_at).not.toBeNull();
    const cleared = { cancel_at_period_end: false, cancel_at: null, canceled_at: null };
    expect(await subscriptions.update(made.id, { cancel_at_period_end: false })).toMatchObject(cleared);
    const at = made.created + 5 * 86_400;
    const timed = await subscriptions.update(made.id, { cancel_at: at });
    expect(timed).toMatchObject({ cancel_at: at, cancel_at_period_end: false });
    expect(await subscriptions.update(made.id, { cancel_at: '' })).toMatchObject(cleared);
  });

  test('cancelled now it is over for good', async () => {
    const customer = await shop.customer('pm_card_visa');
    const made = await subscribe(sandbox, customer, shop.monthly, { payment_behavior: 'allow_incomplete' });
    const { subscriptions } = sandbox.stripe;
    const lines = await linesDuring(sandbox, () => subscriptions.cancel(made.id));
    expect(lines).toEqual(['customer.subscription.deleted canceled']);
    await expect(subscriptions.cancel(made.id)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
    await expect(subscriptions.update(made.id, { cancel_at_period_end: false })).rejects.toMatchObject({
      statusCode: 400,
      code: 'invalid_canceled_subscription_fields',
    });
    expect(await subscriptions.update(made.id, { metadata: { note: 'left' } })).toMatchObject({ status: 'canceled' });
    expect((await subscriptions.list({ customer: customer.id })).data).toEqual([]);
    expect((await subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1);
  });

  test('an unpaid one expires with its invoice and its payment', async () => {
    const made = await subscribe(sandbox, await shop.customer(), shop.monthly);
    const lines = await linesDuring(sandbox, () => sandbox.stripe.subscriptions.cancel(made.id));
    expect(lines).toEqual([
      'customer.subscription.updated incomplete_expired',
      'invoice.voided void',
      'payment_intent.canceled canceled',
    ]);
    const { status, body } = await payInBrowser(sandbox, made, { payment_method: 'pm_card_visa' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });
});
