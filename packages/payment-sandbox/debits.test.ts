import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';
import { invoiceIn, linesDuring, openShop, payInBrowser, type Shop, subscribe } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(sandbox);
  await sandbox.control('POST', 'payment-methods', { types: ['card', 'link', 'sepa_debit', 'bacs_debit'] });
});
afterAll(() => sandbox.control('POST', 'payment-methods', { types: ['card'] }));

const holder = { name: 'Ada Lovelace', email: 'ada@example.org' };
const sepa = (iban: string) =>
  sandbox.stripe.paymentMethods.create({ type: 'sepa_debit', sepa_debit: { iban }, billing_details: holder });
const bacs = (account_number: string) =>
  sandbox.stripe.paymentMethods.create({
    type: 'bacs_debit',
    bacs_debit: { account_number, sort_code: '108800' },
    billing_details: holder,
  });
const agreed = {
  customer_acceptance: { type: 'online' as const, online: { ip_address: '203.0.113.7', user_agent: 'a test' } },
};

function pay(method: Stripe.PaymentMethod, extra: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  return sandbox.stripe.paymentIntents.create({
    amount: 1999,
    currency: method.type === 'bacs_debit' ? 'gbp' : 'eur',
    payment_method: method.id,
    confirm: true,
    mandate_data: agreed,
    expand: ['latest_charge'],
    ...extra,
  });
}

const read = (id: string) => sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });

describe('a way to pay', () => {
  test('a way to pay is refused while it is switched off, for an account that is no test account, and in another currency', async () => {
    await expect(sepa('DE75512108001245126199')).rejects.toMatchObject({ param: 'sepa_debit[iban]' });
    await expect(bacs('12345678')).rejects.toMatchObject({ param: 'bacs_debit[account_number]' });
    await expect(
      sandbox.stripe.paymentMethods.create({ type: 'sepa_debit', sepa_debit: { iban: 'AT611904300234573201' } }),
    ).rejects.toMatchObject({ param: 'billing_details[email]' });
    const method = await sepa('AT611904300234573201');
    await expect(pay(method, { currency: 'usd' })).rejects.toMatchObject({ param: 'payment_method' });
    await expect(
      sandbox.stripe.paymentIntents.create({
        amount: 100,
        currency: 'eur',
        confirm: true,
        payment_method: method.id,
      }),
    ).rejects.toMatchObject({ param: 'mandate_data' });
    await sandbox.control('POST', 'payment-methods', { types: ['card'] });
    await expect(sepa('AT611904300234573201')).rejects.toMatchObject({ param: 'type' });
    await sandbox.control('POST', 'payment-methods', { types: ['card', 'link', 'sepa_debit', 'bacs_debit'] });
  });

  test('a way to pay is offered by currency, and as far as the call allows', async () => {
    const { paymentIntents } = sandbox.stripe;
    const typesIn = async (currency: string) =>
      (await paymentIntents.create({ amount: 500, currency })).payment_method_types;
    expect(await typesIn('eur')).toEqual(['card', 'link', 'sepa_debit']);
    expect(await typesIn('gbp')).toEqual(['bacs_debit', 'card', 'link']);
    expect(await typesIn('usd')).toEqual(['card', 'link']);
    const onlyCards = pay(await sepa('AT611904300234573201'), { allowed_payment_method_types: ['card'] });
    await expect(onlyCards).rejects.toMatchObject({ param: 'payment_method' });
  });

  test('a Link payment succeeds at once', async () => {
    const method = await sandbox.stripe.paymentMethods.create({ type: 'link', billing_details: holder });
    expect(method).toMatchObject({ type: 'link', link: { email: holder.email } });
    expect(await pay(method)).toMatchObject({
      status: 'succeeded',
      latest_charge: { paid: true, payment_method_details: { type: 'link' } },
    });
  });
});

describe('a debit', () => {
  test('a debit is processing for five days and then succeeds; it is refunded like a card payment', async () => {
    const method = await sepa('AT611904300234573201');
    const intent = await pay(method);
    expect(intent).toMatchObject({
      status: 'processing',
      amount_received: 0,
      latest_charge: { status: 'pending', paid: false, payment_method_details: { type: 'sepa_debit' } },
    });
    const charge = intent.latest_charge as Stripe.Charge;
    const mandate = charge.payment_method_details?.sepa_debit?.mandate ?? '';
    expect(await sandbox.stripe.mandates.retrieve(mandate)).toMatchObject({
      status: 'active',
      type: 'single_use',
      customer_acceptance: { online: { ip_address: '203.0.113.7' } },
    });
    await expect(sandbox.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(sandbox.stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    await sandbox.advance(4.9);
    expect(await read(intent.id)).toMatchObject({ status: 'processing' });
    const lines = await linesDuring(sandbox, () => sandbox.advance(0.2));
    expect(lines).toEqual([
      'charge.succeeded succeeded',
      'payment_intent.succeeded succeeded',
      'charge.updated succeeded',
    ]);
    expect(await read(intent.id)).toMatchObject({ amount_received: 1999, latest_charge: { paid: true } });
    expect(await sandbox.stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ status: 'succeeded' });
  });

  test('fails days later for the reason of its account, and the same intent can be paid in another way', async () => {
    const intent = await pay(await bacs('22222227'));
    const lines = await linesDuring(sandbox, () => sandbox.advance(5.1));
    expect(lines).toEqual(['charge.failed failed', 'payment_intent.payment_failed requires_payment_method']);
    expect(await read(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_payment_attempt_failed', payment_method_type: 'bacs_debit' },
      latest_charge: { failure_code: 'insufficient_funds', paid: false },
    });
    const paid = await sandbox.stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      return_url: 'https://portal.example.org',
    });
    expect(paid.status).toBe('succeeded');
  });

  test('a debit the customer did not authorise ends its mandate; a disputed one succeeds and opens a dispute', async () => {
    const refused = await pay(await bacs('33333335'));
    const contested = await pay(await sepa('AT591904300235473203'));
    await sandbox.advance(5.1);
    const { latest_charge: charge } = await read(refused.id);
    const mandate = (charge as Stripe.Charge).payment_method_details?.bacs_debit?.mandate ?? '';
    expect(await sandbox.stripe.mandates.retrieve(mandate)).toMatchObject({ status: 'inactive' });
    expect(await read(contested.id)).toMatchObject({ status: 'succeeded', latest_charge: { disputed: true } });
    const { data } = await sandbox.stripe.disputes.list({ payment_intent: contested.id });
    expect(data).toMatchObject([{ reason: 'debit_not_authorized', amount: 1999 }]);
  });

  test('a debit is answered now by a control call, whatever its account would do', async () => {
    const intent = await pay(await sepa('AT611904300234573201'));
    await sandbox.control('POST', `payment_intents/${intent.id}/settle`, { outcome: 'failed' });
    expect(await read(intent.id)).toMatchObject({ status: 'requires_payment_method' });
    const other = await pay(await sepa('AT861904300235473202'));
    await sandbox.control('POST', `payment_intents/${other.id}/settle`, { outcome: 'succeeded' });
    expect(await read(other.id)).toMatchObject({ status: 'succeeded' });
  });
});

describe('a subscription paid by debit', () => {
  const fields = (account: string) => ({
    'payment_method_data[type]': 'bacs_debit',
    'payment_method_data[bacs_debit][sort_code]': '108800',
    'payment_method_data[bacs_debit][account_number]': account,
    'payment_method_data[billing_details][name]': holder.name,
    'payment_method_data[billing_details][email]': holder.email,
    use_stripe_sdk: 'true',
  });
  const readSubscription = (id: string) => sandbox.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });

  test('stays incomplete with an open invoice while its first payment is processing, and renews by the same account', async () => {
    const made = await subscribe(sandbox, await shop.customer(), shop.monthly);
    const answer = await payInBrowser(sandbox, made, fields('00012345'));
    expect(answer.body).toMatchObject({ status: 'processing' });
    await sandbox.advance(2);
    const waiting = await readSubscription(made.id);
    expect(waiting).toMatchObject({ status: 'incomplete', latest_invoice: { status: 'open', attempted: true } });
    await expect(sandbox.stripe.invoices.voidInvoice(invoiceIn(waiting).id ?? '')).rejects.toMatchObject({
      statusCode: 400,
    });
    const { now } = await sandbox.advance(3.1);
    const begun = await readSubscription(made.id);
    expect(begun).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', amount_paid: 899 } });
    expect(begun.default_payment_method).not.toBeNull();
    const renewsAt = begun.items.data[0]?.current_period_end ?? 0;
    await sandbox.advance((renewsAt - Number(now)) / 86_400 + 1);
    expect(await readSubscription(made.id)).toMatchObject({ status: 'active', latest_invoice: { status: 'open' } });
    await sandbox.advance(5);
    expect(await readSubscription(made.id)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
  });

  test('expires when its first debit fails after the day it had', async () => {
    const made = await subscribe(sandbox, await shop.customer(), shop.monthly);
    await payInBrowser(sandbox, made, fields('22222227'));
    await sandbox.advance(5.1);
    expect(await readSubscription(made.id)).toMatchObject({ status: 'incomplete', latest_invoice: { status: 'open' } });
    await sandbox.advance(1);
    expect(await readSubscription(made.id)).toMatchObject({
      status: 'incomplete_expired',
      latest_invoice: { status: 'void' },
    });
  });
});
