import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';
import { cardFields } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();

const created = (extra: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  sandbox.stripe.paymentIntents.create({
    amount: 1999,
    currency: 'gbp',
    automatic_payment_methods: { enabled: true },
    metadata: { userId: '7', resourceId: '12' },
    ...extra,
  });

const statusOf = async (id: string) => (await sandbox.stripe.paymentIntents.retrieve(id)).status;

describe('a one-off purchase', () => {
  test('PAY-01 PAY-02 4242424242424242, confirmed as Stripe.js does, succeeds and leaves a paid charge', async () => {
    const customer = await sandbox.stripe.customers.create({ email: 'member@example.org' });
    let id = '';
    const types = await sandbox.eventTypesOf(async () => {
      const intent = await created({ customer: customer.id });
      expect(intent).toMatchObject({ status: 'requires_payment_method', amount_received: 0, latest_charge: null });
      id = intent.id;
      const answer = await sandbox.confirm(intent, cardFields('4242424242424242'));
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ status: 'succeeded', amount: 1999, currency: 'gbp' });
    });
    expect(types).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded', 'charge.updated']);
    const paid = await sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 1999,
      metadata: { userId: '7', resourceId: '12' },
      latest_charge: {
        paid: true,
        captured: true,
        amount_captured: 1999,
        customer: customer.id,
        metadata: { userId: '7', resourceId: '12' },
        outcome: { type: 'authorized', network_status: 'approved_by_network' },
        payment_method_details: { card: { brand: 'visa', last4: '4242' } },
        balance_transaction: { amount: 1999, fee: 85, net: 1914, type: 'charge' },
      },
    });
  });

  test('PAY-01 a confirmation may also name pm_card_visa', async () => {
    const intent = await created();
    const { body } = await sandbox.confirm(intent, { payment_method: 'pm_card_visa', use_stripe_sdk: 'true' });
    expect(body).toMatchObject({ status: 'succeeded', id: intent.id });
  });

  test('a paid intent cannot be paid, changed in amount or cancelled again', async () => {
    const intent = await created({ confirm: true, payment_method: 'pm_card_visa' });
    const { paymentIntents } = sandbox.stripe;
    for (const call of [
      paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
      paymentIntents.update(intent.id, { amount: 5 }),
      paymentIntents.cancel(intent.id),
    ]) {
      await expect(call).rejects.toMatchObject({
        type: 'StripeInvalidRequestError',
        code: 'payment_intent_unexpected_state',
        payment_intent: { id: intent.id, status: 'succeeded' },
      });
    }
    const charges = await sandbox.stripe.charges.list({ payment_intent: intent.id });
    expect(charges.data).toHaveLength(1);
  });

  test('PAY-02 4000000000000002 is declined: no money, a failed charge, and the intent waits for another card', async () => {
    const intent = await created();
    const types = await sandbox.eventTypesOf(async () => {
      const answer = await sandbox.confirm(intent, cardFields('4000000000000002'));
      expect(answer.status).toBe(402);
      expect(answer.body.error).toMatchObject({
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
        payment_intent: { id: intent.id, status: 'requires_payment_method' },
      });
    });
    expect(types).toEqual(['charge.failed', 'payment_intent.payment_failed']);
    const waiting = await sandbox.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(waiting).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      payment_method: null,
      last_payment_error: { code: 'card_declined', payment_method: { card: { last4: '0002' } } },
      latest_charge: { paid: false, status: 'failed', failure_code: 'card_declined', balance_transaction: null },
    });
    const second = await sandbox.confirm(intent, cardFields('5555555555554444'));
    expect(second.body).toMatchObject({ status: 'succeeded' });
  });

  test.each([
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'issuer_declined'],
    ['4000000000009987', 'card_declined', 'lost_card', 'issuer_declined'],
    ['4000000000009979', 'card_declined', 'stolen_card', 'issuer_declined'],
    ['4000000000000069', 'expired_card', 'expired_card', 'issuer_declined'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', 'issuer_declined'],
    ['4000000000000119', 'processing_error', 'processing_error', 'issuer_declined'],
    ['4000000000000341', 'card_declined', 'generic_decline', 'issuer_declined'],
    ['4100000000000019', 'card_declined', 'fraudulent', 'blocked'],
  ])('card %s fails with %s, %s', async (number, code, declineCode, outcome) => {
    const intent = await created();
    const { status, body } = await sandbox.confirm(intent, cardFields(number));
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, decline_code: declineCode });
    const { data } = await sandbox.stripe.charges.list({ payment_intent: intent.id });
    expect(data).toMatchObject([{ paid: false, failure_code: code, outcome: { type: outcome } }]);
  });

  test.each([
    ['4242424242424241', {}, 'incorrect_number'],
    ['4111111111111111', {}, 'card_declined'],
    ['4242424242424242', { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
    ['4242424242424242', { 'payment_method_data[card][exp_year]': '2001' }, 'invalid_expiry_year'],
    ['4242424242424242', { 'payment_method_data[card][cvc]': 'ab' }, 'invalid_cvc'],
  ])('card data %s with %o is refused as %s and leaves nothing behind', async (number, changes, code) => {
    const intent = await created();
    const types = await sandbox.eventTypesOf(async () => {
      const { status, body } = await sandbox.confirm(intent, { ...cardFields(number), ...changes });
      expect(status).toBe(402);
      expect(body.error).toMatchObject({ type: 'card_error', code });
    });
    expect(types).toEqual([]);
    expect(await statusOf(intent.id)).toBe('requires_payment_method');
  });

  test('an abandoned intent causes nothing; a cancelled one cannot be paid', async () => {
    const intent = await created();
    const types = await sandbox.eventTypesOf(async () => {
      const canceled = await sandbox.stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' });
      expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    });
    expect(types).toEqual(['payment_intent.canceled']);
    const { status, body } = await sandbox.confirm(intent, { payment_method: 'pm_card_visa' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });
});
