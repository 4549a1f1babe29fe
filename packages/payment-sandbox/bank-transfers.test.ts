import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathOf, textAt } from './testing/checkout.ts';
import { useTestSandbox } from './testing/sandbox.ts';
import { linesDuring } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
beforeAll(() => sandbox.control('POST', 'payment-methods', { types: ['card', 'customer_balance'] }));
afterAll(() => sandbox.control('POST', 'payment-methods', { types: ['card'] }));

const byTransfer: Stripe.InvoiceCreateParams.PaymentSettings = {
  payment_method_types: ['customer_balance'],
  payment_method_options: {
    customer_balance: { funding_type: 'bank_transfer', bank_transfer: { type: 'gb_bank_transfer' } },
  },
};
const company = () => sandbox.stripe.customers.create({ email: 'accounts@example.org', name: 'Example Ltd' });

/** Creates an invoice for seats as a program does: a draft with its items, which is finalised and sent. */
async function invoiceOf(customer: Stripe.Customer, unit = 1200, seats = 5, days = 30): Promise<Stripe.Invoice> {
  const { invoiceItems, invoices } = sandbox.stripe;
  const draft = await invoices.create({
    customer: customer.id,
    currency: 'gbp',
    collection_method: 'send_invoice',
    days_until_due: days,
    custom_fields: [{ name: 'Purchase order', value: 'PO-1' }],
    payment_settings: byTransfer,
  });
  const seat = { unit_amount: unit, product: await product(), currency: 'gbp' };
  await invoiceItems.create({ customer: customer.id, invoice: draft.id ?? '', quantity: seats, price_data: seat });
  return invoices.sendInvoice(draft.id ?? '');
}

let seats = '';
async function product(): Promise<string> {
  seats ||= (await sandbox.stripe.products.create({ name: 'Seats' })).id;
  return seats;
}

const read = ({ id }: Stripe.Invoice) => sandbox.stripe.invoices.retrieve(id ?? '', { expand: ['payments'] });
const send = (customer: Stripe.Customer, amount: number, reference?: string) =>
  sandbox.stripe.testHelpers.customers.fundCashBalance(customer.id, {
    amount,
    currency: 'gbp',
    ...(reference === undefined ? {} : { reference }),
  });
const left = async ({ id }: Stripe.Customer) => (await sandbox.stripe.customers.retrieveCashBalance(id)).available;

describe('a bank transfer', () => {
  test('a bank transfer is refused for an invoice that is charged, while it is switched off, and by another currency’s route', async () => {
    const { invoices } = sandbox.stripe;
    const { id: customer } = await company();
    const sent = { customer, currency: 'gbp', payment_settings: byTransfer };
    await expect(invoices.create(sent)).rejects.toMatchObject({ param: 'payment_settings[payment_method_types]' });
    const due = { collection_method: 'send_invoice', days_until_due: 30 } as const;
    await expect(invoices.create({ ...sent, ...due, currency: 'eur' })).rejects.toMatchObject({ statusCode: 400 });
    await expect(invoices.create({ ...sent, ...due, currency: 'jpy' })).rejects.toMatchObject({ param: 'currency' });
    await sandbox.control('POST', 'payment-methods', { types: ['card'] });
    await expect(invoices.create({ ...sent, ...due })).rejects.toMatchObject({
      param: 'payment_settings[payment_method_types]',
    });
    await sandbox.control('POST', 'payment-methods', { types: ['card', 'customer_balance'] });
    const instructions = sandbox.stripe.customers.createFundingInstructions(customer, {
      bank_transfer: { type: 'us_bank_transfer' },
      currency: 'gbp',
      funding_type: 'bank_transfer',
    });
    await expect(instructions).rejects.toMatchObject({ param: 'bank_transfer[type]' });
    expect((await invoices.list({ customer })).data).toEqual([]);
  });

  test('goes to the same account every time, which the page of the invoice shows with its number', async () => {
    const customer = await company();
    const invoice = await invoiceOf(customer);
    expect(invoice).toMatchObject({
      status: 'open',
      amount_due: 6000,
      collection_method: 'send_invoice',
      custom_fields: [{ name: 'Purchase order', value: 'PO-1' }],
      lines: { data: [{ amount: 6000, quantity: 5 }] },
      payment_settings: { payment_method_types: ['customer_balance'] },
    });
    const ask = () =>
      sandbox.stripe.customers.createFundingInstructions(customer.id, {
        bank_transfer: { type: 'gb_bank_transfer' },
        currency: 'gbp',
        funding_type: 'bank_transfer',
      });
    const { bank_transfer: account } = await ask();
    expect((await ask()).bank_transfer).toEqual(account);
    const page = (await textAt(sandbox, pathOf(invoice.hosted_invoice_url))).text;
    const { account_number: number = '' } = account.financial_addresses[0]?.sort_code ?? {};
    expect(number).toMatch(/^\d{8}$/);
    for (const text of [number, '04-05-26'.replaceAll('-', ''), invoice.number ?? '', 'Due on']) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain('Pay £');
    const euros = { bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'DE' } } } as const;
    const eu = { ...euros, currency: 'eur', funding_type: 'bank_transfer' } as const;
    expect((await sandbox.stripe.customers.createFundingInstructions(customer.id, eu)).bank_transfer).toMatchObject({
      country: 'DE',
      financial_addresses: [{ type: 'iban' }],
    });
  });

  test('a transfer that is too small waits on the cash balance until the rest arrives and pays the whole invoice', async () => {
    const customer = await company();
    const invoice = await invoiceOf(customer);
    const part = await linesDuring(sandbox, () => send(customer, 2500));
    expect(part).toEqual(['customer_cash_balance_transaction.created', 'cash_balance.funds_available']);
    expect(await read(invoice)).toMatchObject({ status: 'open', amount_paid: 0, amount_remaining: 6000 });
    const rest = await linesDuring(sandbox, () => send(customer, 3500));
    expect(rest).toEqual([
      'customer_cash_balance_transaction.created',
      'customer_cash_balance_transaction.created',
      'charge.succeeded succeeded',
      'payment_intent.succeeded succeeded',
      'invoice_payment.paid paid',
      'invoice.updated paid',
      'invoice.paid paid',
      'invoice.payment_succeeded paid',
      'charge.updated succeeded',
    ]);
    expect(await read(invoice)).toMatchObject({ status: 'paid', amount_paid: 6000, amount_remaining: 0 });
    expect(await left(customer)).toEqual({ gbp: 0 });
    const { data } = await sandbox.stripe.customers.listCashBalanceTransactions(customer.id);
    expect(data.map(({ type, net_amount: net }) => [type, net])).toEqual([
      ['applied_to_payment', -6000],
      ['funded', 3500],
      ['funded', 2500],
    ]);
    const first = data[0]?.id ?? '';
    expect(await sandbox.stripe.customers.retrieveCashBalanceTransaction(customer.id, first)).toEqual(data[0]);
    await expect(sandbox.stripe.customers.del(customer.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('pays the invoice it names, then the one of its amount, then the oldest; the rest pays the next invoice at once', async () => {
    const customer = await company();
    const [oldest, middle, newest] = [
      await invoiceOf(customer, 100),
      await invoiceOf(customer, 200),
      await invoiceOf(customer, 300),
    ];
    const paid = async () => {
      const states = await Promise.all([oldest, middle, newest].map(read));
      return states.map(({ status }) => status);
    };
    await send(customer, 1500, `Invoice ${newest.number}, thank you`);
    expect(await paid()).toEqual(['open', 'open', 'paid']);
    await send(customer, 1000);
    expect(await paid()).toEqual(['open', 'paid', 'paid']);
    await send(customer, 2000);
    expect(await paid()).toEqual(['paid', 'paid', 'paid']);
    expect(await left(customer)).toEqual({ gbp: 1500 });
    expect(await invoiceOf(customer, 300)).toMatchObject({ status: 'paid', amount_paid: 1500 });
    expect(await left(customer)).toEqual({ gbp: 0 });
  });

  test('a late transfer pays its invoice within 30 days; later, or with manual reconciliation, a call applies the balance', async () => {
    const customer = await company();
    const late = await invoiceOf(customer, 100, 5, 14);
    const lines = await linesDuring(sandbox, () => sandbox.advance(20));
    expect(lines).toContain('invoice.overdue open');
    await send(customer, 500);
    expect(await read(late)).toMatchObject({ status: 'paid' });

    const forgotten = await invoiceOf(customer, 100, 7, 14);
    await sandbox.advance(50);
    await send(customer, 700);
    expect(await read(forgotten)).toMatchObject({ status: 'open' });
    const intent = String((await read(forgotten)).payments?.data[0]?.payment.payment_intent);
    expect(await sandbox.stripe.paymentIntents.applyCustomerBalance(intent)).toMatchObject({ status: 'succeeded' });
    expect(await read(forgotten)).toMatchObject({ status: 'paid', amount_paid: 700 });

    await sandbox.stripe.customers.updateCashBalance(customer.id, { settings: { reconciliation_mode: 'manual' } });
    const byHand = await invoiceOf(customer, 100, 9);
    await send(customer, 400);
    const other = String((await read(byHand)).payments?.data[0]?.payment.payment_intent);
    await expect(sandbox.stripe.paymentIntents.applyCustomerBalance(other)).rejects.toMatchObject({ statusCode: 400 });
    await send(customer, 500);
    expect(await read(byHand)).toMatchObject({ status: 'open' });
    await sandbox.stripe.paymentIntents.applyCustomerBalance(other);
    expect(await read(byHand)).toMatchObject({ status: 'paid' });
    const settings = { reconciliation_mode: 'merchant_default' } as const;
    expect(await sandbox.stripe.customers.updateCashBalance(customer.id, { settings })).toMatchObject({
      settings: { using_merchant_default: true },
    });
  });

  test('leaves an invoice alone that is void, given up or paid elsewhere, and can be refunded to a known address', async () => {
    const customer = await company();
    const { invoices, refunds, customers } = sandbox.stripe;
    const [voided, given, elsewhere] = [
      await invoiceOf(customer),
      await invoiceOf(customer),
      await invoiceOf(customer),
    ];
    await invoices.voidInvoice(voided.id ?? '');
    await invoices.markUncollectible(given.id ?? '');
    expect(await invoices.pay(elsewhere.id ?? '', { paid_out_of_band: true })).toMatchObject({ status: 'paid' });
    await send(customer, 6000);
    expect(await left(customer)).toEqual({ gbp: 6000 });
    expect(await invoices.pay(given.id ?? '', { paid_out_of_band: true })).toMatchObject({ status: 'paid' });
    const paid = await invoiceOf(customer);
    expect(paid.status).toBe('paid');
    const intent = String((await read(paid)).payments?.data[0]?.payment.payment_intent);
    await customers.update(customer.id, { email: '' });
    await expect(refunds.create({ payment_intent: intent, amount: 1000 })).rejects.toMatchObject({ statusCode: 400 });
    await customers.update(customer.id, { email: 'accounts@example.org' });
    expect(await refunds.create({ payment_intent: intent, amount: 1000 })).toMatchObject({
      amount: 1000,
      status: 'succeeded',
      destination_details: { type: 'gb_bank_transfer' },
    });
  });
});
