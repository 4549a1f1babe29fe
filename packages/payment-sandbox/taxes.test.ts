import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';
import { invoiceIn, linesDuring } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let inclusive: Stripe.Price;
let exclusive: Stripe.Price;
let unsaid: Stripe.Price;

beforeAll(async () => {
  const product = (await sandbox.stripe.products.create({ name: 'Premium' })).id;
  const price = (tax_behavior?: 'exclusive' | 'inclusive') =>
    sandbox.stripe.prices.create({
      product,
      currency: 'gbp',
      unit_amount: 1000,
      recurring: { interval: 'month' },
      ...(tax_behavior ? { tax_behavior } : {}),
    });
  inclusive = await price('inclusive');
  exclusive = await price('exclusive');
  unsaid = await price();
});

type SentCustomer = Stripe.CustomerCreateParams;

async function customer(sent: SentCustomer = {}): Promise<Stripe.Customer> {
  const made = await sandbox.stripe.customers.create(sent);
  const method = await sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer: made.id });
  return sandbox.stripe.customers.update(made.id, { invoice_settings: { default_payment_method: method.id } });
}

const in_ = (country: string, postal_code?: string): SentCustomer => ({
  address: { country, ...(postal_code ? { postal_code } : {}) },
});

async function subscribed(buyer: Stripe.Customer, price: Stripe.Price): Promise<Stripe.Subscription> {
  return sandbox.stripe.subscriptions.create({
    customer: buyer.id,
    items: [{ price: price.id }],
    automatic_tax: { enabled: true },
    expand: ['latest_invoice'],
  });
}

const firstInvoice = async (buyer: Stripe.Customer, price: Stripe.Price) => invoiceIn(await subscribed(buyer, price));

describe('automatic tax of a subscription', () => {
  test('automatic tax is refused for a customer without a usable address, and for a price without a tax behaviour', async () => {
    const nowhere = { code: 'customer_tax_location_invalid', statusCode: 400 };
    await expect(subscribed(await customer(), exclusive)).rejects.toMatchObject(nowhere);
    await expect(subscribed(await customer(in_('US')), exclusive)).rejects.toMatchObject(nowhere);
    await expect(subscribed(await customer(in_('XX')), exclusive)).rejects.toMatchObject(nowhere);
    await expect(subscribed(await customer(in_('GB')), unsaid)).rejects.toMatchObject({ statusCode: 400 });
    const { data } = await sandbox.stripe.subscriptions.list({ status: 'all' });
    expect(data).toEqual([]);
  });

  test('an exclusive price has the tax on top, and the payment is the sum', async () => {
    const invoice = await firstInvoice(await customer(in_('DE')), exclusive);
    expect(invoice).toMatchObject({
      status: 'paid',
      subtotal: 1000,
      total: 1190,
      total_excluding_tax: 1000,
      amount_paid: 1190,
      automatic_tax: { enabled: true, status: 'complete', provider: 'stripe' },
      total_taxes: [
        { amount: 190, taxable_amount: 1000, tax_behavior: 'exclusive', taxability_reason: 'standard_rated' },
      ],
    });
    const [tax] = invoice.total_taxes ?? [];
    const rate = await sandbox.stripe.taxRates.retrieve(tax?.tax_rate_details?.tax_rate ?? '');
    expect(rate).toMatchObject({ percentage: 19, country: 'DE', tax_type: 'vat', inclusive: false });
  });

  test('an inclusive price contains the tax, and the payment is the price', async () => {
    expect(await firstInvoice(await customer(in_('GB')), inclusive)).toMatchObject({
      subtotal: 1000,
      subtotal_excluding_tax: 833,
      total: 1000,
      total_excluding_tax: 833,
      amount_paid: 1000,
      total_taxes: [{ amount: 167, taxable_amount: 833, tax_behavior: 'inclusive' }],
    });
  });

  test('each country has its rate; a company abroad, an exempt customer and an unregistered country have none', async () => {
    const taxOf = async (sent: SentCustomer) => {
      const { total_taxes: taxes, total } = await firstInvoice(await customer(sent), exclusive);
      return [taxes?.[0]?.taxability_reason, taxes?.[0]?.amount, total];
    };
    expect(await taxOf(in_('FR'))).toEqual(['standard_rated', 200, 1200]);
    expect(await taxOf(in_('IE'))).toEqual(['standard_rated', 230, 1230]);
    expect(await taxOf(in_('US', '94103'))).toEqual(['zero_rated', 0, 1000]);
    expect(await taxOf(in_('BR'))).toEqual(['not_collecting', 0, 1000]);
    expect(await taxOf({ ...in_('DE'), tax_exempt: 'exempt' })).toEqual(['customer_exempt', 0, 1000]);
    const german = { tax_id_data: [{ type: 'eu_vat' as const, value: 'DE123456789' }] };
    expect(await taxOf({ ...in_('DE'), ...german })).toEqual(['reverse_charge', 0, 1000]);
    expect(await taxOf({ ...in_('FR'), ...german })).toEqual(['standard_rated', 200, 1200]);
  });

  test("a company in the seller's own country pays the tax; the seller's country is a control call", async () => {
    await sandbox.control('POST', 'tax', { country: 'DE', registrations: ['DE', 'NL'] });
    try {
      const settings = await sandbox.stripe.tax.settings.retrieve();
      expect(settings).toMatchObject({ status: 'active', head_office: { address: { country: 'DE' } } });
      const { data } = await sandbox.stripe.tax.registrations.list();
      expect(data.map(({ country }) => country).toSorted()).toEqual(['DE', 'NL']);
      const company = { tax_id_data: [{ type: 'eu_vat' as const, value: 'DE123456789' }] };
      const own = await firstInvoice(await customer({ ...in_('DE'), ...company }), exclusive);
      expect(own).toMatchObject({ total: 1190, account_country: 'DE', customer_tax_ids: [{ value: 'DE123456789' }] });
      expect(await firstInvoice(await customer(in_('FR')), exclusive)).toMatchObject({
        total: 1000,
        total_taxes: [{ taxability_reason: 'not_collecting' }],
      });
    } finally {
      await sandbox.control('POST', 'tax', { country: 'GB', registrations: ['GB', 'DE', 'FR', 'IE', 'NL', 'US'] });
    }
  });

  test('a discount comes off before the tax', async () => {
    const coupon = await sandbox.stripe.coupons.create({ percent_off: 50, duration: 'once' });
    const buyer = await customer(in_('DE'));
    const made = await sandbox.stripe.subscriptions.create({
      customer: buyer.id,
      items: [{ price: exclusive.id, quantity: 3 }],
      automatic_tax: { enabled: true },
      discounts: [{ coupon: coupon.id }],
      expand: ['latest_invoice'],
    });
    expect(invoiceIn(made)).toMatchObject({ subtotal: 3000, total_taxes: [{ amount: 285 }], total: 1785 });
  });

  test('a preview shows the tax of an address that is not saved, and says when there is none', async () => {
    const items = [{ price: exclusive.id }];
    const preview = (customer_details: Stripe.InvoiceCreatePreviewParams.CustomerDetails) =>
      sandbox.stripe.invoices.createPreview({
        automatic_tax: { enabled: true },
        customer_details,
        subscription_details: { items },
      });
    expect(await preview({ address: { country: 'NL' } })).toMatchObject({
      total: 1210,
      total_taxes: [{ amount: 210 }],
    });
    const taxIds = [{ type: 'eu_vat' as const, value: 'NL123456789B01' }];
    expect(await preview({ address: { country: 'NL' }, tax_ids: taxIds })).toMatchObject({ total: 1000 });
    expect(await preview({ tax_exempt: 'none' })).toMatchObject({
      automatic_tax: { status: 'requires_location_inputs' },
      total: 1000,
    });
  });

  test('a renewal is taxed where the customer has moved to; without an address it goes on untaxed and says so', async () => {
    const buyer = await customer(in_('DE'));
    const made = await subscribed(buyer, exclusive);
    await sandbox.stripe.customers.update(buyer.id, { address: { country: 'FR' } });
    await sandbox.advance(32);
    const renewed = await sandbox.stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
    expect(invoiceIn(renewed)).toMatchObject({ status: 'paid', total: 1200, customer_address: { country: 'FR' } });
    await sandbox.stripe.customers.update(buyer.id, { address: '' });
    await sandbox.advance(31);
    const untaxed = await sandbox.stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
    expect(untaxed.automatic_tax).toMatchObject({ enabled: false, disabled_reason: 'requires_location_inputs' });
    expect(invoiceIn(untaxed)).toMatchObject({
      status: 'paid',
      total: 1000,
      automatic_tax: { enabled: false, disabled_reason: 'finalization_requires_location_inputs' },
    });
  });
});

test('an invoice made by hand is taxed by line; it cannot be finalised without a place', async () => {
  const { invoiceItems, invoices } = sandbox.stripe;
  const buyer = await customer();
  await invoiceItems.create({ customer: buyer.id, amount: 500, currency: 'gbp', tax_behavior: 'inclusive' });
  await invoiceItems.create({ customer: buyer.id, amount: 700, currency: 'gbp' });
  const draft = await invoices.create({
    customer: buyer.id,
    pending_invoice_items_behavior: 'include',
    automatic_tax: { enabled: true },
  });
  expect(draft).toMatchObject({ total: 1200, automatic_tax: { status: 'requires_location_inputs' } });
  const refusal = { code: 'customer_tax_location_invalid' };
  await expect(invoices.finalizeInvoice(draft.id ?? '')).rejects.toMatchObject(refusal);
  expect(await invoices.retrieve(draft.id ?? '')).toMatchObject({ status: 'draft' });
  await sandbox.stripe.customers.update(buyer.id, { address: { country: 'GB' } });
  const open = await invoices.finalizeInvoice(draft.id ?? '');
  expect(open).toMatchObject({ status: 'open', total: 1340, total_excluding_tax: 1117 });
  expect(open.total_taxes?.map(({ amount }) => amount)).toEqual([83, 140]);
});

test('the tax behaviour of a price is said once', async () => {
  const product = String(exclusive.product);
  const price = await sandbox.stripe.prices.create({ product, currency: 'gbp', unit_amount: 5 });
  expect(price.tax_behavior).toBe('unspecified');
  expect(await sandbox.stripe.prices.update(price.id, { tax_behavior: 'inclusive' })).toMatchObject({
    tax_behavior: 'inclusive',
  });
  await expect(sandbox.stripe.prices.update(price.id, { tax_behavior: 'exclusive' })).rejects.toMatchObject({
    param: 'tax_behavior',
  });
});

describe('where a customer is', () => {
  const expanded = async ({ id }: { id: string }) => {
    const found = await sandbox.stripe.customers.retrieve(id, { expand: ['tax', 'tax_ids'] });
    if (found.deleted) throw new Error('the customer is gone');
    return found;
  };

  test('the customer’s place is checked at once when the call asks for it, and nothing of that call is kept', async () => {
    const { customers } = sandbox.stripe;
    const refusal = { code: 'customer_tax_location_invalid', param: 'address' };
    const tax = { validate_location: 'immediately' } as const;
    await expect(customers.create({ email: 'nowhere@example.org', tax })).rejects.toMatchObject(refusal);
    expect((await customers.list({ email: 'nowhere@example.org' })).data).toEqual([]);
    const made = await customers.create({ address: { country: 'DE' }, tax });
    expect((await expanded(made)).tax).toMatchObject({
      automatic_tax: 'supported',
      location: { country: 'DE', source: 'billing_address' },
    });
    await expect(customers.update(made.id, { address: { country: 'US' }, tax })).rejects.toMatchObject(refusal);
    expect(await expanded(made)).toMatchObject({ address: { country: 'DE' } });
  });

  test('comes from the address, else from the IP address; it is shown only when it is expanded', async () => {
    const made = await sandbox.stripe.customers.create({ tax: { ip_address: '203.0.113.7' } });
    expect(made.tax).toBeUndefined();
    expect((await expanded(made)).tax).toMatchObject({ location: { country: 'GB', source: 'ip_address' } });
    await sandbox.stripe.customers.update(made.id, { tax: { ip_address: '127.0.0.1' } });
    expect((await expanded(made)).tax).toMatchObject({ automatic_tax: 'unrecognized_location', location: null });
  });
});

describe('tax ids', () => {
  test('tax ids are refused when they are malformed, unknown or too many', async () => {
    const { customers } = sandbox.stripe;
    const { id } = await customers.create();
    for (const [type, value] of [
      ['eu_vat', 'GB123456789'],
      ['eu_vat', 'DE1'],
      ['gb_vat', '12'],
    ] as const) {
      await expect(customers.createTaxId(id, { type, value })).rejects.toMatchObject({ code: 'tax_id_invalid' });
    }
    await expect(customers.deleteTaxId(id, 'txi_x')).rejects.toMatchObject({ statusCode: 404 });
    for (let count = 0; count < 5; count += 1)
      await customers.createTaxId(id, { type: 'us_ein', value: `12-${count}` });
    await expect(customers.createTaxId(id, { type: 'us_ein', value: '12-9' })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test('tax ids are verified a minute later, by the numbers of Stripe’s test mode, and can be deleted', async () => {
    const { customers } = sandbox.stripe;
    const { id } = await customers.create();
    const verified = await customers.createTaxId(id, { type: 'eu_vat', value: 'DE000000000' });
    expect(verified).toMatchObject({ country: 'DE', verification: { status: 'pending' } });
    const unverified = await customers.createTaxId(id, { type: 'eu_vat', value: 'FR111111111' });
    const waiting = await customers.createTaxId(id, { type: 'eu_vat', value: 'IE222222222' });
    const other = await customers.createTaxId(id, { type: 'us_ein', value: '12-3456789' });
    expect(other.verification).toMatchObject({ status: 'unavailable' });
    const lines = await linesDuring(sandbox, () => sandbox.advance(0.01));
    expect(lines).toEqual(['customer.tax_id.updated', 'customer.tax_id.updated']);
    const statusOf = async (taxId: Stripe.TaxId) => (await customers.retrieveTaxId(id, taxId.id)).verification?.status;
    expect(await statusOf(verified)).toBe('verified');
    expect(await statusOf(unverified)).toBe('unverified');
    expect(await statusOf(waiting)).toBe('pending');
    expect(await customers.deleteTaxId(id, verified.id)).toMatchObject({ deleted: true });
    expect((await customers.listTaxIds(id)).data.map((one) => one.id)).toEqual([other.id, waiting.id, unverified.id]);
  });
});
