import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';
import { invoiceIn, linesDuring, linesOfCustomer, openShop, type Shop, subscribe } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(sandbox);
});

const charge = { currency: 'gbp', amount: 1500, description: 'Workshop' } as const;

async function draftOf(customer: Stripe.Customer): Promise<Stripe.Invoice> {
  await sandbox.stripe.invoiceItems.create({ customer: customer.id, ...charge });
  return sandbox.stripe.invoices.create({ customer: customer.id, pending_invoice_items_behavior: 'include' });
}

describe('an invoice made by hand', () => {
  test('takes up what waits, becomes final, and is paid by the customer’s card', async () => {
    const customer = await shop.customer('pm_card_visa');
    const draft = await draftOf(customer);
    expect(draft).toMatchObject({ status: 'draft', amount_due: 1500, number: null, parent: null });
    const more = { customer: customer.id, invoice: draft.id, ...charge, amount: 500 };
    expect(await sandbox.stripe.invoiceItems.create(more)).toMatchObject({ invoice: draft.id });
    const lines = await linesDuring(sandbox, () => sandbox.stripe.invoices.finalizeInvoice(draft.id));
    expect(lines).toEqual(['invoice.finalized open', 'payment_intent.created requires_payment_method']);
    const paid = await sandbox.stripe.invoices.pay(draft.id);
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 2000, amount_remaining: 0 });
    await expect(sandbox.stripe.invoices.pay(draft.id)).rejects.toMatchObject({ message: 'Invoice is already paid' });
    const listed = await sandbox.stripe.invoices.listLineItems(draft.id);
    expect(listed.data.map(({ amount }) => amount)).toEqual([1500, 500]);
  });

  test('a declined card is an error that keeps the attempt; another card pays', async () => {
    const draft = await draftOf(await shop.customer('pm_card_chargeCustomerFail'));
    await expect(sandbox.stripe.invoices.pay(draft.id)).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
    });
    const open = await sandbox.stripe.invoices.retrieve(draft.id);
    expect(open).toMatchObject({ status: 'open', attempt_count: 1, attempted: true });
    await sandbox.stripe.invoices.pay(draft.id, { payment_method: 'pm_card_visa' });
    expect(await sandbox.stripe.invoices.retrieve(draft.id)).toMatchObject({ status: 'paid', attempt_count: 1 });
  });

  test('an invoice made by hand cannot be paid without a card, but can be noted as paid elsewhere, which ends its payment', async () => {
    const draft = await draftOf(await shop.customer());
    await expect(sandbox.stripe.invoices.pay(draft.id)).rejects.toMatchObject({ statusCode: 400 });
    const open = await sandbox.stripe.invoices.finalizeInvoice(draft.id);
    const paid = await sandbox.stripe.invoices.pay(open.id, { paid_out_of_band: true });
    expect(paid).toMatchObject({ status: 'paid' });
    const { data } = await sandbox.stripe.invoicePayments.list({ invoice: draft.id });
    expect(data).toMatchObject([{ status: 'canceled' }]);
  });

  test('finalises itself after an hour when it is to advance', async () => {
    const customer = await shop.customer('pm_card_visa');
    const draft = await draftOf(customer);
    await sandbox.stripe.invoices.update(draft.id, { auto_advance: true, metadata: { order: '1' } });
    await sandbox.advance(1 / 24);
    expect(await sandbox.stripe.invoices.retrieve(draft.id)).toMatchObject({
      status: 'paid',
      metadata: { order: '1' },
    });
  });

  test('an invoice made by hand is voided, given up or deleted only in the state that allows it', async () => {
    const customer = await shop.customer('pm_card_visa');
    const draft = await draftOf(customer);
    const { invoices } = sandbox.stripe;
    await expect(invoices.voidInvoice(draft.id)).rejects.toMatchObject({ code: 'invoice_not_editable' });
    expect(await invoices.del(draft.id)).toMatchObject({ deleted: true });
    await expect(invoices.retrieve(draft.id)).rejects.toMatchObject({ statusCode: 404 });
    const other = await draftOf(customer);
    await invoices.finalizeInvoice(other.id);
    expect(await invoices.markUncollectible(other.id)).toMatchObject({ status: 'uncollectible' });
    const lines = await linesDuring(sandbox, () => invoices.voidInvoice(other.id));
    expect(lines).toEqual(['invoice.voided void', 'payment_intent.canceled canceled']);
    await expect(invoices.finalizeInvoice(other.id)).rejects.toMatchObject({ code: 'invoice_not_editable' });
  });

  test('an amount too small to charge waits on the customer’s balance', async () => {
    const customer = await shop.customer('pm_card_visa');
    await sandbox.stripe.invoiceItems.create({ customer: customer.id, currency: 'gbp', amount: 10 });
    const draft = await sandbox.stripe.invoices.create({
      customer: customer.id,
      pending_invoice_items_behavior: 'include',
    });
    const final = await sandbox.stripe.invoices.finalizeInvoice(draft.id);
    expect(final).toMatchObject({ status: 'paid', total: 10, amount_due: 0, ending_balance: 10 });
    expect(await sandbox.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 10 });
  });
});

describe('an invoice of a subscription', () => {
  test('voiding the first one ends the subscription', async () => {
    const made = await subscribe(sandbox, await shop.customer(), shop.monthly);
    await sandbox.stripe.invoices.voidInvoice(invoiceIn(made).id);
    expect((await sandbox.stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete_expired');
  });

  test('rejects cancelling or changing the payment intent of an invoice directly', async () => {
    const made = await subscribe(sandbox, await shop.customer(), shop.monthly);
    const { data } = await sandbox.stripe.invoicePayments.list({ invoice: invoiceIn(made).id });
    const intent = String(data[0]?.payment.payment_intent);
    await expect(sandbox.stripe.paymentIntents.cancel(intent)).rejects.toMatchObject({ statusCode: 400 });
    await expect(sandbox.stripe.paymentIntents.update(intent, { amount: 1 })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test('unused time is credited with a cancellation that asks for it, used by the next invoice, and back when that is void', async () => {
    const customer = await shop.customer('pm_card_visa');
    const made = await sandbox.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: shop.monthly.id }],
    });
    await sandbox.stripe.subscriptions.cancel(made.id, { prorate: true, invoice_now: true });
    const [newest] = (await sandbox.stripe.invoices.list({ subscription: made.id })).data;
    expect(newest).toMatchObject({ status: 'paid', amount_due: 0, lines: { data: [{}] } });
    expect(newest?.total).toBeLessThan(-850);
    expect(await sandbox.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: newest?.total });

    const next = await subscribe(sandbox, customer, shop.yearly);
    expect(invoiceIn(next)).toMatchObject({ total: 8999, amount_due: 8999 + (newest?.total ?? 0), ending_balance: 0 });
    expect(await sandbox.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
    await sandbox.stripe.subscriptions.cancel(next.id);
    expect(await sandbox.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: newest?.total });
  });

  test('a preview of a new subscription leaves nothing behind', async () => {
    const customer = await shop.customer();
    const lines = await linesDuring(sandbox, async () => {
      const preview = await sandbox.stripe.invoices.createPreview({
        customer: customer.id,
        subscription_details: { items: [{ price: shop.yearly.id, quantity: 2 }] },
      });
      expect(preview).toMatchObject({ status: 'draft', total: 17_998, customer: customer.id });
    });
    expect(lines).toEqual([]);
    expect((await sandbox.stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
  });
});

describe('a paused subscription', () => {
  test('makes no invoices until it is resumed with one', async () => {
    const customer = await shop.customer('pm_card_visa');
    const made = await sandbox.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: shop.monthly.id }],
    });
    const { subscriptions } = sandbox.stripe;
    await expect(subscriptions.resume(made.id)).rejects.toMatchObject({ statusCode: 400 });
    const paused = await subscriptions.pause(made.id, {
      type: 'subscription',
      bill_for: { unused_time_from: { type: 'none' } },
    });
    expect(paused).toMatchObject({ status: 'paused' });
    expect(await linesOfCustomer(sandbox, customer, () => sandbox.advance(60))).toEqual([]);
    const resumed = await subscriptions.resume(made.id, { expand: ['latest_invoice'] });
    expect(resumed).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', amount_paid: 899 } });
    expect(resumed.items.data[0]?.current_period_start).toBe(resumed.billing_cycle_anchor);
  });

  test('a paused subscription stays paused while its resumption is not paid, and gives up after 23 hours', async () => {
    const customer = await shop.customer('pm_card_visa');
    const { subscriptions } = sandbox.stripe;
    const made = await subscriptions.create({ customer: customer.id, items: [{ price: shop.monthly.id }] });
    await subscriptions.pause(made.id, { bill_for: { unused_time_from: { type: 'none' } } });
    const bad = await sandbox.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
    await subscriptions.update(made.id, { default_payment_method: bad.id });
    const waiting = await subscriptions.resume(made.id, { payment_behavior: 'resume_on_payment_success' });
    expect(waiting.status).toBe('paused');
    await sandbox.advance(1);
    expect(await subscriptions.retrieve(made.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'paused',
      latest_invoice: { status: 'void' },
    });
    const again = await subscriptions.resume(made.id, { payment_behavior: 'resume_on_payment_success' });
    const lines = await linesOfCustomer(sandbox, customer, () =>
      sandbox.stripe.invoices.pay(String(again.latest_invoice), { payment_method: 'pm_card_visa' }),
    );
    expect(lines).toContain('customer.subscription.resumed active');
    expect((await subscriptions.retrieve(made.id)).status).toBe('active');
  });
});
