import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';
import { linesDuring } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();

async function paid(card = 'pm_card_visa'): Promise<Stripe.PaymentIntent> {
  return sandbox.stripe.paymentIntents.create({
    amount: 1999,
    currency: 'gbp',
    payment_method: card,
    confirm: true,
    return_url: 'https://portal.example.org',
    expand: ['latest_charge'],
  });
}

async function disputeOf(intent: Stripe.PaymentIntent): Promise<Stripe.Dispute> {
  const { data } = await sandbox.stripe.disputes.list({ payment_intent: intent.id });
  if (!data[0]) throw new Error('there is no dispute');
  return data[0];
}

const move = ({ id }: Stripe.Dispute, status: string) => sandbox.control('POST', `disputes/${id}`, { status });
const read = ({ id }: Stripe.Dispute) => sandbox.stripe.disputes.retrieve(id);
const money = (dispute: Stripe.Dispute) => dispute.balance_transactions.map(({ amount }) => amount);

describe('an inquiry', () => {
  const inquiry = async () => {
    const intent = await paid('pm_card_createDisputeInquiry');
    return { intent, dispute: await disputeOf(intent) };
  };

  test('takes no money, and is closed when it is not escalated within 120 days', async () => {
    const { dispute } = await inquiry();
    expect(dispute).toMatchObject({
      status: 'warning_needs_response',
      is_charge_refundable: true,
      balance_transactions: [],
      payment_method_details: { card: { case_type: 'inquiry' } },
    });
    await sandbox.advance(100);
    expect(await read(dispute)).toMatchObject({ status: 'warning_needs_response' });
    expect(await linesDuring(sandbox, () => sandbox.advance(21))).toEqual(['charge.dispute.closed warning_closed']);
    expect(money(await read(dispute))).toEqual([]);
  });

  test('an inquiry is answered by a full refund, which closes it; a part leaves it open', async () => {
    const { intent, dispute } = await inquiry();
    await sandbox.stripe.refunds.create({ payment_intent: intent.id, amount: 999 });
    expect(await read(dispute)).toMatchObject({ status: 'warning_needs_response' });
    await sandbox.stripe.refunds.create({ payment_intent: intent.id });
    expect(await read(dispute)).toMatchObject({ status: 'warning_closed' });
  });

  test('escalates to a dispute, which takes the money and cannot be refunded', async () => {
    const { intent, dispute } = await inquiry();
    await sandbox.stripe.disputes.update(dispute.id, { evidence: { product_description: 'A guide' } });
    expect(await read(dispute)).toMatchObject({ status: 'warning_under_review' });
    const lines = await linesDuring(sandbox, () => move(dispute, 'needs_response'));
    expect(lines).toEqual(['charge.dispute.updated needs_response', 'charge.dispute.funds_withdrawn needs_response']);
    const escalated = await read(dispute);
    expect(escalated).toMatchObject({
      is_charge_refundable: false,
      payment_method_details: { card: { case_type: 'chargeback' } },
    });
    expect(money(escalated)).toEqual([-1999]);
    await expect(sandbox.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
  });

  test('a lost inquiry returns the part already refunded, and the rest when an appeal is won', async () => {
    const { intent, dispute } = await inquiry();
    await sandbox.stripe.refunds.create({ payment_intent: intent.id, amount: 999 });
    await move(dispute, 'needs_response');
    await move(dispute, 'lost');
    expect(money(await read(dispute))).toEqual([-1999, 999]);
    for (const status of ['appeal_needs_response', 'lost', 'appeal_needs_response', 'won']) await move(dispute, status);
    expect(money(await read(dispute))).toEqual([-1999, 999, 1000]);
  });

  test('escalates and closes by the texts of test mode too', async () => {
    const first = await inquiry();
    const evidence = (text: string) => ({ evidence: { uncategorized_text: text } });
    const escalated = await sandbox.stripe.disputes.update(first.dispute.id, evidence('escalate_inquiry_evidence'));
    expect(escalated.status).toBe('needs_response');
    const second = await inquiry();
    const closed = await sandbox.stripe.disputes.update(second.dispute.id, evidence('winning_evidence'));
    expect(closed.status).toBe('warning_closed');
  });
});

describe('a dispute', () => {
  test('a dispute is opened by a control call on any paid charge, once', async () => {
    const intent = await paid();
    const charge = intent.latest_charge as Stripe.Charge;
    const opened = await sandbox.control('POST', `charges/${charge.id}/dispute`, { reason: 'product_not_received' });
    expect(opened).toMatchObject({ status: 'needs_response' });
    expect(await disputeOf(intent)).toMatchObject({ id: opened.id, reason: 'product_not_received' });
    expect(await sandbox.stripe.charges.retrieve(charge.id)).toMatchObject({ disputed: true });
  });

  test('a lost dispute can be appealed, and a won appeal returns the money', async () => {
    const dispute = await disputeOf(await paid('pm_card_createDispute'));
    const losing = { evidence: { uncategorized_text: 'losing_evidence' } };
    expect(await sandbox.stripe.disputes.update(dispute.id, losing)).toMatchObject({ status: 'lost' });
    await expect(sandbox.stripe.disputes.update(dispute.id, losing)).rejects.toMatchObject({ statusCode: 400 });
    await move(dispute, 'appeal_needs_response');
    const appealed = await sandbox.stripe.disputes.update(dispute.id, {
      evidence: { appeal: { card: { reason_for_filing: 'The buyer read the guide.' } } },
    });
    expect(appealed).toMatchObject({
      status: 'appeal_under_review',
      evidence: { appeal: { card: { reason_for_filing: 'The buyer read the guide.' } } },
    });
    expect(money(appealed)).toEqual([-1999]);
    const lines = await linesDuring(sandbox, () => move(dispute, 'won'));
    expect(lines).toEqual(['charge.dispute.closed won', 'charge.dispute.funds_reinstated won']);
    expect(money(await read(dispute))).toEqual([-1999, 1999]);
  });

  test('moves only to a state that follows on its present one', async () => {
    const dispute = await disputeOf(await paid('pm_card_createDispute'));
    const refused = await fetch(`${sandbox.address}/sandbox/disputes/${dispute.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.running.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'appeal_needs_response' }),
    });
    expect(refused.status).toBe(400);
    expect(await read(dispute)).toMatchObject({ status: 'needs_response' });
    await move(dispute, 'won');
    expect(money(await read(dispute))).toEqual([-1999, 1999]);
  });
});
