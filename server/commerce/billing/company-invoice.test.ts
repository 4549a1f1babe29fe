import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Billing } from '#contract/commerce/billing.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { letDaysPass } from '#tests/support/promotions.ts';
import { accessOf, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
  await portal.control('POST /sandbox/payment-methods', { types: ['card', 'customer_balance'] });
});
afterEach(async () => {
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

type Subscriber = Awaited<ReturnType<typeof subscribe>>;

/**
 * Starts a subscription of a company and lets its renewal become overdue: the operator lets Stripe send its invoices,
 * due in 14 days.
 */
async function overdue(): Promise<Subscriber & { invoiceId: string; customer: string }> {
  const one = await subscribe(portal);
  const { customer } = await portal.stripe.subscriptions.update(one.stripeId, {
    collection_method: 'send_invoice',
    days_until_due: 14,
  });
  await letDaysPass(portal, 32);
  const [open] = (await portal.stripe.invoices.list({ subscription: one.stripeId, status: 'open' })).data;
  expect(open).toMatchObject({ collection_method: 'send_invoice', amount_due: 1250 });
  expect(await subscriptionOf(one.member)).toMatchObject({ status: 'active' });
  await letDaysPass(portal, 15);
  await portal.runTask('reconcile-payments', { atStart: true });
  expect(await subscriptionOf(one.member)).toMatchObject({ status: 'past_due' });
  return { ...one, invoiceId: open?.id ?? '', customer: String(customer) };
}

const billingOf = async ({ member }: Subscriber) => (await member.get<Billing>('/api/user/billing')).body;
const documentsOf = ({ member }: Subscriber) =>
  portal.rows('select kind, total_minor as total from documents where user_id = $1 order by id', [member.userId]);

it('BILL-24 SUBSCR-13 a company invoice that is paid late by card is one payment with one document, and the subscription runs on', {
  tags: 'long',
}, async () => {
  const one = await overdue();
  expect(await documentsOf(one)).toEqual([{ kind: 'invoice', total: 1250 }]);
  expect((await billingOf(one)).duePayment).toMatchObject({ state: 'failed', attempts: 0, amount: 12.5 });
  const mails = portal.sentMails.filter(({ subject }) => subject === 'Your invoice of £12.50 is overdue');
  expect(mails.map(({ text }) => text.includes('was not paid by its due date'))).toEqual([true]);
  await portal.stripe.invoices.pay(one.invoiceId, { payment_method: 'pm_card_visa' });
  await portal.runWebhooks();
  await portal.runTask('reconcile-with-stripe');
  expect(await subscriptionOf(one.member)).toMatchObject({ status: 'active' });
  expect((await accessOf(one.member, one.resourceId)).hasAccess).toBe(true);
  expect(await documentsOf(one)).toEqual([
    { kind: 'invoice', total: 1250 },
    { kind: 'invoice', total: 1250 },
  ]);
  const { duePayment, totalSpent } = await billingOf(one);
  expect([duePayment, totalSpent]).toEqual([null, 25]);
});

it('BILL-24 a company invoice that is paid late outside Stripe counts once and restores access', {
  tags: 'long',
}, async () => {
  const one = await overdue();
  await portal.stripe.invoices.pay(one.invoiceId, { paid_out_of_band: true });
  await portal.runWebhooks();
  await portal.runTask('reconcile-with-stripe');
  expect(await subscriptionOf(one.member)).toMatchObject({ status: 'active' });
  expect((await accessOf(one.member, one.resourceId)).hasAccess).toBe(true);
  // Stripe charged nothing for this invoice, so nothing can be refunded; the company keeps its invoice.
  expect(await billingOf(one)).toMatchObject({ duePayment: null, totalSpent: 12.5 });
  expect(await documentsOf(one)).toHaveLength(2);
});
