import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { idOf } from './lists.ts';
import { useTestSandbox } from './testing/sandbox.ts';
import { cardFields } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();

const newCustomer = () => sandbox.stripe.customers.create({ email: 'ann@example.org' });
const created = (extra: Partial<Stripe.SetupIntentCreateParams> = {}) =>
  sandbox.stripe.setupIntents.create({ automatic_payment_methods: { enabled: true }, ...extra });
const confirm = (intent: Stripe.SetupIntent, fields: Record<string, string>) =>
  sandbox.post(`/v1/setup_intents/${intent.id}/confirm`, {
    key: sandbox.running.publishableKey,
    client_secret: intent.client_secret ?? '',
    use_stripe_sdk: 'true',
    ...fields,
  });
const cardsOf = async (customer: string) => (await sandbox.stripe.customers.listPaymentMethods(customer)).data;
const read = (id: string) => sandbox.stripe.setupIntents.retrieve(id);

async function answerBank(intent: Stripe.SetupIntent, outcome: string) {
  const { next_action: action } = await read(intent.id);
  return sandbox.post(`/three-d-secure/${action?.use_stripe_sdk?.source}`, { outcome });
}

describe('who may touch a setup intent', () => {
  test('PAY-04 the publishable key confirms and reads it with its client secret, and nothing else', async () => {
    const intent = await created();
    const key = sandbox.running.publishableKey;
    const wrong = await confirm(intent, { client_secret: `${intent.id}_secret_wrong`, payment_method: 'pm_card_visa' });
    expect(wrong).toMatchObject({ status: 400, body: { error: { param: 'client_secret' } } });
    const path = `/v1/setup_intents/${intent.id}`;
    const secret = { key, client_secret: intent.client_secret ?? '' };
    for (const refused of [path, `${path}/cancel`, '/v1/setup_intents']) {
      expect((await sandbox.post(refused, secret)).status).toBe(403);
    }
    expect(await read(intent.id)).toMatchObject({ status: 'requires_payment_method' });

    const answer = await fetch(`${sandbox.address}${path}?${new URLSearchParams(secret)}`);
    const shown = await answer.json();
    expect(shown).toMatchObject({ id: intent.id, object: 'setup_intent', status: 'requires_payment_method' });
    expect(shown).not.toHaveProperty('metadata');
    expect(shown).not.toHaveProperty('customer');
  });
});

describe('saving a card', () => {
  test('attaches it to the customer without charging anything', async () => {
    const { id: customer } = await newCustomer();
    const intent = await created({ customer, metadata: { userId: '7' } });
    const types = await sandbox.eventTypesOf(() => confirm(intent, cardFields('4242424242424242')));
    expect(types).toEqual(['setup_intent.succeeded', 'payment_method.attached']);
    const saved = await sandbox.stripe.setupIntents.retrieve(intent.id, {
      expand: ['payment_method', 'latest_attempt'],
    });
    expect(saved).toMatchObject({
      status: 'succeeded',
      metadata: { userId: '7' },
      payment_method: { customer, card: { last4: '4242' } },
      latest_attempt: { status: 'succeeded', payment_method_details: { card: { brand: 'visa' } } },
    });
    expect(await cardsOf(customer)).toHaveLength(1);
    const { customers } = sandbox.stripe;
    const methodId = idOf(saved.payment_method) ?? '';
    expect(await customers.retrievePaymentMethod(customer, methodId)).toMatchObject({ id: methodId });
    const { id: other } = await newCustomer();
    await expect(customers.retrievePaymentMethod(other, methodId)).rejects.toMatchObject({ statusCode: 404 });
    expect((await sandbox.stripe.charges.list({ customer })).data).toEqual([]);
    await expect(sandbox.stripe.setupIntents.confirm(intent.id)).rejects.toMatchObject({
      code: 'setup_intent_unexpected_state',
    });
    await expect(sandbox.stripe.setupIntents.cancel(intent.id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await sandbox.stripe.setupIntents.list({ customer })).data.map(({ id }) => id)).toEqual([intent.id]);
  });

  test('a declined card is not saved, and the intent takes another one', async () => {
    const { id: customer } = await newCustomer();
    const intent = await created({ customer });
    const types = await sandbox.eventTypesOf(async () => {
      const answer = await confirm(intent, cardFields('4000000000000002'));
      expect(answer).toMatchObject({
        status: 402,
        body: { error: { code: 'card_declined', setup_intent: { id: intent.id } } },
      });
    });
    expect(types).toEqual(['setup_intent.setup_failed']);
    expect(await read(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { decline_code: 'generic_decline' },
    });
    expect(await cardsOf(customer)).toEqual([]);
    expect(await confirm(intent, { payment_method: 'pm_card_visa' })).toMatchObject({ body: { status: 'succeeded' } });
    expect(await read(intent.id)).toMatchObject({ last_setup_error: null });
  });

  test('a card whose charges fail later can be saved', async () => {
    const { id: customer } = await newCustomer();
    const intent = await created({ customer, confirm: true, payment_method: 'pm_card_chargeCustomerFail' });
    expect(intent.status).toBe('succeeded');
    expect(await cardsOf(customer)).toHaveLength(1);
  });

  test('the sandbox saves nothing without a card, with another customer’s, or once cancelled', async () => {
    const intent = await created({ customer: (await newCustomer()).id });
    await expect(sandbox.stripe.setupIntents.confirm(intent.id)).rejects.toMatchObject({ statusCode: 400 });
    const other = await newCustomer();
    const foreign = await sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer: other.id });
    await expect(sandbox.stripe.setupIntents.confirm(intent.id, { payment_method: foreign.id })).rejects.toMatchObject({
      param: 'payment_method',
    });
    const types = await sandbox.eventTypesOf(() =>
      sandbox.stripe.setupIntents.cancel(intent.id, { cancellation_reason: 'abandoned' }),
    );
    expect(types).toEqual(['setup_intent.canceled']);
    await expect(confirm(intent, { payment_method: 'pm_card_visa' })).resolves.toMatchObject({ status: 400 });
    await expect(read('seti_unknown')).rejects.toMatchObject({ statusCode: 404 });
  });

  test('an intent takes its customer once, its card and its words as often as wanted', async () => {
    const { id: customer } = await newCustomer();
    const { setupIntents } = sandbox.stripe;
    const intent = await created({ metadata: { a: '1' } });
    const updated = await setupIntents.update(intent.id, {
      customer,
      description: 'Card for the trial',
      metadata: { a: '', b: '2' },
      payment_method: 'pm_card_mastercard',
    });
    expect(updated).toMatchObject({ customer, metadata: { b: '2' }, status: 'requires_confirmation' });
    const { id: other } = await newCustomer();
    await expect(setupIntents.update(intent.id, { customer: other })).rejects.toMatchObject({ param: 'customer' });
    expect(await setupIntents.confirm(intent.id)).toMatchObject({ status: 'succeeded' });
    expect((await cardsOf(customer))[0]?.card).toMatchObject({ brand: 'mastercard' });
  });
});

describe('3-D Secure for a saved card', () => {
  test('the bank is asked for 3-D Secure before a saved card is attached; the card then pays off-session without being asked again', async () => {
    const { id: customer } = await newCustomer();
    const intent = await created({ customer });
    const types = await sandbox.eventTypesOf(async () => {
      const asked = await confirm(intent, cardFields('4000002500003155'));
      expect(asked.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
      expect(await cardsOf(customer)).toEqual([]);
      expect((await answerBank(intent, 'complete')).body).toEqual({ id: intent.id, status: 'succeeded' });
    });
    expect(types).toEqual(['setup_intent.requires_action', 'setup_intent.succeeded', 'payment_method.attached']);
    const [card] = await cardsOf(customer);
    const paid = await sandbox.stripe.paymentIntents.create({
      amount: 500,
      currency: 'gbp',
      customer,
      confirm: true,
      off_session: true,
      payment_method: card?.id ?? '',
    });
    expect(paid.status).toBe('succeeded');
  });

  test('attaches no card when 3-D Secure fails, and the intent waits for another one', async () => {
    const { id: customer } = await newCustomer();
    const intent = await created({ customer });
    await confirm(intent, cardFields('4000000000003220'));
    expect(await sandbox.eventTypesOf(() => answerBank(intent, 'fail'))).toEqual(['setup_intent.setup_failed']);
    expect(await read(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    });
    expect(await cardsOf(customer)).toEqual([]);
  });

  test('a redirect for 3-D Secure leads to a page and back with what happened', async () => {
    const intent = await created({
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'https://portal.example.org/billing',
    });
    const url = intent.next_action?.redirect_to_url?.url ?? '';
    const page = `${sandbox.address}${new URL(url).pathname.replace('/sandbox/payments', '')}`;
    expect(await (await fetch(page)).text()).toContain('Confirm your card');
    const outcome = new URLSearchParams({ outcome: 'complete' });
    const back = await fetch(page, { method: 'POST', body: outcome, redirect: 'manual' });
    expect(Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams)).toEqual({
      setup_intent: intent.id,
      setup_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
  });
});
