import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';
import { invoiceIn, linesDuring, openShop, type Shop } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;
let taxed: Stripe.Price;

beforeAll(async () => {
  shop = await openShop(sandbox);
  taxed = await sandbox.stripe.prices.create({
    product: String(shop.monthly.product),
    currency: 'eur',
    unit_amount: 1000,
    tax_behavior: 'exclusive',
    recurring: { interval: 'month' },
  });
});

/** Creates an invoice of 10.00 and 1.90 tax, paid by card. */
async function paidInvoice(): Promise<Stripe.Invoice> {
  const customer = await shop.customer('pm_card_visa');
  await sandbox.stripe.customers.update(customer.id, { address: { country: 'DE' } });
  const made = await sandbox.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: taxed.id }],
    automatic_tax: { enabled: true },
    expand: ['latest_invoice'],
  });
  return invoiceIn(made);
}

const idOf = ({ id }: Stripe.Invoice) => id ?? '';

async function sentInvoice(amount = 5000): Promise<Stripe.Invoice> {
  const { invoiceItems, invoices } = sandbox.stripe;
  const customer = await sandbox.stripe.customers.create({ email: 'accounts@example.org' });
  await invoiceItems.create({ customer: customer.id, amount, currency: 'gbp' });
  const draft = await invoices.create({
    customer: customer.id,
    collection_method: 'send_invoice',
    days_until_due: 30,
    pending_invoice_items_behavior: 'include',
  });
  return invoices.sendInvoice(idOf(draft));
}

describe('a credit note', () => {
  test('a credit note is refused above the invoice, with money that goes nowhere, and for an unknown line', async () => {
    const { creditNotes } = sandbox.stripe;
    const invoice = idOf(await paidInvoice());
    const refusals: Stripe.CreditNoteCreateParams[] = [
      { invoice: 'in_x', amount: 1 },
      { invoice },
      { invoice, amount: 1191, refund_amount: 1191 },
      { invoice, amount: 595 },
      { invoice, amount: 595, refund_amount: 594 },
      { invoice, lines: [{ type: 'invoice_line_item', invoice_line_item: 'il_x', amount: 5 }], refund_amount: 5 },
    ];
    for (const sent of refusals) {
      await expect(creditNotes.create(sent), JSON.stringify(sent)).rejects.toMatchObject({ statusCode: 400 });
    }
    expect((await creditNotes.list({ invoice })).data).toEqual([]);
  });

  test('refunds a paid, taxed invoice in two parts, each with its share of the tax', async () => {
    const { creditNotes } = sandbox.stripe;
    const invoice = await paidInvoice();
    const sent = { invoice: idOf(invoice), amount: 595, refund_amount: 595, reason: 'order_change' as const };
    const preview = await creditNotes.preview(sent);
    expect(preview).toMatchObject({ total: 595, total_excluding_tax: 500, total_taxes: [{ amount: 95 }] });
    expect((await creditNotes.list({ invoice: idOf(invoice) })).data).toEqual([]);
    const first = await creditNotes.create(sent);
    expect(first).toMatchObject({
      number: `${invoice.number}-CN-01`,
      type: 'post_payment',
      subtotal: 500,
      total: 595,
      refunds: [{ amount_refunded: 595 }],
    });
    const line = invoice.lines.data[0]?.id ?? '';
    const second = await creditNotes.create({
      invoice: idOf(invoice),
      lines: [{ type: 'invoice_line_item', invoice_line_item: line, amount: 500 }],
      refund_amount: 595,
    });
    expect(second).toMatchObject({ number: `${invoice.number}-CN-02`, total: 595, total_taxes: [{ amount: 95 }] });
    const lines = await creditNotes.listLineItems(second.id);
    expect(lines.data).toMatchObject([{ amount: 500, invoice_line_item: line }]);
    const after = await sandbox.stripe.invoices.retrieve(idOf(invoice));
    expect(after).toMatchObject({ status: 'paid', post_payment_credit_notes_amount: 1190 });
    const refund = await sandbox.stripe.refunds.retrieve(String(first.refunds[0]?.refund));
    expect(refund).toMatchObject({ amount: 595, status: 'succeeded' });
    await expect(creditNotes.voidCreditNote(first.id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(creditNotes.create({ ...sent, amount: 1, refund_amount: 1 })).rejects.toMatchObject({
      param: 'amount',
    });
  });

  test('may put the money on the customer’s balance, or note that it went back elsewhere', async () => {
    const { creditNotes, customers } = sandbox.stripe;
    const invoice = await paidInvoice();
    await creditNotes.create({ invoice: idOf(invoice), amount: 690, credit_amount: 500, out_of_band_amount: 190 });
    expect(await customers.retrieve(String(invoice.customer))).toMatchObject({ balance: -500 });
  });

  test('lowers the amount due of an open invoice, and can be voided while the invoice is open', async () => {
    const { creditNotes, invoices } = sandbox.stripe;
    const invoice = await sentInvoice();
    const note = await creditNotes.create({ invoice: idOf(invoice), amount: 2000 });
    expect(note).toMatchObject({ type: 'pre_payment', pre_payment_amount: 2000 });
    expect(await invoices.retrieve(idOf(invoice))).toMatchObject({ amount_remaining: 3000, status: 'open' });
    expect(await creditNotes.voidCreditNote(note.id)).toMatchObject({ status: 'void' });
    expect(await invoices.retrieve(idOf(invoice))).toMatchObject({ amount_remaining: 5000 });
    await creditNotes.create({ invoice: idOf(invoice), amount: 5000 });
    expect(await invoices.retrieve(idOf(invoice))).toMatchObject({ amount_remaining: 0, status: 'paid' });
  });
});

describe('an invoice that is sent', () => {
  test('an invoice to be sent is refused without a time for payment, and charged invoices have none', async () => {
    const { invoices, subscriptions } = sandbox.stripe;
    const { id: customer } = await sandbox.stripe.customers.create();
    const missing = { param: 'days_until_due' };
    await expect(invoices.create({ customer, collection_method: 'send_invoice' })).rejects.toMatchObject(missing);
    await expect(invoices.create({ customer, days_until_due: 5 })).rejects.toMatchObject(missing);
    const items = [{ price: shop.monthly.id }];
    await expect(subscriptions.create({ customer, items, collection_method: 'send_invoice' })).rejects.toMatchObject(
      missing,
    );
    const draft = await invoices.create({ customer });
    await expect(invoices.sendInvoice(idOf(draft))).rejects.toMatchObject({ statusCode: 400 });
  });

  test('an invoice that is sent is open until it is due, overdue after that, and can be paid late outside Stripe', async () => {
    const { invoices } = sandbox.stripe;
    const invoice = await sentInvoice();
    expect(invoice).toMatchObject({ status: 'open', collection_method: 'send_invoice', amount_due: 5000 });
    expect((invoice.due_date ?? 0) - invoice.created).toBe(30 * 86_400);
    const lines = await linesDuring(sandbox, () => sandbox.advance(31));
    expect(lines).toContain('invoice.overdue open');
    const paid = await invoices.pay(idOf(invoice), { paid_out_of_band: true });
    expect(paid).toMatchObject({ status: 'paid', amount_remaining: 0 });
  });

  test('activates a subscription before its sent invoice is paid, and marks it as past due while the invoice is overdue', async () => {
    const { invoices, subscriptions } = sandbox.stripe;
    const { id: customer } = await sandbox.stripe.customers.create({ email: 'accounts@example.org' });
    const made = await subscriptions.create({
      customer,
      items: [{ price: shop.yearly.id, quantity: 5 }],
      collection_method: 'send_invoice',
      days_until_due: 14,
    });
    expect(made).toMatchObject({ status: 'active', days_until_due: 14 });
    await sandbox.advance(0.05);
    const read = () => subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
    expect(await read()).toMatchObject({ status: 'active', latest_invoice: { status: 'open', amount_due: 44_995 } });
    await sandbox.advance(15);
    const late = await read();
    expect(late.status).toBe('past_due');
    await invoices.pay(idOf(invoiceIn(late)), { paid_out_of_band: true });
    expect(await read()).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
  });
});
