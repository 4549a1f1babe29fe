import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';

const sandbox = useTestSandbox();

type Sent = Stripe.Tax.CalculationCreateParams;

const calculate = (sent: Partial<Sent> = {}) =>
  sandbox.stripe.tax.calculations.create({
    currency: 'eur',
    customer_details: { address: { country: 'DE' }, address_source: 'billing' },
    line_items: [{ amount: 1000, reference: 'guide', tax_behavior: 'exclusive' }],
    expand: ['line_items'],
    ...sent,
  });

const idOf = ({ id }: { id: string | null }) => id ?? '';

describe('a tax calculation', () => {
  test('a tax calculation is refused without a place, without lines, and for a reference that comes twice', async () => {
    const refusals: [Partial<Sent>, object][] = [
      [
        { customer_details: { address: { country: 'US' }, address_source: 'billing' } },
        { code: 'customer_tax_location_invalid' },
      ],
      [{ customer_details: { address: { country: 'DE' } } }, { param: 'customer_details[address_source]' }],
      [{ customer: 'cus_x' }, { param: 'customer' }],
      [{ line_items: [] }, { statusCode: 400 }],
      [
        {
          line_items: [
            { amount: 1, reference: 'a' },
            { amount: 2, reference: 'a' },
          ],
        },
        { param: 'line_items' },
      ],
      [{ line_items: [{ amount: -5 }] }, { param: 'line_items[0][amount]' }],
    ];
    for (const [sent, fault] of refusals) {
      await expect(calculate(sent), JSON.stringify(sent)).rejects.toMatchObject(fault);
    }
  });

  test('a tax calculation is refused while Stripe Tax is not set up, and the settings name what is missing', async () => {
    await sandbox.control('POST', 'tax', { pending: true });
    await expect(calculate()).rejects.toMatchObject({ statusCode: 400, code: 'stripe_tax_inactive' });
    expect(await sandbox.stripe.tax.settings.retrieve()).toMatchObject({
      status: 'pending',
      status_details: { pending: { missing_fields: ['head_office'] } },
    });
    await sandbox.control('POST', 'tax', { pending: false });
    expect(await calculate()).toMatchObject({ amount_total: 1190 });
  });

  test('adds the tax to exclusive amounts and finds it in inclusive ones', async () => {
    expect(await calculate()).toMatchObject({
      amount_total: 1190,
      tax_amount_exclusive: 190,
      tax_amount_inclusive: 0,
      tax_breakdown: [{ amount: 190, inclusive: false, tax_rate_details: { percentage_decimal: '19', country: 'DE' } }],
      line_items: { data: [{ reference: 'guide', amount: 1000, amount_tax: 190 }] },
    });
    const contained = await calculate({ line_items: [{ amount: 1190, tax_behavior: 'inclusive' }] });
    expect(contained).toMatchObject({ amount_total: 1190, tax_amount_exclusive: 0, tax_amount_inclusive: 190 });
  });

  test("takes the customer's address and tax ids, and charges a company abroad nothing", async () => {
    const { customers, tax } = sandbox.stripe;
    const taxIds = [{ type: 'eu_vat' as const, value: 'FR12345678901' }];
    const { id } = await customers.create({ address: { country: 'FR' }, tax_id_data: taxIds });
    const made = await tax.calculations.create({ currency: 'eur', customer: id, line_items: [{ amount: 500 }] });
    expect(made).toMatchObject({
      amount_total: 500,
      customer: id,
      customer_details: { tax_ids: taxIds, address: { country: 'FR' } },
      tax_breakdown: [{ taxability_reason: 'reverse_charge', amount: 0 }],
    });
    expect(made.line_items).toBeUndefined();
  });

  test('a tax calculation is gone after 90 days', async () => {
    const { tax } = sandbox.stripe;
    const made = await calculate();
    expect(await tax.calculations.retrieve(idOf(made))).toMatchObject({ id: made.id });
    await sandbox.advance(91);
    await expect(tax.calculations.retrieve(idOf(made))).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('a tax transaction', () => {
  const record = async (reference: string, sent?: Partial<Sent>) => {
    const calculation = idOf(await calculate(sent));
    return sandbox.stripe.tax.transactions.createFromCalculation({ calculation, reference, expand: ['line_items'] });
  };

  test('records a calculation once under a reference', async () => {
    const made = await record('order_1');
    expect(made).toMatchObject({
      type: 'transaction',
      reference: 'order_1',
      line_items: { data: [{ amount: 1000, amount_tax: 190, type: 'transaction' }] },
    });
    await expect(record('order_1')).rejects.toMatchObject({ param: 'reference' });
    await expect(
      sandbox.stripe.tax.transactions.createFromCalculation({ calculation: 'taxcalc_x', reference: 'r' }),
    ).rejects.toMatchObject({ param: 'calculation' });
  });

  test('a tax transaction is reversed in parts, to the last unit and no further', async () => {
    const { transactions } = sandbox.stripe.tax;
    const original = await record('order_2');
    const line = original.line_items?.data[0]?.id ?? '';
    const reverse = (reference: string, amounts: Partial<Stripe.Tax.TransactionCreateReversalParams>) =>
      transactions.createReversal({
        mode: 'partial',
        original_transaction: original.id,
        reference,
        expand: ['line_items'],
        ...amounts,
      });
    const byLine = await reverse('refund_1', {
      line_items: [{ amount: -300, amount_tax: -57, original_line_item: line, reference: 'guide' }],
    });
    expect(byLine).toMatchObject({
      type: 'reversal',
      reversal: { original_transaction: original.id },
      line_items: { data: [{ amount: -300, amount_tax: -57, reversal: { original_line_item: line } }] },
    });
    await expect(reverse('refund_2', { flat_amount: -834 })).rejects.toMatchObject({ param: 'flat_amount' });
    const rest = await reverse('refund_2', { flat_amount: -833 });
    expect(rest.line_items?.data).toMatchObject([{ amount: -700, amount_tax: -133 }]);
    await expect(reverse('refund_3', { mode: 'full' })).rejects.toMatchObject({ param: 'mode' });
    await expect(reverse('refund_3', { flat_amount: -1 })).rejects.toMatchObject({ statusCode: 400 });
  });

  test('a tax transaction is recorded by the payment it is bound to, and reversed by its refunds', async () => {
    const { paymentIntents, refunds, tax } = sandbox.stripe;
    const calculation = idOf(await calculate());
    const pay = () =>
      paymentIntents.create({
        amount: 1190,
        currency: 'eur',
        confirm: true,
        payment_method: 'pm_card_visa',
        return_url: 'https://portal.example.org',
        hooks: { inputs: { tax: { calculation } } },
      });
    const intent = await pay();
    expect(intent.hooks).toEqual({ inputs: { tax: { calculation } } });
    const recorded = await tax.associations.find({ payment_intent: intent.id });
    const [attempt] = recorded.tax_transaction_attempts ?? [];
    expect(attempt).toMatchObject({ source: intent.id, status: 'committed' });
    await refunds.create({ payment_intent: intent.id, amount: 119 });
    const { tax_transaction_attempts: attempts } = await tax.associations.find({ payment_intent: intent.id });
    const reversal = attempts?.[1]?.committed?.transaction ?? '';
    expect(await tax.transactions.retrieve(reversal, { expand: ['line_items'] })).toMatchObject({
      type: 'reversal',
      line_items: { data: [{ amount: -100, amount_tax: -19 }] },
    });
    const second = await pay();
    const other = await tax.associations.find({ payment_intent: second.id });
    expect(other.tax_transaction_attempts).toMatchObject([
      { status: 'errored', errored: { reason: 'another_payment_associated_with_calculation' } },
    ]);
  });
});
