import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';
import { cardFields } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();

const created = (extra: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  sandbox.stripe.paymentIntents.create({ amount: 1999, currency: 'gbp', ...extra });

const statusOf = async (id: string) => (await sandbox.stripe.paymentIntents.retrieve(id)).status;

async function answerBank(intent: { id: string }, outcome: string) {
  const { next_action: action } = await sandbox.stripe.paymentIntents.retrieve(intent.id);
  return sandbox.post(`/three-d-secure/${action?.use_stripe_sdk?.source}`, { outcome });
}

describe('3-D Secure', () => {
  test.each(['4000002500003155', '4000002760003184', '4000000000003220'])(
    'PAY-02 card %s waits for the bank, and succeeds once its question is completed',
    async (number) => {
      const intent = await created();
      const types = await sandbox.eventTypesOf(async () => {
        const { body } = await sandbox.confirm(intent, { ...cardFields(number), use_stripe_sdk: 'true' });
        expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
        const { data } = await sandbox.stripe.charges.list({ payment_intent: intent.id });
        expect(data).toEqual([]);
        const answer = await answerBank(intent, 'complete');
        expect(answer.body).toEqual({ id: intent.id, status: 'succeeded' });
      });
      expect(types).toEqual([
        'payment_intent.requires_action',
        'charge.succeeded',
        'payment_intent.succeeded',
        'charge.updated',
      ]);
      const paid = await sandbox.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
      expect(paid).toMatchObject({
        next_action: null,
        latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
      });
    },
  );

  test('a failed question takes no money, and the intent waits for another card', async () => {
    const intent = await created();
    await sandbox.confirm(intent, { payment_method: 'pm_card_authenticationRequired' });
    const types = await sandbox.eventTypesOf(async () => {
      const { body } = await answerBank(intent, 'fail');
      expect(body).toEqual({ id: intent.id, status: 'requires_payment_method' });
    });
    expect(types).toEqual(['payment_intent.payment_failed']);
    const waiting = await sandbox.stripe.paymentIntents.retrieve(intent.id);
    expect(waiting).toMatchObject({
      last_payment_error: { code: 'payment_intent_authentication_failure' },
      latest_charge: null,
      next_action: null,
    });
  });

  test.each([
    ['4000008400001629', 'generic_decline'],
    ['4000008260003178', 'insufficient_funds'],
  ])('card %s is declined after its question, with %s', async (number, declineCode) => {
    const intent = await created();
    await sandbox.confirm(intent, cardFields(number));
    const types = await sandbox.eventTypesOf(() => answerBank(intent, 'complete'));
    expect(types).toEqual(['charge.failed', 'payment_intent.payment_failed']);
    const waiting = await sandbox.stripe.paymentIntents.retrieve(intent.id);
    expect(waiting).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: declineCode },
    });
  });

  test('a question is answered once; confirming or cancelling anew, or another sum, closes it', async () => {
    const intent = await created();
    const open = async () => {
      await sandbox.confirm(intent, { payment_method: 'pm_card_threeDSecure2Required' });
      const { next_action: action } = await sandbox.stripe.paymentIntents.retrieve(intent.id);
      return `/three-d-secure/${action?.use_stripe_sdk?.source}`;
    };
    const first = await open();
    const second = await open();
    expect((await sandbox.post(first, { outcome: 'complete' })).status).toBe(404);
    expect((await sandbox.post(second, { outcome: 'maybe' })).status).toBe(400);
    await sandbox.stripe.paymentIntents.update(intent.id, { amount: 2999 });
    expect((await sandbox.post(second, { outcome: 'complete' })).status).toBe(404);
    expect(await statusOf(intent.id)).toBe('requires_confirmation');
    const third = await open();
    await sandbox.stripe.paymentIntents.cancel(intent.id);
    expect((await sandbox.post(third, { outcome: 'complete' })).status).toBe(404);
    expect(await statusOf(intent.id)).toBe('canceled');
  });

  test('a caller with a return address gets a page to go to, and comes back with what happened', async () => {
    const intent = await created({
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'https://portal.example.org/checkout?from=7',
    });
    const url = intent.next_action?.redirect_to_url?.url ?? '';
    expect(url).toMatch(/^https:\/\/portal\.example\.org\/sandbox\/payments\/three-d-secure\//);
    const page = `${sandbox.address}${new URL(url).pathname.replace('/sandbox/payments', '')}`;
    expect(await (await fetch(page)).text()).toContain('£19.99');
    const outcome = new URLSearchParams({ outcome: 'complete' });
    const back = await fetch(page, { method: 'POST', body: outcome, redirect: 'manual' });
    expect(back.status).toBe(303);
    const target = new URL(back.headers.get('location') ?? '');
    expect(Object.fromEntries(target.searchParams)).toEqual({
      from: '7',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
  });

  test('a card that asks for 3-D Secure is refused without a customer unless it was set up', async () => {
    const customer = await sandbox.stripe.customers.create();
    const refused = created({ confirm: true, off_session: true, payment_method: 'pm_card_authenticationRequired' });
    await expect(refused).rejects.toMatchObject({ code: 'authentication_required', type: 'StripeCardError' });

    const first = await created({ customer: customer.id, setup_future_usage: 'off_session' });
    await sandbox.confirm(first, { payment_method: 'pm_card_authenticationRequired' });
    const types = await sandbox.eventTypesOf(() => answerBank(first, 'complete'));
    expect(types[0]).toBe('payment_method.attached');
    const { data } = await sandbox.stripe.customers.listPaymentMethods(customer.id);
    const later = await created({
      confirm: true,
      customer: customer.id,
      off_session: true,
      payment_method: data[0]?.id ?? '',
    });
    expect(later.status).toBe('succeeded');
  });
});
