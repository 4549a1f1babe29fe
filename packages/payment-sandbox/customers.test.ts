import { describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';

const sandbox = useTestSandbox();

describe('customers', () => {
  test('customers are created, changed, found by email and deleted, each with its event', async () => {
    const { customers } = sandbox.stripe;
    const types = await sandbox.eventTypesOf(async () => {
      const customer = await customers.create({
        email: 'ann@example.org',
        name: 'Ann',
        address: { line1: '1 High Street', country: 'GB' },
        metadata: { userId: '7', plan: 'none' },
      });
      expect(customer).toMatchObject({ email: 'ann@example.org', address: { line1: '1 High Street', city: null } });
      const changed = await customers.update(customer.id, {
        name: '',
        phone: '+44 1',
        shipping: { name: 'Ann', address: { line1: '2 High Street' } },
        metadata: { plan: '', role: 'member' },
      });
      expect(changed).toMatchObject({ name: null, phone: '+44 1', metadata: { userId: '7', role: 'member' } });
      expect(changed.metadata).not.toHaveProperty('plan');
      expect((await customers.list({ email: 'ann@example.org' })).data).toMatchObject([{ id: customer.id }]);
      expect(await customers.del(customer.id)).toEqual({ id: customer.id, object: 'customer', deleted: true });
      expect(await customers.retrieve(customer.id)).toMatchObject({ deleted: true });
      expect((await customers.list({ email: 'ann@example.org' })).data).toEqual([]);
      await expect(customers.update(customer.id, { name: 'Bob' })).rejects.toMatchObject({ statusCode: 404 });
    });
    expect(types).toEqual(['customer.created', 'customer.updated', 'customer.deleted']);
  });

  test('the event of an update says what changed, and an update without a change sends none', async () => {
    const { id } = await sandbox.stripe.customers.create({ name: 'Ann', metadata: { a: '1', b: '2' } });
    const before = await sandbox.newestEvent();
    await sandbox.stripe.customers.update(id, { name: 'Ann' });
    await sandbox.stripe.customers.update(id, { name: 'Bea', metadata: { a: '3', c: '4' } });
    const events = await sandbox.eventsAfter(before);
    expect(events.map((event) => event.data.previous_attributes)).toEqual([
      { name: 'Ann', metadata: { a: '1', c: null } },
    ]);
  });

  test('an address that is none, and metadata beyond the limits, are refused', async () => {
    const { customers } = sandbox.stripe;
    await expect(customers.create({ email: 'no-at-sign' })).rejects.toMatchObject({ code: 'email_invalid' });
    await expect(customers.create({ metadata: { a: 'x'.repeat(501) } })).rejects.toMatchObject({
      param: 'metadata[a]',
    });
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, 'x']));
    await expect(customers.create({ metadata: many })).rejects.toMatchObject({ param: 'metadata' });
  });
});

describe('payment methods', () => {
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };

  test('payment methods keep no more of a card than Stripe shows, and number and expiry make the fingerprint', async () => {
    const { paymentMethods } = sandbox.stripe;
    const first = await paymentMethods.create({ type: 'card', card, billing_details: { name: 'Ann' } });
    const second = await paymentMethods.create({ type: 'card', card: { ...card, cvc: '999' } });
    const renewed = await paymentMethods.create({ type: 'card', card: { ...card, exp_year: 2041 } });
    const other = await paymentMethods.create({ type: 'card', card: { token: 'tok_amex' } });
    expect(first).toMatchObject({
      customer: null,
      billing_details: { name: 'Ann' },
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 },
    });
    expect(second.card?.fingerprint).toBe(first.card?.fingerprint);
    expect(renewed.card?.fingerprint).not.toBe(first.card?.fingerprint);
    expect(other.card?.fingerprint).not.toBe(first.card?.fingerprint);
    expect(JSON.stringify(first)).not.toContain(card.number);
  });

  test('payment methods are attached once, found by customer, changed, and useless after being detached', async () => {
    const { customers, paymentMethods, paymentIntents } = sandbox.stripe;
    const customer = await customers.create();
    const stranger = await customers.create();
    const method = await paymentMethods.create({ type: 'card', card });
    await expect(paymentMethods.update(method.id, { metadata: { a: '1' } })).rejects.toThrow('save this PaymentMethod');
    const types = await sandbox.eventTypesOf(async () => {
      await paymentMethods.attach(method.id, { customer: customer.id });
      await expect(paymentMethods.attach(method.id, { customer: stranger.id })).rejects.toMatchObject({
        code: 'payment_method_unexpected_state',
      });
      await customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
      expect((await customers.listPaymentMethods(customer.id)).data).toMatchObject([{ id: method.id }]);
      expect((await paymentMethods.list({ customer: customer.id, type: 'card' })).data).toHaveLength(1);
      const changed = await paymentMethods.update(method.id, { card: { exp_year: 2041 }, metadata: { a: '1' } });
      expect(changed).toMatchObject({ card: { exp_year: 2041 }, metadata: { a: '1' } });
      expect(await paymentMethods.detach(method.id)).toMatchObject({ customer: null });
    });
    expect(types).toEqual([
      'payment_method.attached',
      'customer.updated',
      'payment_method.updated',
      'payment_method.detached',
      'customer.updated',
    ]);
    const left = await customers.retrieve(customer.id);
    expect(left).toMatchObject({ invoice_settings: { default_payment_method: null } });
    await expect(paymentMethods.detach(method.id)).rejects.toThrow('not attached');
    const payment = { amount: 500, currency: 'gbp', confirm: true, payment_method: method.id };
    await expect(paymentIntents.create(payment)).rejects.toThrow('may not be used again');
  });

  test('payment methods of another customer, or unknown, do not pay', async () => {
    const { customers, paymentMethods, paymentIntents } = sandbox.stripe;
    const owner = await customers.create({ payment_method: 'pm_card_visa' });
    const stranger = await customers.create();
    const [method] = (await paymentMethods.list({ customer: owner.id })).data;
    const payment = { amount: 500, currency: 'gbp', confirm: true, payment_method: method?.id ?? '' };
    await expect(paymentIntents.create(payment)).rejects.toThrow('belongs to a Customer');
    await expect(paymentIntents.create({ ...payment, customer: stranger.id })).rejects.toThrow('must be attached');
    await expect(paymentIntents.create({ ...payment, payment_method: 'pm_none' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'payment_method',
    });
    const settings = { invoice_settings: { default_payment_method: method?.id ?? '' } };
    await expect(customers.update(stranger.id, settings)).rejects.toMatchObject({ code: 'resource_missing' });
    expect((await paymentIntents.create({ ...payment, customer: owner.id })).status).toBe('succeeded');
  });

  test('payment methods pay once without a customer, and go with the customer they belong to', async () => {
    const { customers, paymentMethods, paymentIntents } = sandbox.stripe;
    const method = await paymentMethods.create({ type: 'card', card });
    const payment = { amount: 500, currency: 'gbp', confirm: true, payment_method: method.id };
    expect((await paymentIntents.create(payment)).status).toBe('succeeded');
    await expect(paymentIntents.create(payment)).rejects.toThrow('may not be used again');
    const customer = await customers.create({ payment_method: 'pm_card_visa' });
    const types = await sandbox.eventTypesOf(() => customers.del(customer.id));
    expect(types).toEqual(['payment_method.detached', 'customer.deleted']);
  });

  test('a declined card is refused when attached; 4000000000000341 only when charged', async () => {
    const { customers, paymentMethods, paymentIntents } = sandbox.stripe;
    const customer = await customers.create();
    const attach = (id: string) => paymentMethods.attach(id, { customer: customer.id });
    await expect(attach('pm_card_chargeDeclined')).rejects.toMatchObject({ code: 'card_declined', statusCode: 402 });
    const method = await attach('pm_card_chargeCustomerFail');
    const payment = { amount: 500, currency: 'gbp', customer: customer.id, confirm: true, payment_method: method.id };
    await expect(paymentIntents.create(payment)).rejects.toMatchObject({ decline_code: 'generic_decline' });
    expect((await customers.listPaymentMethods(customer.id)).data).toHaveLength(1);
  });
});
