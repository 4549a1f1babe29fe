import { describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';

const sandbox = useTestSandbox();

async function paid(payment_method = 'pm_card_visa') {
  const intent = await sandbox.stripe.paymentIntents.create({
    amount: 1999,
    currency: 'gbp',
    confirm: true,
    payment_method,
  });
  return { payment_intent: intent.id, charge: String(intent.latest_charge) };
}

const chargeOf = ({ charge }: { charge: string }) => sandbox.stripe.charges.retrieve(charge);

describe('refunds', () => {
  test('refunds are refused without a paid charge, above what is left, and twice', async () => {
    const { refunds, paymentIntents } = sandbox.stripe;
    const unpaid = await paymentIntents.create({ amount: 1999, currency: 'gbp' });
    await expect(refunds.create({})).rejects.toMatchObject({ code: 'parameter_missing' });
    await expect(refunds.create({ charge: 'ch_none' })).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(refunds.create({ payment_intent: unpaid.id })).rejects.toMatchObject({ param: 'payment_intent' });
    const purchase = await paid();
    await expect(refunds.create({ charge: purchase.charge, amount: 2000 })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      param: 'amount',
      message: 'Refund amount (£20.00 gbp) is greater than unrefunded amount on charge (£19.99 gbp)',
    });
    await expect(refunds.create({ charge: purchase.charge, amount: 0 })).rejects.toMatchObject({ param: 'amount' });
    expect(await chargeOf(purchase)).toMatchObject({ amount_refunded: 0, refunded: false });
    await refunds.create({ payment_intent: purchase.payment_intent });
    await expect(refunds.create({ payment_intent: purchase.payment_intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
  });

  test('refunds give all back when no amount is named, and the intent stays succeeded', async () => {
    const purchase = await paid();
    const types = await sandbox.eventTypesOf(async () => {
      const refund = await sandbox.stripe.refunds.create({
        payment_intent: purchase.payment_intent,
        reason: 'requested_by_customer',
        metadata: { by: 'admin' },
      });
      expect(refund).toMatchObject({ amount: 1999, status: 'succeeded', charge: purchase.charge });
    });
    expect(types).toEqual(['refund.created', 'charge.refunded']);
    expect(await chargeOf(purchase)).toMatchObject({ amount_refunded: 1999, refunded: true });
    const intent = await sandbox.stripe.paymentIntents.retrieve(purchase.payment_intent);
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1999 });
  });

  test('refunds may be made in parts, which add up to the charge', async () => {
    const purchase = await paid();
    await sandbox.stripe.refunds.create({ ...purchase, amount: 500 });
    expect(await chargeOf(purchase)).toMatchObject({ amount_refunded: 500, refunded: false });
    const rest = await sandbox.stripe.refunds.create({ charge: purchase.charge });
    expect(rest.amount).toBe(1499);
    const charge = await sandbox.stripe.charges.retrieve(purchase.charge, { expand: ['refunds'] });
    expect(charge).toMatchObject({ amount_refunded: 1999, refunded: true });
    expect(charge.refunds?.data.map((refund) => refund.amount)).toEqual([1499, 500]);
    const { data } = await sandbox.stripe.refunds.list({ payment_intent: purchase.payment_intent });
    expect(data).toHaveLength(2);
  });

  test('refunds to 4000000000007726 are pending until the clock has moved on', async () => {
    const purchase = await paid('pm_card_pendingRefund');
    const refund = await sandbox.stripe.refunds.create({ payment_intent: purchase.payment_intent });
    expect(refund).toMatchObject({ status: 'pending', balance_transaction: null });
    expect(await chargeOf(purchase)).toMatchObject({ amount_refunded: 1999 });
    const types = await sandbox.eventTypesOf(() => sandbox.advance(1));
    expect(types).toEqual(['refund.updated', 'charge.refund.updated']);
    const settled = await sandbox.stripe.refunds.retrieve(refund.id, { expand: ['balance_transaction'] });
    expect(settled).toMatchObject({ status: 'succeeded', balance_transaction: { amount: -1999 } });
  });

  test('refunds to 4000000000005126 fail later, and the charge counts as unrefunded again', async () => {
    const purchase = await paid('pm_card_refundFail');
    const refund = await sandbox.stripe.refunds.create({ payment_intent: purchase.payment_intent });
    expect(refund.status).toBe('succeeded');
    const types = await sandbox.eventTypesOf(() => sandbox.advance(1));
    expect(types).toEqual(['refund.updated', 'charge.refund.updated', 'refund.failed']);
    expect(await sandbox.stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' });
    expect(await chargeOf(purchase)).toMatchObject({ amount_refunded: 0, refunded: false });
  });

  test('refunds can be cancelled only while pending, and annotated at any time', async () => {
    const { refunds } = sandbox.stripe;
    const done = await refunds.create({ payment_intent: (await paid()).payment_intent });
    await expect(refunds.cancel(done.id)).rejects.toMatchObject({ type: 'StripeInvalidRequestError' });
    const purchase = await paid('pm_card_pendingRefund');
    const pending = await refunds.create({ payment_intent: purchase.payment_intent });
    expect(await refunds.update(pending.id, { metadata: { note: 'typo' } })).toMatchObject({
      metadata: { note: 'typo' },
    });
    expect(await refunds.cancel(pending.id)).toMatchObject({ status: 'canceled' });
    expect(await chargeOf(purchase)).toMatchObject({ amount_refunded: 0 });
    expect(await sandbox.eventTypesOf(() => sandbox.advance(1))).toEqual([]);
  });
});

describe('disputes', () => {
  async function disputed() {
    const purchase = await paid('pm_card_createDispute');
    const { data } = await sandbox.stripe.disputes.list({ payment_intent: purchase.payment_intent });
    return { ...purchase, dispute: data[0]?.id ?? '' };
  }

  test('disputes follow a payment with 4000000000000259 at once, and such a charge cannot be refunded', async () => {
    let purchase = { payment_intent: '', charge: '', dispute: '' };
    const types = await sandbox.eventTypesOf(async () => {
      purchase = await disputed();
    });
    expect(types.slice(-2)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    expect(await sandbox.stripe.disputes.retrieve(purchase.dispute, { expand: ['charge'] })).toMatchObject({
      amount: 1999,
      reason: 'fraudulent',
      status: 'needs_response',
      charge: { id: purchase.charge, disputed: true },
      balance_transactions: [{ amount: -1999, reporting_category: 'dispute' }],
    });
    await expect(sandbox.stripe.refunds.create({ charge: purchase.charge })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
  });

  test('disputes are won with winning evidence, and the money comes back', async () => {
    const { dispute } = await disputed();
    const types = await sandbox.eventTypesOf(async () => {
      const draft = await sandbox.stripe.disputes.update(dispute, {
        evidence: { customer_name: 'Ann' },
        submit: false,
      });
      expect(draft).toMatchObject({ status: 'needs_response', evidence_details: { has_evidence: true } });
      const evidence = { uncategorized_text: 'winning_evidence' };
      expect(await sandbox.stripe.disputes.update(dispute, { evidence })).toMatchObject({
        status: 'won',
        evidence: { customer_name: 'Ann' },
      });
    });
    expect(types).toEqual([
      'charge.dispute.updated',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
  });

  test('disputes are lost with losing evidence, by closing, or without an answer in time; then nothing changes them', async () => {
    const { disputes } = sandbox.stripe;
    await sandbox.advance(10); // earlier tests left disputes open
    const first = await disputed();
    const evidence = { uncategorized_text: 'losing_evidence' };
    expect(await disputes.update(first.dispute, { evidence })).toMatchObject({ status: 'lost' });
    const second = await disputed();
    expect(await disputes.close(second.dispute)).toMatchObject({ status: 'lost' });
    const third = await disputed();
    const fourth = await disputed();
    expect(await disputes.update(fourth.dispute, { evidence: { receipt: 'file_1' } })).toMatchObject({
      status: 'under_review',
    });
    expect(await sandbox.eventTypesOf(() => sandbox.advance(10))).toEqual(['charge.dispute.closed']);
    expect(await disputes.retrieve(third.dispute)).toMatchObject({
      status: 'lost',
      evidence_details: { past_due: true },
    });
    await expect(disputes.close(third.dispute)).rejects.toMatchObject({ type: 'StripeInvalidRequestError' });
    await expect(disputes.update(third.dispute, { evidence })).rejects.toThrow('already closed');
    expect(await disputes.update(third.dispute, { metadata: { seen: 'yes' } })).toMatchObject({ status: 'lost' });
  });
});
